import { readFileSync } from "node:fs";
import { z } from "zod";
import { Baseline } from "../model/baseline.ts";
import type { GateResult } from "../model/gate.ts";
import type { Policy } from "../model/policy.ts";
import { WitnessError } from "../errors.ts";
import type { GivenBaseline } from "../policy/judge-baseline.ts";
import type { GateRun } from "../policy/judged-run.ts";
import { readOptions } from "./read-options.ts";
import { readPolicy, type PolicyInput } from "./read-policy.ts";
import { readRecord } from "./read-record.ts";

/** A stored run: its folder, or the result of what made it. */
export type StoredRun = string | { folder: string };

const Stored = z.union([z.string(), z.looseObject({ folder: z.string() })]);
const Options = z.strictObject({
  /** A baseline, or the file that has it. */
  baseline: z.union([z.string(), Baseline]).optional(),
  /** The file that the policy stands in: judgements name its lines. */
  source: z.string().optional(),
  /** What `inconclusive` comes to; else its exit code is 4. */
  inconclusive: z.enum(["pass", "fail"]).optional(),
  /** Runs that rules may speak of (`agreesWith`, `0.9 * target(other)`), and that are not judged themselves. */
  beside: z.array(Stored).default([]),
});
/** What `judge` can be told. */
export type JudgeOptions = z.input<typeof Options>;

/**
 * Judges stored runs by what is stated, by the policy and by a baseline: `witness gate`. Sends
 * nothing; the same runs and policy give the same result.
 */
export async function judge(
  runs: StoredRun | readonly StoredRun[],
  policy: PolicyInput = {},
  options: JudgeOptions = {},
): Promise<GateResult> {
  const { baseline, source, inconclusive, beside } = readOptions(Options, options, "judge");
  const rules = readPolicy(policy);
  const gated: GateRun[] = [];
  for (const each of [runs].flat()) gated.push(await gateRun(each, rules));
  for (const each of beside) gated.push({ ...(await gateRun(each, rules)), reference: true });
  const { judge: judgeRuns } = await import("../policy/judge.ts");
  const { sourceLines } = await import("../policy/source-lines.ts");
  return judgeRuns({
    runs: gated,
    inconclusive,
    ...(baseline !== undefined && { baseline: await readBaseline(baseline) }),
    ...(source !== undefined && { source: await sourceLines(source, readText(source)) }),
  });
}

async function gateRun(run: StoredRun, policy: Policy): Promise<GateRun> {
  const { emptyGateFold, foldGate } = await import("../policy/gate-fold.ts");
  const folder = typeof run === "string" ? run : run.folder;
  const gate = emptyGateFold(policy);
  gate.run.integrity = await readRecord(folder, (record) => foldGate(gate, record));
  return { gate, folder };
}

async function readBaseline(given: string | Baseline): Promise<GivenBaseline> {
  if (typeof given !== "string") return { value: given, path: "the baseline" };
  const { parseBaseline } = await import("../policy/baseline-text.ts");
  return { value: parseBaseline(readText(given), given), path: given };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new WitnessError("file", `there is no file at ${path}, or it cannot be read`);
  }
}
