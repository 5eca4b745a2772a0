import {
  declaredRows,
  operationChecks,
  responseCoverage,
  type RunFold,
} from "../../analyse/index.ts";
import type { OperationRun, StatusClasses, Summary } from "../../model/index.ts";

export type OperationResult = Pick<
  OperationRun,
  "accepts" | "stated" | "breaches" | "requests" | "classes" | "checks" | "coverage" | "declared"
>;

export function resultOf(
  operation: string,
  { summary, fold }: { summary: Summary; fold: RunFold },
): OperationResult {
  const { accepts, stated, suites, requests } = summary;
  const declared = declaredRows(fold) ?? [];
  return {
    accepts,
    stated: stated.text,
    breaches: stated.breaches?.length ?? 0,
    requests: requests?.total ?? 0,
    classes: totalOf(suites),
    checks: operationChecks(operation, { run: fold, declared }),
    coverage: responseCoverage(fold),
    // Statuses and bodies are in the checks and in the coverage.
    declared: declared.filter(
      ({ part, verdict }) =>
        part !== "responses" && verdict !== "same" && verdict !== "not decided",
    ),
  };
}

function totalOf(suites: Summary["suites"]): StatusClasses {
  const total = { "1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, other: 0, noAnswer: 0 };
  for (const { classes } of suites)
    for (const key of Object.keys(total) as (keyof StatusClasses)[]) total[key] += classes[key];
  return total;
}
