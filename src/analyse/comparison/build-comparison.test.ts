import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { bytes } from "../../template/index.ts";
import { DATE, ID, post, user } from "../../generate/index.ts";
import { Comparison } from "../../model/comparison.ts";
import type { AxisFinding, Finding } from "../../model/finding.ts";
import type { RunRecord } from "../../model/run.ts";
import type { LimitSummary } from "../../model/summary.ts";
import { buildComparison } from "./build-comparison.ts";
import { STATE_NAMES } from "./compare-rules.ts";
import { conclude } from "./conclude.ts";
import { headerOf, recordsOf, runOf, type Told } from "../../../test/analyse/comparison/runs.ts";

/** One run of each target, of the same cases. */
const compare = (targets: Record<string, Told[]>) =>
  buildComparison(
    Object.entries(targets).map(([name, told]) => runOf(headerOf(name), recordsOf(...told))),
  );

const behaviourOf = (targets: Record<string, Told[]>) => compare(targets).comparison.behaviour;

/** The same cases to three targets: for each case the responses of a, b and c, twice. */
function three(rows: [sent: Told[0], a: number, b: number, c: number][]): Record<string, Told[]> {
  const of = (at: 1 | 2 | 3): Told[] => rows.map((row) => [row[0], row[at], row[at]]);
  return { a: of(1), b: of(2), c: of(3) };
}

const sized = (id: string, length: number): Told[0] => ({
  id,
  request: post([`"${"x".repeat(length)}"`]),
});

describe("groups", () => {
  const { behaviour } = compare(
    three([
      [{ id: "s/agreed" }, 201, 201, 201],
      // Same class: least worth reading, although there are three of it.
      [sized("s/same-1", 3), 400, 422, 422],
      [sized("s/same-2", 2), 400, 422, 422],
      [sized("t/same-3", 9), 400, 422, 422],
      // Two classes.
      [sized("s/one", 1), 201, 400, 400],
      [sized("s/long", 9), 201, 201, 400],
      [sized("s/short", 4), 201, 201, 400],
      // Three signatures.
      [sized("s/three", 50), 201, 400, 422],
    ]),
  ).comparison;

  test("come by cases times distinct classes, then by distinct signatures", () =>
    expect(behaviour.groups.map(({ signatures, size }) => [signatures.join(" "), size])).toEqual([
      ["201 201 400", 2],
      ["400 422 422", 3],
      ["201 400 422", 1],
      ["201 400 400", 1],
    ]));

  test("are told by their smallest request, and list their cases by suite", () =>
    expect(behaviour.groups[1]).toEqual({
      signatures: ["400", "422", "422"],
      size: 3,
      distinct: 2,
      case: "s/same-2",
      reason: "about s/same-2",
      suites: { s: 2, t: 1 },
      cases: ["s/same-1", "s/same-2", "t/same-3"],
    }));

  test("counts, matrix and who is alone", () => {
    expect(behaviour).toMatchObject({ compared: 8, agree: 1, differ: 7, unstable: [], left: [] });
    expect(behaviour.depths.exact.agreement).toEqual([
      [8, 3, 1],
      [3, 8, 5],
      [1, 5, 8],
    ]);
    expect(behaviour.depths.exact.alone).toEqual([4, 0, 2]);
  });

  test("a valid request is clearer than a smaller one, a chosen one than a generated one", () => {
    const generated = { property: "s/drawn", seed: 9, path: "0" };
    const drawn: Told[0] = { ...sized("s/drawn#0", 1), generated };
    const valid: Told[0] = { ...sized("s/valid", 80), valid: true };
    const cases: Told[0][] = [sized("s/small", 2), valid, sized("s/big", 5)];
    const told = (status: number): Told[] => [
      ...cases.map((each): Told => [each, status, status]),
      [drawn, status],
    ];
    const { groups, left } = behaviourOf({ a: told(201), b: told(400) });
    expect(groups.map(({ case: id, size }) => [id, size])).toEqual([["s/valid", 4]]);
    expect(left).toEqual([
      "1 compared case was sent only once to some target: there, random variation cannot be distinguished from a difference",
    ]);
    const rest = (status: number): Told[] => told(status).filter(([{ id }]) => id !== "s/valid");
    expect(behaviourOf({ a: rest(201), b: rest(400) }).groups[0]?.case).toBe("s/small");
  });
});

test("a migration counts server errors and what gets no response apart from refusals", () => {
  const cases: [id: string, before: number | "timed-out", after: number | "timed-out"][] = [
    ["s/valid", 201, 500],
    ["s/valid-too", 201, 201],
    ["s/error", 400, 500],
    ["s/silent", 400, "timed-out"],
    ["s/lost", 201, "timed-out"],
    ["s/refused", 201, 400],
    ["s/accepted", 500, 201],
    ["s/better", 500, 400],
  ];
  const told = (at: 1 | 2): Told[] =>
    cases.map((each) => [
      { id: each[0], ...(each[0].startsWith("s/valid") && { valid: true as const }) },
      each[at],
      each[at],
    ]);
  const { conclusions = [], migration = [] } = compare({ a: told(1), b: told(2) }).comparison;
  expect(migration.map(({ risk, after }) => [risk, after])).toEqual([
    ["breaks", "5xx"],
    ["errors", "no response"],
    ["errors", "no response"],
    ["errors", "5xx"],
    ["refuses", "4xx"],
    ["accepts", "2xx"],
  ]);
  expect(conclusions.map(({ text }) => text)).toEqual([
    "From a to b, 1 of the 2 valid requests that a accepts will fail: 1 gets 5xx.",
    "Of the other requests, 2 get no response and 1 gets 5xx from b, and not from a.",
    "1 other request that a accepts is refused, and 1 request that a does not accept is accepted.",
  ]);
});

test("a migration names the limits that surely differ, and by how much", () => {
  const { comparison } = compare({
    a: [[{ id: "s/one" }, 201, 201]],
    b: [[{ id: "s/one" }, 201, 201]],
  });
  const id = { of: ["id"], outcome: "422", case: "s/one" };
  const lower = { ...id, lower: true as const };
  const body = { of: ["body", "spaces"], outcome: "413", case: "s/one" };
  const texts = (before: LimitSummary[], now: LimitSummary[]): string[] =>
    conclude(comparison, [before, now])
      .map(({ text }) => text)
      .filter((text) => text.includes("limit"));
  const before = [
    { ...id, last: "100", next: "101" },
    { ...lower, last: "1", next: "0" },
    { ...body, last: "1,000 bytes", next: "4,000 bytes" },
  ];
  const now = [
    { ...id, last: "50", next: "51" },
    { ...lower, last: "-5", next: "-6" },
    { ...body, last: "2,000 bytes", next: "5,000 bytes" },
  ];
  expect(texts(before, now)).toEqual([
    "b has other limits: id up to 50 instead of 100; id down to -5 instead of 1.",
  ]);
  expect(texts(now, before)).toEqual([
    "b has other limits: id up to 100 instead of 50; id down to 1 instead of -5.",
  ]);
  expect(texts(before, before)).toEqual([]);
  const larger = [{ ...body, last: "5,000 bytes", next: "9,000 bytes" }];
  expect(texts(before.slice(2), larger)).toEqual([
    "b has other limits: body up to 5,000 bytes at least instead of below 4,000 bytes.",
  ]);
  expect(texts(larger, before.slice(2))).toEqual([
    "b has other limits: body below 4,000 bytes instead of 5,000 bytes at least.",
  ]);
});

test("a migration says that a request which was sent before is refused now", () => {
  const { comparison } = compare({
    a: [[{ id: "s/valid", valid: true }, 201, 201]],
    b: [[{ id: "s/valid", valid: true }, 201, 201]],
  });
  const textsWith = (rules: string[]): string[] =>
    conclude({ ...comparison, state: [{ name: STATE_NAMES.duplicate, rules }] }).map(
      ({ text }) => text,
    );
  const none = "No valid request that a accepts fails at b.";
  expect(textsWith(["201", "409"])).toEqual([
    none,
    "A valid request that was sent before gets 409 from b, and 201 from a.",
  ]);
  for (const rules of [
    ["409", "201"],
    ["201", "not shown"],
    ["varies", "409"],
  ])
    expect(textsWith(rules)).toEqual([none]);
});

describe("what is not compared", () => {
  test("a case that changes is listed, with the responses of each target", () => {
    const { compared, unstable } = behaviourOf({
      a: [
        [{ id: "s/x" }, 201, 503],
        [{ id: "s/y" }, 201, 201],
      ],
      b: [
        [{ id: "s/x" }, 400, 400],
        [{ id: "s/y" }, 201, 201],
      ],
    });
    expect(compared).toBe(1);
    expect(unstable).toEqual([{ case: "s/x", signatures: [["201", "503"], ["400"]] }]);
  });

  test("what changes because its id was seen before counts with its first response", () => {
    const fixed = post(user({ id: "1", date: bytes`"${DATE}"` }));
    const repeated: Told = [
      { id: "repetition/same-id-twice", sameIdentity: true },
      [201, 409],
      [201, 409],
    ];
    const { unstable, groups } = behaviourOf({
      a: [repeated, [{ id: "s/fixed", request: fixed }, 201, 409]],
      b: [repeated, [{ id: "s/fixed", request: fixed }, 400, 400]],
    });
    expect(unstable).toEqual([]);
    expect(groups.map(({ signatures }) => signatures)).toEqual([["201", "400"]]);
  });

  test("a fixed identity that exists already is not compared", () => {
    const [fixed, fresh] = [
      { id: "s/fixed", request: post(user({ id: "7" })) },
      { id: "s/fresh", request: post(user({ id: ID })) },
    ];
    const { compared, groups, left } = behaviourOf({
      a: [
        [fixed, 201, 201],
        [fresh, 201, 201],
      ],
      b: [
        [fixed, 409, 409],
        [fresh, 409, 409],
      ],
    });
    expect([compared, groups.map(({ cases }) => cases)]).toEqual([1, [["s/fresh"]]]);
    expect(left).toContain(
      "b: 1 case not compared: got 409 each time, as a request gets whose value is there already",
    );
  });

  test("cases that a run lacks, other requests, other catalogues, runs cut off", () => {
    const a = runOf(
      headerOf("a"),
      recordsOf([{ id: "s/x" }, 201, 201], [{ id: "s/y" }, 201, 201], [{ id: "s/z" }, 201, 201]),
    );
    const b = runOf(
      headerOf("b", { catalogue: "two" }),
      recordsOf([{ id: "s/x" }, 201, 201], [{ id: "s/y", request: post(["other"]) }, 400, 400]),
    );
    b.fold.footer = undefined;
    const { compared, left } = buildComparison([a, b]).comparison.behaviour;
    expect(compared).toBe(1);
    expect(left).toEqual([
      "b: its run is incomplete (cut-off)",
      "the runs used different catalogues or selections of cases: 1 hand-chosen case in common",
      "1 hand-chosen case not in every run: b does not have 1",
      "1 hand-chosen case with another request in some run",
    ]);
  });

  test("the evidence of findings is no case", () => {
    const told: Told[] = [[{ id: "explore/id-upwards/1" }, 201]];
    expect(behaviourOf({ a: told, b: told }).compared).toBe(0);
  });
});

describe("generated cases", () => {
  const drawn = (seed: number, body: string, status: number): RunRecord[] =>
    recordsOf([
      {
        id: "s/drawn#0",
        request: post([body]),
        generated: { property: "s/drawn", seed, path: "0" },
      },
      status,
    ]);

  test("are compared where the seed gave the same request", () => {
    const view = buildComparison([
      runOf(headerOf("a"), drawn(3, "[]", 201)),
      runOf(headerOf("b"), drawn(3, "[]", 400)),
    ]);
    const [group] = view.comparison.behaviour.groups;
    expect(group).toMatchObject({ case: "s/drawn#0", signatures: ["201", "400"], size: 1 });
    expect(view.evidence.get("s/drawn#0")).toMatchObject({
      request: { brief: "[]" },
      targets: [{ signature: "201" }, { signature: "400" }],
    });
  });

  test("of other seeds are left out", () => {
    const { compared, left } = buildComparison([
      runOf(headerOf("a"), drawn(3, "[]", 201)),
      runOf(headerOf("b", { seed: 8 }), drawn(4, "{}", 400)),
    ]).comparison.behaviour;
    expect(compared).toBe(0);
    expect(left).toEqual(["1 generated case not compared: the seeds differ (7, 8)"]);
  });

  test("that share requests with another run are compared all the same", () => {
    const a = runOf(headerOf("a"), drawn(3, "[]", 201));
    const beside = { keepGenerated: true, beside: a.fold };
    const b = runOf(headerOf("b"), drawn(3, "[]", 201), beside);
    const c = runOf(headerOf("c"), drawn(3, "{}", 201), beside);
    expect(buildComparison([a, b]).comparison.behaviour.agree).toBe(1);
    expect(buildComparison([a, c]).comparison.behaviour.left).toEqual([
      "1 generated case with another request in some run",
    ]);
  });
});

describe("names", () => {
  const names = (...headers: [name: string, startedAt: string][]): string[] =>
    buildComparison(
      headers.map(([name, startedAt], nth) =>
        runOf(headerOf(name, { startedAt, runId: String(nth) }), []),
      ),
    ).comparison.targets.map(({ name }) => name);

  test.each<[string, [string, string][], string[]]>([
    [
      "two targets",
      [
        ["go", "2026-11-20T10:00:00.000Z"],
        ["hono", "2026-11-20T10:00:00.000Z"],
      ],
      ["go", "hono"],
    ],
    [
      "then and now",
      [
        ["go", "2026-11-20T10:00:00.000Z"],
        ["go", "2026-11-21T10:00:00.000Z"],
        ["hono", "2026-11-20T10:00:00.000Z"],
      ],
      ["go (20 Nov)", "go (21 Nov)", "hono"],
    ],
    [
      "a year later",
      [
        ["go", "2025-11-20T10:00:00.000Z"],
        ["go", "2026-11-20T10:00:00.000Z"],
      ],
      ["go (20 Nov 2025)", "go (20 Nov 2026)"],
    ],
    [
      "on one day",
      [
        ["go", "2026-11-20T10:00:00.000Z"],
        ["go", "2026-11-20T10:05:00.000Z"],
      ],
      ["go (20 Nov 2026 10:00)", "go (20 Nov 2026 10:05)"],
    ],
    [
      "at once",
      [
        ["go", "2026-11-20T10:00:00.000Z"],
        ["go", "2026-11-20T10:00:00.000Z"],
      ],
      ["go (1)", "go (2)"],
    ],
  ])("%s", (_, headers, expected) => expect(names(...headers)).toEqual(expected));
});

describe("what exploring found", () => {
  const axis = (at: string, near: string, far: string): AxisFinding => ({
    type: "finding",
    kind: "axis",
    axis: "id-upwards",
    title: "id, upwards",
    scale: "log",
    stretches: [
      { from: "0", to: at, signature: "201" },
      { from: String(Number(at) + 1), to: "1000", signature: "400" },
    ],
    boundaries: [
      {
        near: { at, signature: "201", case: near },
        far: { at: String(Number(at) + 1), signature: "400", case: far },
        probes: 9,
      },
    ],
    unstable: [],
    capped: false,
    requests: 20,
  });
  const targets = ["a", "b"].map((name) => ({ name, baseUrl: "", runId: `2026-11-20-${name}-7` }));
  const differs: Finding = {
    type: "finding",
    kind: "divergence",
    family: "id left out",
    signatures: [
      { target: "a", signature: "201" },
      { target: "b", signature: "400" },
    ],
    case: "explore/differs/1",
    from: "s/x",
    met: 3,
  };
  const explored = (name: string, at: string, others = targets) => {
    const near = post(user({ id: at, date: bytes`"${DATE}"` }));
    const records = recordsOf(
      [{ id: "explore/near", request: near }, 201],
      [{ id: "explore/far", request: post(user({ id: "1000", date: bytes`"${DATE}"` })) }, 400],
      [{ id: "explore/differs/1", request: post(bytes`{"date":"${DATE}"}`) }, 201],
    );
    return runOf(headerOf(name), [
      ...records,
      axis(at, "explore/near", "explore/far"),
      differs,
      { type: "exploration", targets: others, requests: 30, durationMs: 1 },
    ]);
  };

  const { comparison, evidence } = buildComparison([explored("a", "9"), explored("b", "99")]);

  test("axes are joined, and each target's evidence has a name of its own where it is another request", () => {
    expect(comparison.axes).toHaveLength(1);
    expect(comparison.axes[0]).toMatchObject({ axis: "id-upwards", title: "id, upwards" });
    expect(comparison.axes[0]?.targets.map(({ target, sentence }) => [target, sentence])).toEqual([
      [0, "201 up to 9, 400 from 10"],
      [1, "201 up to 99, 400 from 100"],
    ]);
    const sides = comparison.axes[0]?.targets.map(({ boundaries: [each] }) => [
      each?.near.case,
      each?.far.case,
    ]);
    expect(sides).toEqual([
      ["explore/near", "explore/far"],
      ["explore/near (b)", "explore/far"],
    ]);
    const signatures = (id: string) => evidence.get(id)?.targets.map(({ signature }) => signature);
    expect(signatures("explore/near")).toEqual(["201", ""]);
    expect(signatures("explore/near (b)")).toEqual(["", "201"]);
    expect(signatures("explore/far")).toEqual(["400", "400"]);
    expect(evidence.get("explore/near (b)")?.targets[1]?.replay).toBe(
      "witness replay ../b explore/near",
    );
  });

  test("a divergence that both runs have is told once", () => {
    expect(comparison.divergences).toMatchObject([
      { family: "id left out", met: 3, case: "explore/differs/1" },
    ]);
    expect(evidence.has("explore/differs/1")).toBe(true);
  });

  test("a divergence from a target that is not here is counted", () => {
    const elsewhere = [...targets.slice(0, 1), { name: "b", baseUrl: "", runId: "another" }];
    const { divergences, behaviour } = buildComparison([
      explored("a", "9", elsewhere),
      runOf(headerOf("c"), []),
    ]).comparison;
    expect(divergences).toEqual([]);
    expect(behaviour.left.at(-1)).toBe(
      "1 difference found by exploring with targets that are not part of this comparison",
    );
  });
});

test("evidence: the request as the first run sent it, and how each target responded", () => {
  const sent: Told[0] = { id: "s/x", request: post(bytes`{"id":${ID}}`) };
  const { evidence } = compare({ a: [[sent, 201, 201]], b: [[sent, "timed-out", "timed-out"]] });
  expect(evidence.get("s/x")).toEqual({
    case: "s/x",
    request: {
      text: expect.stringMatching(
        /^POST \/api\/user HTTP\/1\.1\nhost: a\.test\n[^]*\n\n\{"id":\d+\}$/,
      ),
      bytes: expect.any(Number),
      brief: '{"id":1001}',
    },
    curl: expect.stringMatching(/^curl .*'http:\/\/a\.test\/api\/user'$/),
    targets: [
      {
        signature: "201",
        response: { text: "HTTP/1.1 201 Told\ncontent-type: text/plain\n\nok", bytes: 2 },
        replay: "witness replay ../a s/x",
      },
      {
        signature: "timed-out",
        response: { text: "timed-out (head): nothing came", bytes: 0 },
        replay: "witness replay ../b s/x",
      },
    ],
  });
});

test("targets, classes and ledger side by side; the document fits its schema", () => {
  const { comparison } = compare(three([[{ id: "s/x", valid: true }, 201, 400, 500]]));
  expect(comparison.targets.map(({ name, classes, accepts }) => [name, classes, accepts])).toEqual([
    ["a", { "2xx": 1 }, "held"],
    ["b", { "4xx": 1 }, "held"],
    ["c", { "5xx": 1 }, "held"],
  ]);
  const statuses = comparison.ledger.find(({ id }) => id === "response-status");
  expect(statuses?.observed).toEqual([
    ["valid requests: 201 ×2"],
    ["valid requests: 400 ×2"],
    ["valid requests: 500 ×2"],
  ]);
  const schema = z.toJSONSchema(Comparison);
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  const written = JSON.parse(JSON.stringify(comparison));
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
  expect(Comparison.parse(written)).toEqual(comparison);
});

test("no word of the comparison ranks or judges", () => {
  const text = JSON.stringify(compare(three([[{ id: "s/x" }, 201, 400, 500]])).comparison);
  expect(text).not.toMatch(/deviat|wrong|expected|incorrect|worse|better|majority/i);
});
