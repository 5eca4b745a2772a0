import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { printResult, tell, warn } from "./output.ts";
import { givenTarget } from "./given-targets.ts";
import { withProgress } from "./opening-lines.ts";
import { readCommand } from "./read-command.ts";
import { exitCodeOf } from "./run-exit-codes.ts";
import { noteOutputs } from "./step-outputs.ts";
import { WitnessError } from "../errors.ts";
import type { BodiesFold, RunFold } from "../analyse/index.ts";
import { loadCatalogue, readFold, runJob, suggestFor, suggestionText } from "../jobs/index.ts";
import type { Baseline, Manner } from "../model/index.ts";
import type { FlagsOf } from "../options/index.ts";
import {
  acceptDrift,
  baselineOf,
  baselineText,
  comparedParts,
  parseBaseline,
  type Update,
  updateBaseline,
} from "../policy/index.ts";
import { findRunFile, noteBaseline, writeText } from "../record/index.ts";
import { counted, terminalBlock, terminalLines } from "../text/index.ts";

const SHOWN = 20;

/** `witness baseline learn`: sends a run several times, each with a fresh store, and writes the outcomes to a small file. */
export async function learnCommand(given: string, command: Command): Promise<void> {
  const { flags } = await readCommand("baseline learn", command);
  refuseOverwriting(flags);
  // The flag means runs here, not cases.
  command.setOptionValueWithSource("runs", undefined, undefined);
  const input = await readCommand("run", command);
  const options = { ...input.options, infer: false };
  const target = await givenTarget(given, input);
  const catalogue = await loadCatalogue({ ...options, sentTo: [target.baseUrl] });
  const runs: string[] = [];
  let manner: Manner | undefined;
  for (let nth = 1; nth <= flags.learnedRuns; nth += 1) {
    const opening = [`run ${nth} of ${flags.learnedRuns} for the baseline`];
    // Generated cases differ from run to run, as in gates.
    const seed = options.seed === undefined ? undefined : options.seed + nth - 1;
    const finished = await withProgress(input.flags, opening, (control) =>
      runJob(
        target,
        catalogue,
        { ...options, ...(seed !== undefined && { seed }), manner },
        control,
      ),
    );
    // All of them treat the target alike: with another time-out, other cases would time out.
    manner ??= finished.fold.manner;
    const { complete, end } = finished.summary;
    if (!complete) {
      warn(`no baseline was written: run ${nth} ended early (${end}), see ${finished.folder}`);
      process.exitCode = exitCodeOf(finished, target);
      return;
    }
    runs.push(finished.folder);
  }
  await save(runs, flags);
}

/** `witness baseline save`: the same from stored runs. */
export async function saveCommand(runs: string[], command: Command): Promise<void> {
  const { flags } = await readCommand("baseline save", command);
  refuseOverwriting(flags);
  await save(runs, flags);
}

function refuseOverwriting({ file, force }: { file: string; force: boolean }): void {
  if (existsSync(file) && !force)
    throw new WitnessError("baseline", `${file} already exists`, {
      hint: "witness baseline update accepts changes; --force overwrites the file",
    });
}

async function save(runs: readonly string[], flags: FlagsOf<"baseline save">): Promise<void> {
  const bodies: BodiesFold = new Map();
  const folds: RunFold[] = [];
  for (const run of runs)
    folds.push(await readFold(run, warn, { keepBodies: bodies, beside: folds[0] }));
  const [first, ...others] = folds;
  if (first === undefined) return;
  const baseline = baselineOf([first, ...others], { include: flags.include });
  await write(baseline, { runs, ...flags }, { what: "saved" });
}

/** `witness baseline update`: accepts the changes of a run. */
export async function updateCommand(run: string, command: Command): Promise<void> {
  const { flags } = await readCommand("baseline update", command);
  const { file, accept, reason } = flags;
  if (!existsSync(file))
    throw new WitnessError("baseline", `no baseline at ${file}`, {
      hint: `witness baseline save ${run} writes one`,
    });
  if (accept.length > 0 !== (reason !== undefined))
    throw new WitnessError(
      "baseline",
      "--accept requires --reason, and --reason requires --accept",
      { hint: `--accept 'fields/*' --reason "unknown keys are refused since 2.0"` },
    );
  const before = parseBaseline(readFileSync(file, "utf8"), file);
  const fold = await readFold(run, warn, { keepBodies: true });
  const updated: Update =
    reason === undefined ? updateBaseline(before, fold) : acceptDrift(before, fold, accept, reason);
  for (const { kind, name, before: was, now } of updated.changed.slice(0, SHOWN))
    tell(terminalLines([`  ${kind}: ${name}  ${was} → ${now}`]));
  const more = updated.changed.length - SHOWN;
  if (more > 0) tell(terminalLines([`  … and ${more} more`]));
  const { changed } = updated;
  const what = `${counted(changed.length, "change")} accepted:`;
  await write(updated.baseline, { runs: [run], ...flags }, { what, changed });
}

type Place = { runs: readonly string[]; file: string; json: boolean };

/** Writes the file, and says so; `changed` is what was accepted, if the file was there before. */
async function write(
  baseline: Baseline,
  { runs, file, json }: Place,
  { what, changed }: { what: string; changed?: Update["changed"] },
): Promise<void> {
  writeText(file, baselineText(baseline));
  for (const run of runs) noteBaseline(dirname(findRunFile(run)), file);
  const { length } = Object.keys(baseline.cases);
  noteOutputs({ baseline: file, cases: length, changed: changed?.length });
  const of = runs.length === 1 ? "" : ` of ${counted(runs.length, "run")}`;
  const text = `${what} ${file}  ${counted(length, "case")}${of}, of each the ${comparedParts(baseline)}`;
  const document = { file, cases: length, compares: baseline.compares, changed };
  await printResult(json, document, () => terminalLines([text]));
}

/** `witness suggest`: a policy to review, from stored runs. */
export async function suggestCommand(runs: string[], command: Command): Promise<void> {
  const { flags } = await readCommand("suggest", command);
  const suggestion = await suggestFor(runs, warn);
  await printResult(flags.json, suggestion, () => terminalBlock(suggestionText(suggestion, runs)));
}
