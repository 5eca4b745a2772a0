import type { Comparison } from "../../model/comparison.ts";
import { axesByClause } from "../explore/axes-by-clause.ts";
import { withoutExplored } from "../explore/without-explored.ts";
import { ledgerOf } from "../ledger.ts";
import type { ComparedRun } from "./compared-run.ts";

/** Every clause of the specification with what each target does there, in the order of runs. */
export function joinLedgers(runs: readonly ComparedRun[]): Comparison["ledger"] {
  const ledgers = runs.map(({ fold }) => ledgerOf(withoutExplored(fold), axesByClause(fold)));
  return (ledgers[0] ?? []).map(({ id, kind, text }, at) => ({
    id,
    kind,
    text,
    observed: ledgers.map((ledger) => ledger[at]?.observed ?? []),
  }));
}
