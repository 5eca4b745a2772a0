import { expect, test } from "vitest";
import { type GateLevel, GateResult, type Judgement, type RunRecord } from "../model/index.ts";
import { gateRun, loaded, sent, told, type Word } from "../../test/policy/gate.ts";
import { baselineOf } from "./baseline.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";
import { gateExitCode, gateVerdict, judgeRuns } from "./judge-runs.ts";
import { sourceLines } from "./source-lines.ts";

const FILE = `import { defineConfig } from "api-witness";

export default defineConfig({
  targets: { go: "http://localhost:8080" },
  policy: {
    behaviour: {
      "fields/*": { only: ["2xx", "4xx"] },
      valid: {
        only: 201,
        stable: true,
      },
    },
    load: [
      "p(95)<20",
      'goodput>1000',
    ],
  },
});
`;
const policy = {
  behaviour: {
    "fields/*": { only: ["2xx" as const, "4xx" as const] },
    valid: { only: 201, stable: true as const },
  },
  load: ["p(95)<20", "goodput>1000"],
};

test("every rule names its line, and the result fits its schema", async () => {
  const records = [
    ...sent("fields/lone surrogate", [500, 500]),
    ...loaded(10_000, [2000, 2010, 1990]),
  ];
  const result = judgeRuns({
    runs: [gateRun(policy, records)],
    source: sourceLines("witness.config.ts", FILE),
  });
  expect(GateResult.parse(result)).toEqual(result);
  expect(result.targets).toEqual([
    { name: "go", baseUrl: "http://localhost/go", run: "reports/2026-11-20-go-7" },
  ]);
  expect(told(result)).toMatchInlineSnapshot(`
    "fail policy.behaviour["fields/*"].only | "fields/*".only: ["2xx","4xx"] | witness.config.ts:7
      1 of 1 case
      - fields/lone surrogate: expected 2xx or 4xx, observed 500 (2 of 2)
        witness replay reports/2026-11-20-go-7 'fields/lone surrogate'
    pass policy.behaviour.valid.only | valid.only: 201 | witness.config.ts:9
      1 case, 2 observations
    pass policy.behaviour.valid.stable | valid.stable: true | witness.config.ts:10
      1 case sent more than once
    pass policy.load[0] | p(95)<20 | witness.config.ts:14
      measured 5.027 ms
    pass policy.load[1] | goodput>1000 | witness.config.ts:15
      measured 2,000/s
    fail 1"
  `);
});

test("what is stated fails by itself", () => {
  const run = gateRun({}, sent("valid/dropped", [201, "reset"]));
  expect(told(judgeRuns({ runs: [run] }))).toMatchInlineSnapshot(`
    "fail stated | a complete HTTP response comes back for every valid request
      1 of 4 valid requests got no complete HTTP response, first valid/dropped: reset (head), nothing came
      - valid/dropped: expected a complete HTTP response, observed reset (head), nothing came
        witness replay reports/2026-11-20-go-7 valid/dropped
    fail 1"
  `);
});

test("what a limit of witness cut off is inconclusive, and no failure of the server", () => {
  const run = gateRun({}, sent("valid/large", [201, "too-large"]));
  expect(told(judgeRuns({ runs: [run] }))).toMatchInlineSnapshot(`
    "inconclusive stated | a complete HTTP response comes back for every valid request
      1 of 4 valid requests was not judged: a limit of witness cut off its response, first valid/large: too-large (head), nothing came
    inconclusive 4"
  `);
});

test("a run that was lost or never begun is no pass", () => {
  expect(judgeRuns({ runs: [gateRun({}, [], { end: "cut-off" })] })).toMatchObject({
    verdict: "inconclusive",
    exitCode: 4,
  });
  expect(judgeRuns({ runs: [gateRun({}, [], { end: "unreachable" })] })).toMatchObject({
    verdict: "error",
    exitCode: 2,
  });
});

test("judging leaves the runs as they were, and does not depend on which case came first", () => {
  const parts = [
    sent("valid/dropped", [201, "reset"]),
    sent("fields/lone surrogate", [500, 500]),
    loaded(10_000, [2000]),
  ];
  const runs = [gateRun(policy, parts.flat())];
  const once = judgeRuns({ runs });
  expect(once.verdict).toBe("fail");
  expect(judgeRuns({ runs })).toEqual(once);
  expect(judgeRuns({ runs: [gateRun(policy, parts.toReversed().flat())] })).toEqual(once);
});

test("a result is plain JSON: written and read again it is the same", () => {
  const result = judgeRuns({ runs: [gateRun(policy, loaded(10_000, [2000]))] });
  expect(result.judgements.map(({ rule, verdict }) => `${verdict} ${rule}`)).toEqual([
    "pass stated",
    'error policy.behaviour["fields/*"].only',
    "pass policy.behaviour.valid.only",
    "pass policy.behaviour.valid.stable",
    "pass policy.load[0]",
    "pass policy.load[1]",
  ]);
  expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result);
});

test("a warning is listed and fails only with --strict; --warn lets pass what failed, but no mistake", () => {
  const levels: GateLevel[] = [
    {},
    { strict: true },
    { warn: true },
    { inconclusive: "pass" },
    { inconclusive: "fail" },
    { strict: true, inconclusive: "pass" },
    { warn: true, inconclusive: "fail" },
  ];
  const codes = (verdicts: Judgement["verdict"][], kind: Judgement["kind"] = "policy") => {
    const judgements = verdicts.map((verdict) => ({ kind, verdict }));
    return levels.map((level) => gateExitCode(gateVerdict(verdicts), judgements, level));
  };
  expect(codes(["pass"])).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(codes(["pass", "warn"])).toEqual([0, 1, 0, 0, 0, 1, 0]);
  expect(codes(["warn"])).toEqual([0, 1, 0, 0, 0, 1, 0]);
  expect(codes(["pass", "inconclusive"])).toEqual([4, 1, 0, 0, 1, 0, 0]);
  expect(codes(["warn", "inconclusive"])).toEqual([4, 1, 0, 0, 1, 1, 0]);
  expect(codes(["warn", "fail", "inconclusive"])).toEqual([1, 1, 0, 1, 1, 1, 0]);
  expect(codes(["error", "warn"])).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(codes(["inconclusive"], "record")).toEqual([4, 1, 4, 4, 1, 4, 0]);
});

test("errors that no rule forbids are told, and fail nothing; a rule that fails tells them itself", () => {
  const records = [...sent("valid/one", [201, 201]), ...sent("fields/lone surrogate", [500, 500])];
  const unruled = judgeRuns({ runs: [gateRun({}, records)] });
  expect(unruled.exitCode).toBe(0);
  expect(unruled.findings).toEqual([
    {
      target: "go",
      case: "fields/lone surrogate",
      text: expect.stringMatching(/^no rule forbids this: 1 case gets a 5xx/),
    },
  ]);
  const ruled = judgeRuns({ runs: [gateRun(policy, records)] });
  expect(ruled.exitCode).toBe(1);
  expect(ruled.findings).toBeUndefined();
});

test("a valid request without a response is a warning if the baseline had none, too", () => {
  const others = Array.from({ length: 60 }, (_, nth) => sent(`valid/${nth}`, [201, 201])).flat();
  const runOf = (words: Word[]) => gateRun({}, [...others, ...sent("valid/pieces", words)]);
  const before = (words: Word[]) => runOf(words).gate.run;
  const learned = baselineOf([before([201, 201]), before(["reset", 201]), before([201, 201])]);
  const verdict = (words: Word[], value = learned): string | undefined => {
    const { judgements } = judgeRuns({ runs: [runOf(words)], baseline: { value } });
    return judgements.find(({ rule }) => rule === "stated")?.verdict;
  };
  expect(verdict([201, 201])).toBe("pass");
  expect(verdict([201, "reset"])).toBe("warn");
  const always = baselineOf([runOf([201, 201]).gate.run]);
  expect(verdict(["reset", "reset"], always)).toBe("fail");
});

test("an end of the server is a warning if the same case ended it in the baseline", () => {
  const runOf = (...ids: (string | undefined)[]) =>
    gateRun({}, [
      ...sent("valid/now", [201, 201]),
      ...["framing/huge", "size/huge"].flatMap((id) => sent(id, ["reset"])),
      ...ids.map((id, at): RunRecord => ({
        type: "death",
        kind: id === "framing/hung" ? "hung" : "ended",
        nth: at + 1,
        atMs: at,
        cases: id === undefined ? [] : [id.replace("hung", "huge")],
        tried: 2,
        times: 2,
        sentAgain: 0,
      })),
    ]);
  const value = baselineOf([runOf("framing/huge").gate.run]);
  expect(parseBaseline(baselineText(value), "baseline.json").ends).toEqual(["ended framing/huge"]);
  const verdict = (...ids: (string | undefined)[]): string | undefined =>
    judgeRuns({ runs: [runOf(...ids)], baseline: { value } }).judgements[0]?.verdict;
  expect(verdict()).toBe("pass");
  expect(verdict("framing/huge")).toBe("warn");
  expect(verdict("framing/huge", "size/huge")).toBe("fail");
  expect(verdict("framing/huge", undefined)).toBe("fail");
  expect(verdict("framing/hung")).toBe("fail");
});

test("errors at random as often as in the baseline are no warning of the cases that got them", () => {
  const others = Array.from({ length: 60 }, (_, nth) => sent(`fields/${nth}`, [201, 201])).flat();
  const runOf = (id: string, words: Word[]) =>
    gateRun({}, [...others, ...sent(`fields/${id}`, words)]);
  const verdictAfter = (before: Word[], error: Word = "timed-out"): string | undefined => {
    const now = runOf("0", [201, error]);
    now.gate.run.cases.get("fields/0")!.again = [{ how: "alone", signature: "201" }];
    now.gate.run.notes.push({
      type: "note",
      kind: "confirm",
      code: "sent-again",
      differing: 1,
      sendings: 1,
    });
    const value = baselineOf([runOf("0", [201, 201]).gate.run, runOf("1", before).gate.run]);
    const { judgements } = judgeRuns({ runs: [now], baseline: { value } });
    return judgements.find(({ rule }) => rule === "baseline.flaky")?.verdict;
  };
  expect(verdictAfter([201, "timed-out"])).toBeUndefined();
  expect(verdictAfter([201, 201])).toBe("warn");
  expect(verdictAfter([201, "timed-out"], 500)).toBe("warn");
});
