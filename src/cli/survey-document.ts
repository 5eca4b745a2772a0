import { WitnessError } from "../errors.ts";
import { refuseOptions, seedOf, type WholeDocument } from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { print, warn } from "./output.ts";
import { terminalLines } from "../text/index.ts";
import type { CommandInput } from "./read-command.ts";
import { runDocument } from "./run-document.ts";
import { worstCode } from "./run-exit-codes.ts";

/**
 * `witness survey` of a whole document: the run of it for each target, one after the other, with the same requests. What they
 * respond to differently is for `witness compare`. @throws WitnessError `openapi` for --json.
 */
export async function surveyDocument(
  targets: readonly GivenTarget[],
  whole: WholeDocument,
  input: CommandInput<"run">,
): Promise<void> {
  refuseOptions({ "--json": input.flags.json });
  const options = { ...input.options, seed: seedOf(input.options) };
  const codes: number[] = [];
  for (const target of targets) {
    try {
      await runDocument(target, whole, { ...input, options });
      codes.push(Number(process.exitCode ?? 0));
    } catch (error) {
      // One that cannot be reached does not keep the others from being sent.
      if (!(error instanceof WitnessError) || error.exitCode !== 3) throw error;
      warn(`${target.name}: ${error.message}`);
      codes.push(error.exitCode);
    }
    if (codes.at(-1) === 130) break;
  }
  await print(
    terminalLines(["", "witness compare with these targets shows where they respond differently"]),
  );
  process.exitCode = worstCode(codes);
}
