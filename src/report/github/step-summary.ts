import type { GateResult } from "../../model/gate.ts";
import { gateMarkdown, type GateWhere } from "../markdown/gate.ts";

/** GitHub refuses a summary of more than 1,024 KiB for one step, all of it. */
const MOST_BYTES = 1_000_000;

/** The page of the job that ran the gate, for the file `$GITHUB_STEP_SUMMARY`; cut to what is accepted there. */
export const stepSummary = (result: GateResult, where: GateWhere): string =>
  gateMarkdown(result, where, MOST_BYTES);
