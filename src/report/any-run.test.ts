import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import {
  buildComparison,
  buildHistory,
  buildRunView,
  emptyFold,
  foldRecord,
  headlineOf,
  signatureBy,
  summarise,
  type RunFold,
} from "../analyse/index.ts";
import { requestText } from "../analyse/explore/request-text.ts";
import { drawCases } from "../generate/index.ts";
import { isExplored, Policy, RunRecord, type Case } from "../model/index.ts";
import { ObservedPart } from "../model/finding.ts";
import { RunEnd } from "../model/run.ts";
import { baselineOf, emptyGateFold, foldGate, judgeRuns } from "../policy/index.ts";
import { EVERYTHING, sampled } from "../../test/statistics.ts";
import { anyExchange, anyRecords, type AnyRunKind } from "../../test/report/any-run.ts";
import { ctrfJson } from "./ctrf-json.ts";
import { githubAnnotations } from "./github-annotations.ts";
import { renderComparisonPage } from "./html/comparison/comparison-page.tsx";
import { renderHistoryPage } from "./html/history/history-page.tsx";
import { renderRunPage } from "./html/run-page.tsx";
import { junitXml } from "./junit-xml.ts";
import { comparisonMarkdown } from "./markdown/comparison.ts";
import { gateMarkdown } from "./markdown/gate.ts";
import { renderSideBySide } from "./side-by-side.ts";
import { renderComparison } from "./terminal/render-comparison.ts";
import { renderGate } from "./terminal/render-gate.ts";
import { renderHistory } from "./terminal/render-history.ts";
import { plain } from "../text/index.ts";
import { renderResult } from "./terminal/render-terminal.ts";
import { Screen } from "./terminal/screen-text.ts";

/** Every case of the catalogue and 5,000 generated ones; a sample of both unless all are asked for. */
const ALL = EVERYTHING;
const GENERATED = ALL ? 5000 : sampled("generated cases", { all: 200, some: 60, sample: 20 });
const EVERY = ALL ? 1 : 12 * Math.round(200 / GENERATED);
if (!ALL)
  console.log(
    `every ${EVERY}th case, ${GENERATED} of 5000 generated: WITNESS_ALL_CASES=1 tries all`,
  );
const AT_A_TIME = ALL ? 250 : 50;
const EXCHANGES = AT_A_TIME + 50;
const BESIDE = sampled("exchanges side by side", { all: 600, some: 200, sample: 100 });
const SEED = Number(process.env["WITNESS_SEED"] ?? 20_261_121);

const properties = suites.flatMap(({ name, properties: own }) =>
  own.map((property) => ({ name, property })),
);
const each = Math.ceil(GENERATED / properties.length);
const cases: Case[] = [
  ...suites.flatMap((suite) => suite.cases).filter((_, nth) => nth % EVERY === 0),
  ...properties.flatMap(({ name, property }) => [...drawCases(name, property, SEED, each)]),
];
const batches = Array.from({ length: Math.ceil(cases.length / AT_A_TIME) }, (_, nth) =>
  cases.slice(nth * AT_A_TIME, (nth + 1) * AT_A_TIME),
);

const where = { report: "report.html", run: "reports/any" };
const policy = Policy.parse({
  behaviour: {
    "*": {
      only: ["2xx", "4xx"],
      never: ["5xx", "no-answer", 201],
      stable: true,
      connection: "kept",
      contentType: "application/json; charset=utf-8",
      body: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
      agreesWith: "other",
    },
  },
  boundaries: { "id-upwards": { atLeast: 5, atMost: "9".repeat(30) }, "body-space": { atMost: 1 } },
  load: ["p(95)<2", "throughput >= 0.9 * baseline", "errors < 0.01"],
});

type Outcome = { kind: AnyRunKind; batch: readonly Case[]; seed: number };

/** Two runs of the same cases, in which every exchange is another one. */
function runsOf({ kind, batch, seed }: Outcome): RunRecord[][] {
  return ["one", "other"].map((target, nth) => {
    const exchanges = fc.sample(anyExchange, { seed: seed + nth, numRuns: EXCHANGES });
    // The other run is the one that a baseline is made of.
    const end = nth === 1 ? "done" : (RunEnd.options[seed % RunEnd.options.length] ?? "done");
    return [...anyRecords({ target, kind, cases: batch, exchanges, end })];
  });
}

function foldOf(records: readonly RunRecord[]): RunFold {
  const fold = emptyFold({ keepGenerated: true });
  for (const record of records) foldRecord(fold, record);
  return fold;
}

/** Every report of one run. */
function reportRun(fold: RunFold): void {
  const view = buildRunView(fold, where.run);
  if (view === undefined) throw new Error("a run without a header");
  expect(renderRunPage(view)).toContain("</html>");
  expect(renderResult(view, new Screen(plain), where)).toContain(where.report);
  expect(JSON.stringify(view.summary)).toContain("runId");
  const history = buildHistory([headlineOf(view.summary, { folder: "any", hasReport: true })]);
  expect(renderHistory(history, new Screen(plain), { outputDir: "reports", page: "x" })).toContain(
    "1 run",
  );
  expect(renderHistoryPage(history)).toContain("</html>");
  for (const id of fold.cases.keys()) requestText(fold, id);
}

function reportComparison(folds: RunFold[]): void {
  const view = buildComparison(folds.map((fold, nth) => ({ fold, run: `run-${nth}` })));
  expect(renderComparisonPage(view)).toContain("</html>");
  expect(comparisonMarkdown(view, where)).toContain("one");
  expect(renderComparison(view, new Screen(plain, 110), where)).toContain("one");
  expect(JSON.stringify(view.comparison)).toContain("one");
}

function reportGate(runs: RunRecord[][]): void {
  const gated = runs.map((records, nth) => {
    const gate = emptyGateFold(policy);
    for (const record of records) foldGate(gate, record);
    return { gate, folder: `run-${nth}` };
  });
  const [, other] = gated;
  const { run } = other?.gate ?? {};
  // A baseline is made of a run that was carried out, and has cases of the catalogue.
  const chosen = [...(run?.cases.keys() ?? [])].some((id) => !isExplored(id));
  const isWhole = run?.footer?.end === "done" && chosen;
  const result = judgeRuns({
    runs: gated,
    ...(run &&
      isWhole && { baseline: { value: baselineOf([run]), path: "witness.baseline.json" } }),
  });
  const summaries = gated.flatMap(({ gate }) => summarise(gate.run) ?? []);
  expect(renderGate(result, new Screen(plain))).toContain("exit");
  expect(gateMarkdown(result, { reports: "reports" })).toContain("exit");
  expect(junitXml(result, summaries)).toContain("</testsuites>");
  const { results } = JSON.parse(ctrfJson(result, summaries));
  expect(results.tests.length).toBeGreaterThan(0);
  expect(results.summary.tests).toBe(results.tests.length);
  expect(githubAnnotations(result).length).toBeGreaterThan(0);
}

describe("no summary and no report throws", () => {
  test("the records are such as a run writes", () => {
    const [records = []] = runsOf({ kind: "run", batch: cases.slice(0, 100), seed: SEED });
    for (const record of records) RunRecord.parse(record);
    expect(cases.length).toBeGreaterThan(GENERATED);
  });

  test.each(batches.map((batch, nth) => [nth, batch[0]?.id ?? "", batch] as const))(
    "batch %d, from %s",
    (nth, _first, batch) => {
      const kind = (["run", "explore", "load"] as const)[nth % 3] ?? "run";
      const runs = runsOf({ kind, batch, seed: SEED + 2 * nth });
      const folds = runs.map(foldOf);
      for (const fold of folds) reportRun(fold);
      reportComparison(folds);
      reportGate(runs);
    },
    120_000,
  );

  test("exchanges side by side, and as exploration compares them", () => {
    const exchanges = fc.sample(anyExchange, { seed: SEED, numRuns: BESIDE });
    const comparison = { parts: ObservedPart.options, ignore: ["a.b", "*", "__proto__"] };
    for (const [nth, exchange] of exchanges.entries()) {
      const now = exchanges[nth + 1] ?? exchange;
      renderSideBySide({ title: "then", exchange }, { title: "now", exchange: now });
      for (const unordered of [false, true])
        signatureBy(comparison, exchange, { unordered, fresh: ["1", "", "\ud800"] });
    }
  });
});
