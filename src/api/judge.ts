import { z } from "zod";
import { Baseline, Policy, type GateResult } from "../model/index.ts";
import { readOptions } from "./options.ts";
import { WitnessError } from "../errors.ts";

/** A stored run: its folder, or the result of what made it. */
export type StoredRun = string | { folder: string };

const Stored = z.union([z.string(), z.looseObject({ folder: z.string() })]);
const Options = z.strictObject({
  /** A baseline, or the file that has it. */
  baseline: z.union([z.string(), Baseline]).optional(),
  /** The file of the policy, so that judgements name its lines. */
  source: z.string().optional(),
  /** What to treat `inconclusive` as; the default is exit code 4. */
  inconclusive: z.enum(["pass", "fail"]).optional(),
  /** Runs that rules may refer to (`agreesWith`, `0.9 * target(other)`), and that are not judged themselves. */
  beside: z.array(Stored).default([]),
});
/** Options of `judge`. */
export type JudgeOptions = z.input<typeof Options>;

/**
 * Judges stored runs by what is stated, by the policy and by a baseline: `witness gate`. Sends
 * nothing; the same runs and policy give the same result.
 * @throws WitnessError `options`, `policy`, `run-folder`, `record-format`, `baseline-file`,
 * `baseline-target`, `file`.
 */
export async function judge(
  runs: StoredRun | readonly StoredRun[],
  policy: PolicyInput = {},
  options: JudgeOptions = {},
): Promise<GateResult> {
  const { baseline, source, inconclusive, beside } = readOptions(Options, options, "judge");
  const { judgeStored } = await import("./jobs.lazy.ts");
  return judgeStored([runs].flat().map(folderOf), readPolicy(policy), {
    baseline,
    source,
    inconclusive,
    beside: beside.map(folderOf),
  });
}

const folderOf = (run: StoredRun): string => (typeof run === "string" ? run : run.folder);

/** A policy as written in a file: members with a default may be omitted. */
export type PolicyInput = z.input<typeof Policy>;

/** Reads a policy. @throws WitnessError `policy` that names the invalid rule. */
export function readPolicy(policy: PolicyInput): Policy {
  const parsed = Policy.safeParse(policy);
  if (parsed.success) return parsed.data;
  throw new WitnessError("policy", `the policy is not valid: ${z.prettifyError(parsed.error)}`);
}
