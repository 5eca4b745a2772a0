import * as jobs from "../jobs/index.ts";
import type { WholeDocument } from "../jobs/index.ts";
import { WitnessError } from "../errors.ts";
import { shellWord, terminalLines } from "../text/index.ts";
import type { CommandInput } from "./read-command.ts";
import type { GivenTarget } from "../model/index.ts";
import { isInterrupted, renderDocument, Screen } from "../report/index.ts";
import { VERSION } from "../version.ts";
import { withProgress } from "./opening-lines.ts";
import { printResult, warn, print } from "./output.ts";
import { exitCodeOfDocument, worstCode } from "./run-exit-codes.ts";
import { documentOutputs, noteOutputs } from "./step-outputs.ts";

export async function runDocument(
  target: GivenTarget,
  whole: WholeDocument,
  input: CommandInput<"run">,
): Promise<void> {
  const { options, flags, loaded } = input;
  if (flags.list || flags.dryRun)
    throw new WitnessError("openapi", "--list and --dry-run are for one operation of a document", {
      hint: "choose it with --operation; witness suites --openapi lists the operations",
    });
  jobs.refuseForOne(options);
  const gate = flags.gate ? await import("./gate-command.ts") : undefined;
  await gate?.prepareDocument(whole, input);
  const sending = { ...options, seed: jobs.seedOf(options) };
  const { resumeRun: resumed } = flags;
  const opening = [
    `witness ${VERSION} · target ${target.name}  ${target.baseUrl} · ${resumed === undefined ? `seed ${sending.seed}` : `resuming ${resumed}`}`,
    jobs.documentText(whole, options),
    ...jobs.documentWarnings(options),
  ];
  // A run that is continued has its folder, and is first compared with it.
  if (resumed === undefined && !flags.gate) await jobs.requireReachable([target], options);
  const finished = await withProgress(flags, opening, (control) =>
    jobs.documentJob(target, whole, sending, control, jobs.operationBaselines(options), resumed),
  );
  const { document, report } = finished;
  noteOutputs(documentOutputs(finished));
  await printResult(flags.json, document, (...how) =>
    renderDocument(document, report, new Screen(...how)),
  );
  if (isInterrupted(document))
    warn(`interrupted: the same command with --resume ${shellWord(finished.folder)} continues`);
  const code = exitCodeOfDocument(document);
  const isJudged = gate !== undefined && (code <= 1 || code === 4);
  process.exitCode = isJudged
    ? await gate.judgeAndPrint([finished], loaded, options, { json: false, silent: flags.json })
    : code;
}

/** The run of the document for each target, one after the other, with the same requests. @throws WitnessError `openapi` for --json. */
export async function surveyDocument(
  targets: readonly GivenTarget[],
  whole: WholeDocument,
  input: CommandInput<"run">,
): Promise<void> {
  jobs.refuseOptions({ "--json": input.flags.json });
  const options = { ...input.options, seed: jobs.seedOf(input.options) };
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
