import { someCases, summarise } from "../../../../src/analyse/index.ts";
import type { GateResult, RunRecord } from "../../../../src/model/index.ts";
import { type GateRun, judgeRuns } from "../../../../src/policy/index.ts";
import type { JudgedView } from "../../../../src/report/index.ts";
import { HOSTILE } from "../../gate.ts";
import { gateRun, loaded, sent } from "../../../policy/gate.ts";

type Page = { result: GateResult; views: JudgedView[] };

function pageOf(run: GateRun, parts: Partial<GateResult> = {}): Page {
  const result = { ...judgeRuns({ runs: [run] }), ...parts };
  const ids = (result.causes ?? []).flatMap(({ cases }) => cases.slice(0, 5));
  const evidence = someCases(run.gate.run, run.folder, ids, run.gate.examples);
  const summary = summarise(run.gate.run);
  if (evidence === undefined || summary === undefined) throw new Error("the run has no header");
  const reported = new Set(run.gate.run.cases.keys());
  return { result, views: [{ ...evidence, summary, reported, report: "run/report.html" }] };
}

const NGINX = { body: "<html><h1>502</h1></html>", contentType: "text/html", server: "nginx/1.25" };
const APP = { body: `{"message":"boom"}`, contentType: "application/json", server: "app" };

const series = (suite: string, count: number, ...[words, given]: [number[], object]): RunRecord[] =>
  Array.from({ length: count }, (_, n) => sent(`${suite}/case-${n}`, words, given)).flat();

const policy = {
  behaviour: {
    "*": { never: "5xx" as const },
    valid: { only: 201, stable: true as const },
    fields: { contentType: "application/json" },
  },
  load: ["p(95)<1", "goodput>1"],
};

/** Two causes, a threshold that fails, and rules that pass. */
export const failingGate = (): Page =>
  pageOf(
    gateRun(policy, [
      ...series("fields", 31, [502, 502], NGINX),
      ...series("size", 27, [500, 500], APP),
      ...loaded(10_000, [2000, 2010, 1990]),
    ]),
    { notes: ["app: 3 cases not in the baseline"] },
  );

export const passingGate = (): Page =>
  pageOf(gateRun({ behaviour: { "*": { never: "5xx" } } }, series("fields", 3, [400, 400], APP)));

/** Rounds that do not agree leave the threshold open. */
export const inconclusiveGate = (): Page =>
  pageOf(gateRun({ load: ["throughput>1000"] }, loaded(10_000, [700, 1000, 1400])));

/** Texts of a server, of a configuration and of cases that would like to be markup. */
export const hostileGate = (): Page => {
  const given = { body: HOSTILE, contentType: HOSTILE, server: HOSTILE };
  const policy = { behaviour: { "*": { never: "5xx" as const, contentType: HOSTILE } } };
  return pageOf(gateRun(policy, sent(`fields/${HOSTILE}`, [500], given)), { notes: [HOSTILE] });
};
