import type { RunFold } from "../analyse/run-fold.ts";
import type { Baseline } from "../model/baseline.ts";
import { whole } from "../stats/load-words.ts";

const suiteOf = (id: string): string => id.slice(0, id.indexOf("/"));

/**
 * Why a run cannot be held against a baseline at all: it sent another part of the catalogue, or
 * another catalogue. One that has only grown, or lost few cases, can be.
 */
export function otherCatalogue(baseline: Baseline, run: RunFold): string | undefined {
  if (run.header?.catalogue === baseline.catalogue) return undefined;
  const grep = run.header?.options.grep;
  if (grep !== undefined)
    return `this run sent only what fits --grep ${grep}, and the baseline is of another part of the catalogue`;
  const ids = Object.keys(baseline.cases);
  const shared = ids.filter((id) => run.cases.has(id)).length;
  if (shared * 2 < ids.length)
    return `the baseline is of another catalogue: ${whole(ids.length)} cases there, ${whole(run.cases.size)} here, ${whole(shared)} in both; save one from this run, or run the whole catalogue`;
  const here = new Set([...run.cases.keys()].map(suiteOf));
  const missing = [...new Set(ids.map(suiteOf))].filter((suite) => !here.has(suite));
  if (missing.length === 0) return undefined;
  return `the baseline is of another catalogue: it has ${missing.length === 1 ? "the suite" : "the suites"} ${missing.join(", ")}, of which this run sent nothing`;
}
