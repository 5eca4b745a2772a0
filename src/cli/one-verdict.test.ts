import fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, type TestContext } from "vitest";
import { headerOf } from "../../test/analyse/comparison/runs.ts";
import { compare, judge } from "../api/index.ts";
import { userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { post } from "../generate/index.ts";
import { judgeStored, readSummary } from "../jobs/index.ts";
import { Outcome, RequestResult } from "../model/observation.ts";
import type {
  Case,
  Death,
  DocumentedResponse,
  RunHeader,
  RunRecord,
  Summary,
} from "../model/index.ts";
import type { Survey } from "../model/history.ts";
import { RunEnd } from "../model/run.ts";
import { sampled } from "../../test/statistics.ts";
import { testCase, testRun, readWitnessed } from "../vitest/run-tests.ts";
import { exitCodeOf, exitCodeOfSurvey } from "./run-exit-codes.ts";

type Verdict = "held" | "not-held" | "not-judged";

/** The verdict on a valid request that has this outcome, from the README: written by hand, for every outcome. */
const OUTCOMES: Record<Outcome, Verdict> = {
  answered: "held",
  refused: "not-held",
  unreachable: "not-held",
  unresolved: "not-held",
  "tls-failed": "not-held",
  reset: "not-held",
  closed: "not-held",
  "timed-out": "not-held",
  malformed: "not-held",
  "too-large": "not-judged",
};

type Failed = Exclude<RequestResult, { outcome: "answered" }>;
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type Mark = OptionalKeys<Failed>;

const slow: [Outcome, Verdict] = ["timed-out", "not-judged"];
/** What else the record of a failure may have: its value, and which outcomes it gives another verdict. */
const MARKS: { [K in Mark]: { value: Failed[K]; changes?: [Outcome | "all", Verdict] } } = {
  whole: { value: { status: 201, framing: "length" }, changes: ["all", "held"] },
  lateMs: { value: 900, changes: slow },
  busyShare: { value: 0.9, changes: slow },
  sentLate: { value: true, changes: slow },
  received: { value: { bytes: 1, sha256: "", text: "H" } },
  status: { value: 201 },
  firstByteUs: { value: 1 },
};

type Judged = { what: string; result: RequestResult; verdict: Verdict };

const complete: RequestResult = {
  outcome: "answered",
  status: 201,
  totalUs: 1,
  response: {
    status: 201,
    reason: "",
    headers: [],
    framing: "none",
    body: { bytes: 0, sha256: "" },
  },
};

/** Every outcome, alone and with each optional part of its record. */
const RESULTS: Judged[] = Outcome.options.flatMap((outcome): Judged[] => {
  const verdict = OUTCOMES[outcome];
  if (outcome === "answered") return [{ what: outcome, result: complete, verdict }];
  const plain = { outcome, phase: "head" as const, detail: "its detail", totalUs: 1 };
  return [
    { what: outcome, result: plain, verdict },
    ...Object.entries(MARKS).map(([mark, { value, changes }]): Judged => {
      const isChanged = changes?.[0] === "all" || changes?.[0] === outcome;
      return {
        what: `${outcome} with ${mark}`,
        result: RequestResult.parse({ ...plain, [mark]: value }),
        verdict: isChanged && changes !== undefined ? changes[1] : verdict,
      };
    }),
  ];
});

const folder = mkdtempSync(join(tmpdir(), "witness-verdict-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A case, and the results of each sending. */
type Sent = { id: string; sendings: RequestResult[][] };

const caseOf = (id: string): Case => ({
  id,
  reason: "a reason",
  clauses: ["body"],
  request: post(),
  ...(id.startsWith("valid/") && { valid: true as const }),
});

let stored = 0;

/** Writes a record, as a run leaves it; returns its folder. */
function store(sent: readonly Sent[], more: RunRecord[] = [], rest: Partial<RunHeader> = {}) {
  stored += 1;
  const header = headerOf(`run-${stored}`, rest);
  const path = join(folder, header.runId);
  mkdirSync(path);
  let seq = -1;
  const observed = sent.flatMap(({ id, sendings }): RunRecord[] => [
    { type: "case", case: caseOf(id) },
    ...sendings.map((answers, at): RunRecord => ({
      type: "observation",
      seq: (seq += 1),
      case: id,
      attempt: at + 1,
      fresh: seq,
      atMs: seq,
      answers,
      end: "kept",
      timeoutMs: 1000,
    })),
  ]);
  const observations = observed.length - sent.length;
  const endedAt = header.startedAt;
  const footer: RunRecord = { type: "footer", end: "done", observations, endedAt, durationMs: 1 };
  const lines = [header, ...observed, ...more, footer].map((each) => `${JSON.stringify(each)}\n`);
  writeFileSync(join(path, "run.ndjson"), lines.join(""));
  return path;
}

const wordOf = { 0: "held", 1: "not-held", 4: "not-judged" } as const;
const byCode = (code: number): string => wordOf[code as keyof typeof wordOf] ?? `code ${code}`;

const target = { name: "t", baseUrl: "http://127.0.0.1:1" };

/** What each verb says of a stored run, in the words of the verdict; `tests` are the cases that vitest has. */
async function saidOf(path: string, tests: readonly string[]): Promise<Record<string, string>> {
  const summary = await readSummary(path, () => {});
  const { accepts } = summary;
  const outcome = { end: "done" as const };
  return {
    "run, API": accepts,
    "run, exit code": byCode(exitCodeOf({ outcome, summary, folder: path }, target)),
    gate: byCode((await judgeStored([path], {}, {})).exitCode),
    "judge, API": (await judge(path)).verdict
      .replace("pass", "held")
      .replace("fail", "not-held")
      .replace("inconclusive", "not-judged"),
    survey: byCode(exitCodeOfSurvey(surveyOf("done", accepts))),
    vitest: Object.values(await testsOf(path, tests)).reduce(worse, "held"),
  };
}

const ORDER = ["not-held", "not-judged", "held"];
const worse = (a: string, b: string): string =>
  ORDER.find((each) => each === a || each === b) ?? `${a} or ${b}`;

const surveyOf = (end: RunEnd, accepts: Summary["accepts"]): Survey => ({
  schemaVersion: 1,
  tool: { name: "api-witness", version: "0.0.0" },
  seed: 7,
  targets: 1,
  clusters: [{ behaviour: "x", targets: [{ ...target, run: "r", end, accepts }], cases: {} }],
});

class Skipped extends Error {}

/** The results of the tests that `describeTarget` makes of a run: of the run, and of each case. */
async function testsOf(path: string, tests: readonly string[]): Promise<Record<string, string>> {
  const summary = await readSummary(path, () => {});
  const run = await readWitnessed({ outcome: { end: "done" }, folder: path, summary }, {}, {});
  const skip = (): never => {
    throw new Skipped();
  };
  const context = { task: { meta: {} }, skip } as unknown as TestContext;
  const resultOf = (work: () => void): string => {
    try {
      work();
      return "held";
    } catch (error) {
      return error instanceof Skipped ? "not-judged" : "not-held";
    }
  };
  const isCase = (id: string): boolean => tests.includes(id);
  return {
    run: resultOf(() => testRun(run, "", isCase, context)),
    ...Object.fromEntries(
      tests.map((id) => [id, resultOf(() => testCase(run, "", caseOf(id), context))]),
    ),
  };
}

const allSay = (said: Record<string, string>, verdict: string): Record<string, string> =>
  Object.fromEntries(Object.keys(said).map((verb) => [verb, verdict]));

const plain: Sent = { id: "valid/plain", sendings: [[complete]] };
const VALID = "valid/other";
const OTHER = "fields/other";

describe("every verb gives the same verdict", () => {
  test("a valid request with any outcome", async () => {
    for (const { what, result, verdict } of RESULTS) {
      const path = store([plain, { id: VALID, sendings: [[result]] }]);
      const said = await saidOf(path, [plain.id, VALID]);
      expect(said, what).toEqual(allSay(said, verdict));
      const tests = { run: verdict === "not-judged" ? verdict : "held", [plain.id]: "held" };
      expect(await testsOf(path, [plain.id, VALID]), what).toEqual({ ...tests, [VALID]: verdict });
    }
  });

  test("any other request with any outcome: held", async () => {
    for (const { what, result } of RESULTS) {
      const path = store([plain, { id: OTHER, sendings: [[result]] }]);
      const said = await saidOf(path, [plain.id, OTHER]);
      expect(said, what).toEqual(allSay(said, "held"));
    }
  });

  test("compare, for all of them", async () => {
    const paths = RESULTS.map(({ result }) => store([{ id: VALID, sendings: [[result]] }]));
    const { comparison } = await compare(paths, { outputDir: folder });
    expect(comparison.targets.map(({ accepts }) => accepts)).toEqual(
      RESULTS.map(({ verdict }) => verdict),
    );
  });

  const resultsOf = (...verdicts: Verdict[]) =>
    fc.constantFrom(...RESULTS.filter(({ verdict }) => verdicts.includes(verdict)));
  // The worst counts: without these, most runs would not be held.
  const sendings = fc.oneof(
    ...[
      resultsOf("held"),
      resultsOf("held", "not-judged"),
      resultsOf("held", "not-judged", "not-held"),
    ].map((result) =>
      fc.array(fc.array(result, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    ),
  );
  test("any sequences, sent several times: the worst response counts", async () => {
    const runs = sampled("generated runs", { all: 150, sample: 25 });
    await fc.assert(
      fc.asyncProperty(sendings, sendings, async (valid, other) => {
        const results = (each: Judged[][]) => each.map((some) => some.map(({ result }) => result));
        const path = store([
          { id: VALID, sendings: results(valid) },
          { id: OTHER, sendings: results(other) },
        ]);
        const said = await saidOf(path, [VALID, OTHER]);
        const verdict = valid
          .flat()
          .reduce<string>((worst, each) => worse(worst, each.verdict), "held");
        expect(said).toEqual(allSay(said, verdict));
        rmSync(path, { recursive: true });
      }),
      { numRuns: runs },
    );
  });

  const death = (cases: string[]): Death => ({
    type: "death",
    kind: "ended",
    nth: 1,
    atMs: 1,
    exitCode: 1,
    cases,
    tried: 3,
    times: 3,
    sentAgain: 3,
  });
  const cutOff: RequestResult = { outcome: "too-large", phase: "body", detail: "long", totalUs: 1 };
  test.each([
    ["a known case", [OTHER], OTHER, complete],
    ["an unknown case", [], "run", complete],
    ["a known case, and a response was not judged", [OTHER], OTHER, cutOff],
  ])("the target died of %s", async (_, cases, failed, result) => {
    const sent = [
      plain,
      { id: VALID, sendings: [[result]] },
      { id: OTHER, sendings: [[complete]] },
    ];
    const path = store(sent, [death(cases)]);
    const said = await saidOf(path, [plain.id, VALID, OTHER]);
    expect(said).toEqual(allSay(said, "not-held"));
    expect((await testsOf(path, [plain.id, VALID, OTHER]))[failed]).toBe("not-held");
  });

  test("a valid request that is no test of vitest: its check of the target", async () => {
    const reset: RequestResult = { outcome: "reset", phase: "head", detail: "gone", totalUs: 1 };
    const path = store([
      { id: VALID, sendings: [[reset]] },
      { id: OTHER, sendings: [[complete]] },
    ]);
    const said = await saidOf(path, [OTHER]);
    expect(said).toEqual(allSay(said, "not-held"));
    expect(await testsOf(path, [OTHER])).toEqual({ run: "not-held", [OTHER]: "held" });
  });

  test("a response that differs from the document", async () => {
    const responses: DocumentedResponse[] = [{ status: "200", at: "api.yaml#/200" }];
    const path = store([plain], [], { interface: { ...userSubmission, responses } });
    const said = await saidOf(path, [plain.id]);
    expect(said).toEqual(allSay(said, "not-held"));
    expect(await testsOf(path, [plain.id])).toEqual({ run: "held", [plain.id]: "not-held" });
  });
});

const VERDICTS: Summary["accepts"][] = [
  "held",
  "not-held",
  "not-judged",
  "not-shown",
  "unreachable",
  "not-probed",
];

test.each(RunEnd.options)("a run and a survey have the same exit code after %s", (end) => {
  for (const accepts of VERDICTS) {
    const ended = { outcome: { end }, summary: { accepts }, folder: "reports/x" };
    let code: number;
    try {
      code = exitCodeOf(ended, target);
    } catch (error) {
      if (!(error instanceof WitnessError)) throw error;
      code = error.exitCode;
    }
    expect(exitCodeOfSurvey(surveyOf(end, accepts)), accepts).toBe(code);
  }
});
