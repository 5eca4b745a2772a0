import { describe, expect, test } from "vitest";
import { userSubmission } from "../../contract/index.ts";
import { DATE, ID, post, requestsOf, user } from "../../generate/index.ts";
import { withExtra } from "../../generate/user-submission.ts";
import { outcomeAt, suiteOf, type Group, type Interface } from "../../model/index.ts";
import { bytes, raw } from "../../template/index.ts";
import { aboutRequest, nameGroup } from "./name-group.ts";
import { constantDifferences, suiteClasses } from "./group-cases.ts";
import { depthViews, likenessOf } from "./depth-views.ts";

const groupOf = (signatures: string[], ...cases: string[]): Group => ({
  signatures,
  size: cases.length,
  distinct: new Set(signatures).size,
  case: cases[0] ?? "",
  reason: `about ${cases[0]}`,
  suites: {},
  cases,
});

const views = (groups: Group[], compared: number) =>
  depthViews({
    groups,
    compared,
    targets: groups[0]?.signatures.length ?? 0,
    caseOf: (id) => ({
      id,
      reason: `about ${id}`,
      about: () => ({ parts: [], integers: [], changed: [] }),
      rank: 0,
    }),
  });

test.each([
  ["201", "2xx", "2xx"],
  ["422", "not 2xx", "4xx"],
  ["201, 409", "not 2xx", "4xx"],
  ["400, closed", "not 2xx", "no response"],
  ["timed-out", "not 2xx", "no response"],
  ["4xx", "not 2xx", "4xx"],
])("%s is %s or %s", (signature, accepted, byClass) => {
  expect(outcomeAt(signature, "accepted")).toBe(accepted);
  expect(outcomeAt(signature, "class")).toBe(byClass);
  expect(outcomeAt(signature, "exact")).toBe(signature);
});

describe("three depths of 20 cases", () => {
  const {
    accepted,
    class: byClass,
    exact,
  } = views(
    [
      groupOf(["201", "200", "201"], "valid/a", "valid/b", "valid/c", "valid/d"),
      groupOf(["201", "400", "422"], "s/long-name", "s/b"),
      groupOf(["200", "400", "400"], "s/c"),
      groupOf(["400", "500", "422"], "s/d"),
    ],
    20,
  );

  test("counts at each", () => {
    expect([accepted, byClass, exact].map(({ agree, differ }) => [agree, differ])).toEqual([
      [17, 3],
      [16, 4],
      [12, 8],
    ]);
  });

  test("groups are joined from exact ones, and shown by a case of the largest of them", () => {
    expect(accepted.groups.map(({ outcomes, parts }) => [outcomes, parts])).toEqual([
      [
        ["2xx", "not 2xx", "not 2xx"],
        [1, 2],
      ],
    ]);
    expect(byClass.groups.map(({ outcomes, size, case: id }) => [outcomes, size, id])).toEqual([
      [["2xx", "4xx", "4xx"], 3, "s/long-name"],
      [["4xx", "5xx", "4xx"], 1, "s/d"],
    ]);
    expect(exact.groups).toHaveLength(4);
  });

  test("agreement and who is alone", () => {
    expect(byClass.agreement).toEqual([
      [20, 16, 17],
      [16, 20, 19],
      [17, 19, 20],
    ]);
    expect(byClass.alone).toEqual([3, 1, 0]);
    expect(byClass.likeness.order).toEqual([0, 1, 2]);
    expect(byClass.likeness.merges[0]).toMatchObject({ left: 1, right: 2 });
  });
});

describe("time-outs", () => {
  const late = ["201", "timed-out", "201"];
  test("of several suites with nothing in common look like overload, and come last", () => {
    const { groups } = views(
      [groupOf(late, "a/1", "b/2", "c/3", "a/4"), groupOf(["201", "400", "201"], "a/5")],
      9,
    ).class;
    expect(groups.map(({ size, overload }) => [size, overload])).toEqual([
      [1, false],
      [4, true],
    ]);
  });

  test("of one suite do not", () =>
    expect(views([groupOf(late, "a/1", "a/2", "a/3")], 9).class.groups[0]?.overload).toBe(false));
});

describe("groups of cases with one reason", () => {
  const { groups } = depthViews({
    groups: [
      groupOf(["201", "400", "timed-out"], "s/drawn#1"),
      groupOf(["201", "400", "400"], "s/drawn#2"),
      groupOf(["400", "201", "400"], "s/drawn#3"),
      groupOf(["timed-out", "400", "400"], "s/drawn#4"),
    ],
    compared: 9,
    targets: 3,
    overloaded: new Set([2]),
    caseOf: (id) => ({
      id,
      reason: "a drawn id",
      about: () => ({ parts: [], integers: [], changed: [] }),
      rank: 0,
      once: true,
    }),
  }).class;

  test("are named apart", () =>
    expect(groups.map(({ name }) => name).toSorted()).toEqual(
      [1, 2, 3, 4].map((nth) => `a drawn id, s/drawn#${nth}`),
    ));

  test("look like overload where an overloaded target did not respond, once", () =>
    expect(groups.filter(({ overload }) => overload).map((each) => each.case)).toEqual([
      "s/drawn#1",
    ]));
});

describe("constant differences", () => {
  const ids = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}/${at}`);

  test("200 against 201 is one entry, with who always says it", () => {
    const groups = [
      groupOf(["200", "201", "201"], ...ids(95, "a")),
      groupOf(["200", "201", "202"], ...ids(5, "b")),
      groupOf(["200", "400", "400"], ...ids(50, "c")),
    ];
    expect(constantDifferences(groups)).toEqual([
      {
        class: "2xx",
        cases: 100,
        usual: [
          { code: "200", always: true, targets: [0] },
          { code: "201", always: false, targets: [1, 2] },
        ],
      },
    ]);
  });

  test("codes that vary, and a few cases, are none", () => {
    const half = [
      groupOf(["400", "422"], ...ids(50, "a")),
      groupOf(["422", "400"], ...ids(50, "b")),
    ];
    expect(constantDifferences(half)).toEqual([]);
    expect(constantDifferences([groupOf(["200", "201"], ...ids(9, "a"))])).toEqual([]);
  });
});

describe("the name of a group", () => {
  const of = (...requests: [id: string, body: ReturnType<typeof user>][]) =>
    nameGroup(
      requests.map(([id, body]) => ({
        id,
        reason: `about ${id}`,
        about: () => aboutRequest(post(body), userSubmission),
      })),
      "an example",
    );
  test("of generated cases is their difference, not the reason of their property", () => {
    const about = () => aboutRequest(post(user({ id: ['"1"'] })), userSubmission);
    const drawn = [1, 2].map((nth) => ({ id: `s/drawn#${nth}`, reason: "a drawn id", about }));
    const name = (generated: boolean) =>
      nameGroup(
        drawn.map((each) => ({ ...each, generated })),
        "an example",
      ).name;
    expect(name(true)).toBe("id: text");
    expect(name(false)).toBe("a drawn id");
  });

  test("of cases on scales of one number is that number", () => {
    const rungs = ["", ", by zeros"].flatMap((by, nth) =>
      ["7", "10"].map((at) => ({
        axis: `fraction digits of date${by}`,
        at: `${Number(at) - nth}`,
      })),
    );
    const cases = rungs.map((rung, nth) => ({
      id: `date-precision/${nth}`,
      reason: `about ${nth}`,
      about: () => ({ parts: [], integers: [], changed: [], rung }),
    }));
    expect(nameGroup(cases, "an example").name).toBe("fraction digits of date from 6 to 10");
  });

  test("is the one field that all of them change, where some change others too", () => {
    const about = (...changed: string[]) => ({ parts: [], integers: [], changed });
    const named = (...all: ReturnType<typeof about>[]) =>
      nameGroup(
        all.map((each, nth) => ({ id: `${nth}/a`, reason: `${nth}`, about: () => each })),
        "quantity is 1000",
      );
    expect(named(about("name", "quantity"), about("quantity"), about("price", "quantity"))).toEqual(
      { name: "other values of quantity, for example quantity is 1000", example: false },
    );
    expect(named(about("name", "quantity"), about("price"))).toMatchObject({ example: true });
    expect(named(about("a", "b"), about("b", "a"))).toMatchObject({ example: true });
  });

  test("is not the value of another field that all requests have", () => {
    const from: Interface = {
      name: "createCustomer",
      method: "POST",
      path: "/customers",
      clauses: [],
      body: {
        kind: "object",
        fields: [
          { name: "name", type: { kind: "text" } },
          { name: "cents", type: { kind: "whole-number", min: 0, max: 1_000_000 } },
        ],
      },
    };
    const on = requestsOf(from);
    const cases = [60, 64].map((length) => ({
      id: `field-name/length-${length}`,
      reason: `${length} characters`,
      about: () =>
        aboutRequest(on.request(on.body({ name: [JSON.stringify("n".repeat(length))] })), from),
    }));
    expect(nameGroup(cases, "an example").name).not.toContain("cents");
  });

  const id = (value: string) => user({ id: [value] });
  const date = (value: string) => user({ date: [JSON.stringify(value)] });

  test.each<[string, [string, ReturnType<typeof user>][]]>([
    ["about s/a", [["s/a", id("1e2")]]],
    [
      "id from 2147483648 to 9007199254740991",
      [
        ["a/x", id("2147483648")],
        ["b/y", id("9007199254740991")],
        ["c/z", id("4294967296")],
      ],
    ],
    [
      "id: text",
      [
        ["a/x", id('"1"')],
        ["b/y", id('"a"')],
      ],
    ],
    [
      "date: no zone; no fraction",
      [
        ["a/x", date("2023-01-01T00:00:00.000")],
        ["a/y", date("2023-01-02T00:00:00.000")],
        ["b/z", date("2023-01-01T00:00:00Z")],
      ],
    ],
    [
      "further keys, for example an example",
      [
        ["a/x", withExtra("1")],
        ["b/y", bytes`{"id":${ID},"date":"${DATE}","note":"${raw(0xff)}"}`],
      ],
    ],
    [
      "a, for example an example",
      [
        ["a/x", user()],
        ["a/y", bytes` {"date" : "${DATE}","id":${ID} } `],
      ],
    ],
  ])("%s", (name, cases) => expect(of(...cases)).toEqual({ name, example: false }));

  test.each<[string, [string, ReturnType<typeof user>][]]>([
    [
      "a field and nothing",
      [
        ["a/x", user()],
        ["b/y", id("null")],
      ],
    ],
    [
      "two fields",
      [
        ["a/x", id("null")],
        ["b/y", date("2023-01-01T00:00:00Z")],
      ],
    ],
    [
      "further keys and bytes that are not UTF-8",
      [
        ["a/x", withExtra("1")],
        ["b/y", bytes`{"id":${ID},"date":"${raw(0xff)}"}`],
      ],
    ],
  ])("is an example where nothing is true of all: %s", (_what, cases) =>
    expect(of(...cases)).toEqual({ name: "an example", example: true }),
  );
});

describe("likeness", () => {
  test("joins the two likest first, and orders neighbours", () => {
    const agreement = [
      [100, 20, 98, 10],
      [20, 100, 20, 80],
      [98, 20, 100, 10],
      [10, 80, 10, 100],
    ];
    const { order, merges, clusters } = likenessOf(agreement, 100);
    expect(order).toEqual([0, 2, 1, 3]);
    expect(merges.map(({ left, right }) => [left, right])).toEqual([
      [0, 2],
      [1, 3],
      [4, 5],
    ]);
    expect(merges.map(({ distance }) => Math.round(distance * 1000))).toEqual([20, 200, 850]);
    expect(clusters).toEqual([[0], [2], [1], [3]]);
  });

  test("targets that never differ are one cluster", () =>
    expect(
      likenessOf(
        [
          [9, 1, 9],
          [1, 9, 1],
          [9, 1, 9],
        ],
        9,
      ).clusters,
    ).toEqual([[0, 2], [1]]));
});

test("suites by target and class", () => {
  const cases = [
    { id: "a/1", signatures: ["201", "400"] },
    { id: "b/1", signatures: ["201", "timed-out"] },
    { id: "a/2", signatures: ["200", "200"] },
  ];
  expect(suiteClasses(cases)).toEqual([
    {
      suite: "a",
      cases: 2,
      classes: [{ "2xx": 2 }, { "4xx": 1, "2xx": 1 }],
      exact: [
        { "201": 1, "200": 1 },
        { "400": 1, "200": 1 },
      ],
    },
    {
      suite: "b",
      cases: 1,
      classes: [{ "2xx": 1 }, { "no response": 1 }],
      exact: [{ "201": 1 }, { "timed-out": 1 }],
    },
  ]);
  expect(suiteClasses(cases).map(({ suite }) => suite)).toEqual([
    ...new Set(cases.map(({ id }) => suiteOf(id))),
  ]);
});
