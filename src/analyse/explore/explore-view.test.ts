import { userSubmission } from "../../contract/index.ts";
import { describe, expect, test } from "vitest";
import { bytes, raw, times } from "../../template/index.ts";
import { DATE, headersWith, ID, post, user, wirePost } from "../../generate/index.ts";
import { isExplored, Summary, type AxisFinding } from "../../model/index.ts";
import { buildRunView } from "../build-run-view.ts";
import { summarise } from "../summarise.ts";
import { acceptedOddity, buildExploreView } from "./explore-view.ts";
import { axisView } from "./axis-view.ts";
import {
  axisFinding,
  evidence,
  example,
  exploreHeader,
  foldOf,
  stretchesOf,
} from "../../../test/analyse/explore/explored.ts";
import { requestText } from "./request-text.ts";
import { comparedFold, sampleAxes, sampleFold } from "../../../test/analyse/explore/sample.ts";

const sentenceOf = (walked: Partial<AxisFinding>): string =>
  axisView(axisFinding("some-axis", "an axis", { stretches: [], ...walked }), userSubmission)
    .sentence;

describe("the sentence of an axis", () => {
  test.each([
    ["id, upwards", "201 up to 2147483647, 400 from 2147483648"],
    ["id, downwards", "201 down to -2147483648, 400 from -2147483649"],
    ["fraction digits of date", "400 up to 2 digits, 201 at 3 digits, 400 from 4 digits"],
    ["a band of ids", "201 up to 10, 400 from 11 to 99, 201 from 100 to 200, reset from 201"],
    ["nesting of arrays in an unknown key", "201 up to the cap of 100,000 levels"],
    ["unknown keys", "responds at random (201 or 500): no boundary"],
    [
      "extra headers",
      "201 up to 64 headers, responds at random (201 or 431) between 64 and 128 headers, 431 from 128 headers",
    ],
    [
      "length of an unknown key",
      "201 up to 1,024 bytes at least, 400 from 65,536 bytes at the latest",
    ],
  ])("%s", (title, sentence) => {
    const found = buildExploreView(sampleFold)?.axes.find((each) => each.title === title);
    expect(found?.sentence).toBe(sentence);
  });

  test("ranges are in order and do not overlap where a place inside of one is unstable", () => {
    const finding = axisFinding("body-digits", "body size, by the digits of a number", {
      stretches: [
        ...stretchesOf(["51", "201", "1048576"]),
        ...stretchesOf(["1048577", "413", "2097152"]),
      ],
      unstable: [{ from: "1048578", to: "1048579", signatures: ["413", "reset"] }],
      unit: "bytes",
    });
    const { stretches, sentence } = axisView(finding, userSubmission);
    expect(stretches.map(({ from, to }) => [from.at, to.at])).toEqual([
      ["51", "1048576"],
      ["1048577", "1048578"],
      ["1048578", "1048579"],
      ["1048579", "2097152"],
    ]);
    expect(sentence).toBe(
      "201 up to 1,048,576 bytes, 413 from 1,048,577 to 1,048,578 bytes, responds at random (413 or reset) between 1,048,578 and 1,048,579 bytes, 413 from 1,048,579 bytes",
    );
  });

  test("an axis that ends by itself has no cap", () => {
    const stretches = stretchesOf(["0", "201", "23"]);
    expect(sentenceOf({ stretches, capped: false })).toBe("201 for every value from 0 to 23");
    expect(sentenceOf({ stretches, cut: "max-time" })).toBe("201 for every value from 0 to 23");
  });

  test("the cap downwards, with one place counted as one", () => {
    expect(sentenceOf({ stretches: stretchesOf(["-1", "400", "-99999"]) })).toBe(
      "400 down to the cap of -99999",
    );
    const stretches = stretchesOf(["0", "400", "1"], ["2", "201", "9"]);
    expect(sentenceOf({ stretches, unit: "digits" })).toBe("400 up to 1 digit, 201 from 2 digits");
  });

  test("nothing was walked", () => {
    expect(sentenceOf({ cut: "interrupted" })).toBe("not explored: it was interrupted");
  });

  test("a long row of stretches is cut", () => {
    const stretches = stretchesOf(
      ...Array.from({ length: 40 }, (_, n) => [`${n}`, n % 2 ? "400" : "201", `${n}`] as const),
    );
    expect(sentenceOf({ stretches })).toMatch(
      /^201 up to 0, 400 at 1, .* 400 at 9, and 30 more ranges$/,
    );
  });
});

test("unstable ranges that touch are one, between the stretches beside them", () => {
  const view = axisView(
    axisFinding("id-downwards", "id, downwards", {
      stretches: stretchesOf(["-1", "201", "-10"], ["-1000", "400", "-5000"]),
      unstable: [
        { from: "-10", to: "-100", signatures: ["201", "500"] },
        { from: "-100", to: "-1000", signatures: ["500", "400"] },
      ],
      boundaries: [],
    }),
    userSubmission,
  );
  expect(view.stretches.map(({ from, to }) => [from.at, to.at])).toEqual([
    ["-1", "-10"],
    ["-10", "-1000"],
    ["-1000", "-5000"],
  ]);
  expect(view.stretches[1]?.signatures).toEqual(["201", "500", "400"]);
  expect(view.unstable).toBe(true);
});

test("a well-known value is a hint at its boundary, and long places have short texts", () => {
  const [up, , , size] = buildExploreView(sampleFold)?.axes ?? [];
  expect(up?.boundaries[0]).toEqual({
    near: {
      at: "2147483647",
      text: "2147483647",
      signature: "201",
      case: "explore/id-upwards/2147483647",
    },
    far: {
      at: "2147483648",
      text: "2147483648",
      signature: "400",
      case: "explore/id-upwards/2147483648",
    },
    known: "the largest signed 32-bit integer",
  });
  expect(up?.stretches.at(-1)?.to.text).toBe("10^400");
  expect(size?.boundaries[0]?.known).toBe("1 MiB");
});

describe("smallest examples", () => {
  test("as sentences, by property: for each response the smallest, with what is accepted", () => {
    expect(buildExploreView(sampleFold)?.examples.map(({ sentence }) => sentence)).toEqual([
      'malformed-json: 400 (smallest: `{`; 1 more kind); 201 (smallest: `{"id":123456789,}`: this server accepts a comma before the end); 500 (smallest: `"\\ud800"`)',
      'fields: 201 (smallest: `{"id":123456789}`; 1 more kind)',
      `size: 413 (smallest: \`{"id":123456789}${" ".repeat(63)}…\`)`,
      'encoding: reset (smallest: `{"\\xff\\x00":1}`)',
    ]);
  });

  test("two properties of a suite go by their whole names", () => {
    const fold = foldOf(
      exploreHeader,
      ...example("fields/one", "no body", 400, []),
      ...example("fields/two", "as stated", 201),
    );
    expect(buildExploreView(fold)?.examples.map(({ sentence }) => sentence)).toEqual([
      "fields/one: 400 (smallest: an empty body)",
      'fields/two: 201 (smallest: `{"id":123456789,"date":"2000-09-27T16:13:38.633Z"}`)',
    ]);
  });

  test("one whose evidence is not in the record is still told of", () => {
    const [finding] = example("fields/one", "date missing", 400, ["{}"]).slice(-1);
    const fold = foldOf(exploreHeader, ...(finding ? [finding] : []));
    expect(buildExploreView(fold)?.examples[0]?.entries[0]).toMatchObject({ text: "", bytes: 0 });
  });
});

test.each([
  ["201", "malformed JSON: a comma before the end", "a comma before the end"],
  ["201", "malformed JSON: cut short", "a document that is cut short"],
  ["200", "malformed JSON: no comma", "a document with no comma"],
  ["201", "malformed JSON", "a document that is not JSON"],
  ["201", "no body + header content-length: missing", "a request without a body"],
  ["204", "id twice + further keys", "id twice"],
  ["2xx", "not UTF-8", "bytes that are not UTF-8"],
  ["201", "JSON, not an object: array", "array instead of the object"],
])("%s for %s: this server accepts %s", (signature, family, what) => {
  expect(acceptedOddity(signature, family)).toBe(what);
});

test.each([
  ["400", "malformed JSON: cut short"],
  ["201", "as stated"],
  ["201", "date missing"],
  ["closed", "no body"],
])("%s for %s has no note", (signature, family) => {
  expect(acceptedOddity(signature, family)).toBeUndefined();
});

describe("the text of a request", () => {
  const textOf = (request: Parameters<typeof evidence>[1]) =>
    requestText(foldOf(exploreHeader, ...evidence("explore/x", request, 201)), "explore/x");

  test("is its body", () => {
    expect(textOf(post(["{"]))).toEqual({ text: "{", bytes: 1 });
    expect(textOf(post([raw(0, 0xff), "\r\n\n"]))).toEqual({ text: "\\x00\\xff\n\\n", bytes: 5 });
  });

  test("is cut to 200 characters, with all of its bytes counted", () => {
    const { text, bytes: length } = textOf(post([times("é", 300)]));
    expect([Array.from(text).length, text.at(-1), length]).toEqual([200, "…", 600]);
    expect(textOf(post([times("x", 200)])).text).toBe("x".repeat(200));
  });

  test("is of the head what differs, where the body is as stated", () => {
    const odd = post(user(), { path: "/api/user?x=1", headers: headersWith({ Accept: "a/b" }) });
    expect(textOf(odd).text).toBe(
      "POST /api/user?x=1 HTTP/1.1\naccept: a/b".replace("accept", "Accept"),
    );
    expect(textOf(wirePost({ change: { Host: "evil" } })).text).toBe("Host: evil");
    const two = bytes`{"date":"${DATE}","id":${ID}}`;
    expect(textOf(post(two, { path: "/x" })).text).toMatch(/^\{"date"/);
  });
});

test("what was cut short, and why", () => {
  expect(buildExploreView(sampleFold)?.cutShort).toEqual([
    "exploring was cut short: the requests allowed by --max-requests were used up",
    "not explored to the end (the requests allowed by --max-requests were used up): length of an unknown key",
    "not fully shrunk (the requests allowed by --max-requests were used up): 1 smallest example",
  ]);
  expect(buildExploreView(comparedFold)?.cutShort).toEqual([
    "not fully shrunk (no time was left): 1 difference",
  ]);
  const broken = foldOf(exploreHeader, ...sampleAxes.slice(0, 1));
  expect(buildExploreView(broken)).toMatchObject({
    cutShort: ["the record ends before exploring was finished"],
    targets: [],
  });
  expect(buildExploreView(foldOf(exploreHeader))).toBeUndefined();
});

describe("the summary of a run", () => {
  const summary = summarise(sampleFold);

  test("has what exploring found, as its schema says", () => {
    const parsed = Summary.parse(JSON.parse(JSON.stringify(summary)));
    expect(parsed.exploration).toEqual(buildExploreView(sampleFold));
    expect(parsed.exploration?.unstable).toEqual([
      {
        where: "fields/any",
        signatures: ["201", "500"],
        text: '{"x":1}',
        bytes: 7,
        case: "explore/fields/any/201-500",
        count: 3,
      },
    ]);
  });

  test("counts no evidence among suites, cases and remarks", () => {
    expect(summary?.suites.map(({ name }) => name)).toEqual(["valid"]);
    expect(summary?.cases.map(({ id }) => id)).toEqual(["valid/plain"]);
    expect(summary?.remarks.filter(({ case: id }) => isExplored(id ?? ""))).toEqual([]);
  });

  test("tells of the boundaries at the clauses that they are about", () => {
    const clause = summary?.ledger.find(({ id }) => id === "id-values");
    expect(clause?.observed[0]).toBe("id, upwards: 201 up to 2147483647, 400 from 2147483648");
  });
});

test("the view keeps the evidence as cases, and knows a run of exploring alone", () => {
  const view = buildRunView(sampleFold, "reports/x");
  expect(view?.exploreAlone).toBe(true);
  const found = view?.cases.filter(({ suite }) => suite === "explore") ?? [];
  expect(found).toHaveLength(15 + 8 + 1);
  expect(found[0]?.evidence[0]?.replay).toBe("explore/id-upwards/2147483647");
  const both = foldOf({ ...exploreHeader, suites: [{ name: "valid", about: "v" }] }, ...sampleAxes);
  expect(buildRunView(both, "reports/x")).not.toHaveProperty("exploreAlone");
});
