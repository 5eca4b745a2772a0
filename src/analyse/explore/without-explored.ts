import { isExplored } from "../../model/explore-summary.ts";
import type { RunFold } from "../run-fold.ts";

/** The run without the evidence of findings: it is no sample of anything, and is told of by the findings. */
export const withoutExplored = (run: RunFold): RunFold => ({
  ...run,
  cases: new Map([...run.cases].filter(([id]) => !isExplored(id))),
});
