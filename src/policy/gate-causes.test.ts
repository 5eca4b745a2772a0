import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { axisFinding, stretchesOf } from "../../test/analyse/explore/explored.ts";
import { gateRun, sent, sentCase } from "../../test/policy/gate.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { post } from "../generate/index.ts";
import { type Case, GateResult, type Policy, type RunRecord } from "../model/index.ts";
import { baselineOf } from "./baseline.ts";
import { judgeRuns } from "./judge-runs.ts";

const NGINX = { body: "<html><h1>502</h1></html>", contentType: "text/html", server: "nginx/1.25" };
const APP = { body: `{"message":"boom"}`, contentType: "application/json", server: "app" };

const names = (count: number, from: string) => Array.from({ length: count }, (_, n) => from + n);

/** 31 responses of a proxy, with two statuses, and 27 of the application, in the suites in turn. */
const twoOrigins: RunRecord[] = [
  ...names(31, "a").flatMap((name, n) => sent(`fields/${name}`, [n % 2 ? 502 : 504, 502], NGINX)),
  ...names(27, "b").flatMap((name, n) => sent(`${n % 2 ? "fields" : "size"}/${name}`, [500], APP)),
];

const told = ({ causes = [] }: GateResult) =>
  causes.map(({ text, count, rules, example }) => ({ text, count, rules, first: example.case }));

type Rules = z.input<typeof Policy>;

describe("58 server errors of two origins are two causes, each with its example", () => {
  test("as breaches of a rule", () => {
    const policy: Rules = { behaviour: { "*": { never: "5xx" } } };
    const result = judgeRuns({ runs: [gateRun(policy, twoOrigins)] });
    expect(GateResult.parse(result)).toEqual(result);
    expect(told(result)).toEqual([
      {
        text: "fields: 502 or 504 · HTML, nginx",
        count: 31,
        rules: ['policy.behaviour["*"].never'],
        first: "fields/a0",
      },
      {
        text: "size, fields: 500 · JSON {message: string}, app",
        count: 27,
        rules: ['policy.behaviour["*"].never'],
        first: "size/b0",
      },
    ]);
  });

  test("as drift from a baseline, which has the breaches of rules with it", () => {
    const before = twoOrigins.flatMap((each) =>
      each.type === "case" ? sent(each.case.id, [201, 201]) : [],
    );
    const value = baselineOf([gateRun({}, before).gate.run]);
    const policy: Rules = { behaviour: { "*": { never: "5xx" }, "size/*": { only: 201 } } };
    const runs = [gateRun(policy, [...twoOrigins, ...sent("size/new", [500], APP)])];
    const result = judgeRuns({ runs, baseline: { value } });
    expect(told(result).map(({ text, count }) => [text, count])).toEqual([
      ["fields: 201 became 502 or 504 · HTML, nginx", 31],
      ["size, fields: 201 became 500 · JSON {message: string}, app", 28],
    ]);
    const all = new Set(result.causes?.flatMap(({ cases }) => cases));
    expect(all.size).toBe(59);
    expect(told(result).find(({ count }) => count === 28)?.rules).toEqual([
      'policy.behaviour["*"].never',
      'policy.behaviour["size/*"].only',
      "baseline.cases",
    ]);
  });

  test("as breaches of generated cases, which the fold of the run does not keep", () => {
    const records = names(5000, "g").flatMap((name, n): RunRecord[] => {
      const generated = { property: "fields/any", seed: 1, path: String(n) };
      const each: Case = {
        id: `fields/${name}`,
        reason: "",
        clauses: [],
        request: post(),
        generated,
      };
      return sentCase(each, [500], n < 3 ? NGINX : { ...APP, body: `{"message":"${n}"}` });
    });
    const result = judgeRuns({
      runs: [gateRun({ behaviour: { "*": { never: "5xx" } } }, records.slice(0, 1600))],
    });
    expect(told(result).map(({ text, count }) => [text, count])).toEqual([
      ["fields: 500 · JSON {message: string}, app", 797],
      ["fields: 500 · HTML, nginx", 3],
    ]);
    // Each cause has its example among the breaches that the file keeps.
    const [, rule] = result.judgements;
    expect(rule?.breaches).toHaveLength(100);
    for (const { example } of result.causes ?? [])
      expect(rule?.breaches.map((breach) => breach.case)).toContain(example.case);
  });
});

describe("a boundary that moved is one cause", () => {
  const ids = suiteNamed("id-bounds").cases.filter(({ rung }) => rung?.axis === "id upwards");
  const pipelined = suiteNamed("connection").cases.filter(({ id }) => /pipelined-\d/.test(id));
  const others = [...suiteNamed("headers").cases, ...pipelined];
  const axis = (last: string, from: string) =>
    axisFinding("id-upwards", "id, upwards", {
      stretches: stretchesOf(["0", "201", last], [from, "400", "9007199254740993"]),
    });
  const records = (limit: bigint): RunRecord[] => [
    // The fresh ids of the other suites are near 500,000,000.
    ...[...ids, ...others].flatMap((each) => {
      const at = each.rung?.axis === "id upwards" ? BigInt(each.rung.at) : undefined;
      return sentCase(each, [(at ?? 500_000_000n) > limit ? 400 : 201]);
    }),
    limit > 1_000_000n ? axis("9007199254740991", "9007199254740992") : axis("32767", "32768"),
    ...sentCase(
      {
        id: "explore/id-upwards/32768",
        reason: "",
        clauses: [],
        request: { sender: "client", body: ['{"id":32768}'] },
      },
      [limit > 1_000_000n ? 201 : 400],
    ),
  ];

  test("with the cases of other suites on its other side, the axis, and the rules on both", () => {
    const value = baselineOf([gateRun({}, records(9007199254740991n)).gate.run]);
    const policy: Rules = {
      behaviour: { "headers/*": { only: 201 } },
      boundaries: { "id-upwards": { atLeast: "9007199254740991" } },
    };
    const result = judgeRuns({ runs: [gateRun(policy, records(32767n))], baseline: { value } });
    const [first, ...more] = result.causes ?? [];
    expect(first?.text).toBe("id: 201 up to 9007199254740991 before, up to 32767 now");
    expect(first?.rules).toEqual([
      "baseline.cases",
      'policy.behaviour["headers/*"].only',
      "policy.boundaries.id-upwards.atLeast",
      "baseline.boundaries",
    ]);
    expect(more).toEqual([]);
    const between = ids.filter(({ rung }) => {
      const at = BigInt(rung?.at ?? 0);
      return at > 32767n && at <= 9007199254740991n;
    });
    expect(first?.count).toBe(others.length + between.length);
  });
});

test("a limit of the body that several axes meet is one cause", () => {
  const explored = (axis: string, at: number, size: number): RunRecord[] =>
    sentCase(
      {
        id: `explore/${axis}/${at}`,
        reason: "",
        clauses: [],
        request: { sender: "client", body: ["x".repeat(size)] },
      },
      [size > 100 ? 413 : 201],
    );
  const records = (limit: number): RunRecord[] => [
    ...[limit, limit + 1].flatMap((at) => explored("body-space", at, at)),
    ...[10, 11].flatMap((at) => explored("nesting", at, at === 10 ? limit - 1 : limit + 1)),
    axisFinding("nesting", "nesting of arrays", {
      unit: "levels",
      stretches: stretchesOf(
        ["0", "201", limit === 200 ? "9" : "10"],
        [limit === 200 ? "10" : "11", "413", "999"],
      ),
    }),
    axisFinding("body-space", "body size, by spaces after the document", {
      unit: "bytes",
      stretches: stretchesOf(["50", "201", `${limit}`], [`${limit + 1}`, "413", "9999"]),
    }),
  ];
  const value = baselineOf([gateRun({}, records(200)).gate.run]);
  const result = judgeRuns({ runs: [gateRun({}, records(201))], baseline: { value } });
  expect(told(result).map(({ text, rules }) => [text, rules])).toEqual([
    ["body size: 201 up to 200 bytes before, up to 201 bytes now", ["baseline.boundaries"]],
  ]);
});

test("cases of one suite are named by it, whatever fields they are about", () => {
  const wrong = (body: string, id: string): RunRecord[] =>
    sentCase({ id, reason: "", clauses: [], request: { sender: "client", body: [body] } }, [201]);
  const records = [
    ...wrong("{", "malformed-json/cut"),
    ...wrong(`{"id":1,"date":"\\x"}`, "malformed-json/escape"),
  ];
  const policy: Rules = { behaviour: { "malformed-json": { never: "2xx" } } };
  const result = judgeRuns({ runs: [gateRun(policy, records)] });
  expect(told(result).map(({ text, count }) => [text, count])).toEqual([
    ["malformed-json: 201", 2],
  ]);
});

test("a case that breaks two rules has one cause", () => {
  const policy: Rules = { behaviour: { valid: { only: 201 }, "*": { never: "5xx" } } };
  const result = judgeRuns({ runs: [gateRun(policy, sent("valid/b", [500, 500]))] });
  expect(told(result).map(({ text, rules }) => [text, rules])).toEqual([
    ["valid: 500 · empty body", ["policy.behaviour.valid.only", 'policy.behaviour["*"].never']],
  ]);
});

test("cases that end the server in the same way are one cause", () => {
  const id = (nth: number): string => `explore/ends-the-server/${nth}`;
  const records = [1, 2].flatMap((nth): RunRecord[] => [
    ...sent(id(nth), ["reset"]),
    {
      type: "death",
      kind: "ended",
      nth,
      atMs: nth,
      cases: [id(nth)],
      tried: 2,
      times: nth,
      sentAgain: 0,
    },
  ]);
  const result = judgeRuns({ runs: [gateRun({}, [...sent("valid/now", [201]), ...records])] });
  expect(told(result).map(({ text, count }) => [text, count])).toEqual([
    ["explore: ends the server: it takes no connections", 2],
  ]);
});

test("a body of another shape explains other words, and checks in another order explain the shape", () => {
  const cases = (body: string, name: string) =>
    names(3, name).flatMap((each) => sent(`fields/${each}`, [422, 422], { body }));
  const all = (first = "", second = "") => [...cases(first, "a"), ...cases(second, "b")];
  const told = (before: RunRecord[], now: RunRecord[]) => {
    const [learned, run] = [before, now].map((each) => gateRun({}, each, { keepBodies: true }));
    if (learned === undefined || run === undefined) return [];
    const { run: fold } = learned.gate;
    const value = baselineOf([fold, fold], { include: ["shape"] });
    const { causes = [] } = judgeRuns({ runs: [run], baseline: { value } });
    return causes.map(({ text, count }) => `${text} (${count})`);
  };
  const [late, words] = [`{"errors":[{"message":"is late"}]}`, `{"errors":["date is late"]}`];
  const both = "fields: body $.errors[]: object became string";
  expect(told(all(late, late), all(words, words))).toEqual([`${both} (6)`]);
  const [id, date] = ["id", "date"].map((name) =>
    JSON.stringify({ message: `${name} is bad`, errors: { [name]: "bad" } }),
  );
  const order = 'errors say "date is bad" instead of "id is bad"; it said so of other cases before';
  expect(told(all(id, date), all(date, date))).toEqual([`${order} (3)`]);
});
