import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { printResult, tell, warn } from "./output.ts";
import { wholeDocument } from "./document-table.ts";
import { givenTarget } from "./given-targets.ts";
import { withProgress } from "./opening-lines.ts";
import { readCommand } from "./read-command.ts";
import { exitCodeOf, exitCodeOfDocument } from "./run-exit-codes.ts";
import { noteOutputs } from "./step-outputs.ts";
import { WitnessError } from "../errors.ts";
import { readNamed } from "../machine-fault.ts";
import type { BodiesFold, RunFold } from "../analyse/index.ts";
import { deathBreaches, firstWordOf, randomText } from "../analyse/index.ts";
import * as jobs from "../jobs/index.ts";
import type { Baseline, DocumentBaseline, SendLimits } from "../model/index.ts";
import type { FlagsOf } from "../options/index.ts";
import * as policy from "../policy/index.ts";
import type { Update } from "../policy/index.ts";
import { findRunFile, noteBaseline, storedRuns, writeText } from "../record/index.ts";
import { counted, terminalBlock, terminalLines, textsOf } from "../text/index.ts";

const SHOWN = 20;

export async function learnCommand(given: string, command: Command): Promise<void> {
  const { flags } = await readCommand("baseline learn", command);
  refuseOverwriting(flags);
  // The flag means runs here, not cases.
  command.setOptionValueWithSource("runs", undefined, undefined);
  const input = await readCommand("run", command);
  // What a configuration names for gates may not be there yet.
  const options = { ...input.options, infer: false, baseline: undefined };
  const target = await givenTarget(given, input);
  const opening = (nth: number) => [`run ${nth} of ${flags.learnedRuns} for the baseline`];
  // Generated cases differ from run to run, as in gates.
  const seeded = (nth: number) =>
    options.seed === undefined ? options : { ...options, seed: options.seed + nth - 1 };
  const whole = await wholeDocument([target], input);
  await jobs.requireReachable([target], options);
  const runs: string[] = [];
  if (whole !== undefined) {
    for (let nth = 1; nth <= flags.learnedRuns; nth += 1) {
      const { document, folder } = await withProgress(input.flags, opening(nth), (control) =>
        jobs.documentJob(target, whole, seeded(nth), control),
      );
      const code = exitCodeOfDocument(document);
      if (code > 1 && code !== 4) {
        warn(`no baseline was written: run ${nth} ended early, see ${folder}`);
        process.exitCode = code;
        return;
      }
      runs.push(folder);
    }
    return save(runs, flags);
  }
  const catalogue = await jobs.loadCatalogue({ ...options, sentTo: [target.baseUrl] });
  let manner: SendLimits | undefined;
  for (let nth = 1; nth <= flags.learnedRuns; nth += 1) {
    const finished = await withProgress(input.flags, opening(nth), (control) =>
      jobs.runJob(target, catalogue, { ...seeded(nth), manner }, control),
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
  if (runs.some(jobs.isDocumentFolder)) {
    const baseline = await jobs.baselineOfDocuments(runs, flags.include, warn);
    return write(baseline, { runs, ...flags }, { what: "saved" });
  }
  const bodies: BodiesFold = new Map();
  const folds: RunFold[] = [];
  for (const run of runs)
    folds.push(
      await jobs.readFold(run, warn, { keepBodies: bodies, byStatus: true, beside: folds[0] }),
    );
  const [first, ...others] = folds;
  if (first === undefined) return;
  const baseline = policy.baselineOf([first, ...others], { include: flags.include });
  await write(baseline, { runs, ...flags }, { what: "saved" });
  tellFaults(folds);
}

/** A probable mistake; for each run its errors at random, and the ends of the server: a gate allows them again. */
function tellFaults(folds: readonly RunFold[]): void {
  const texts = folds.flatMap((fold, at) => {
    const [death] = deathBreaches(fold);
    const end = death && `${death.breach.observed}; a gate warns if it ends so again`;
    return textsOf(end, randomText(fold.lost)).map((text) =>
      folds.length === 1 ? text : `run ${at + 1}: ${text}`,
    );
  });
  const hints = folds.flatMap((fold) => firstWordOf(fold).hint ?? []);
  const notes = [...hints.slice(0, 1), ...texts].map((text) => `note  ${text}`);
  if (notes.length > 0) tell(terminalLines(notes));
}

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
  const before = policy.parseAnyBaseline(readNamed(file, "baseline"), file);
  const isWhole = "operations" in before;
  if (isWhole !== jobs.isDocumentFolder(run))
    throw new WitnessError(
      "baseline",
      `${file} is the baseline of ${isWhole ? "a whole document" : "one operation"}, and ${run} is a run of ${isWhole ? "one" : "a whole document"}`,
      { hint: "give the folder that the gate has judged" },
    );
  const accepted = reason === undefined ? undefined : { globs: accept, reason };
  const updated = isWhole
    ? await jobs.updatedDocument(before, run, accepted, warn)
    : await updatedRun(before, run, accepted);
  for (const { kind, name, before: was, now } of updated.changed.slice(0, SHOWN))
    tell(terminalLines([`  ${kind}: ${name}  ${was} → ${now}`]));
  const more = updated.changed.length - SHOWN;
  if (more > 0) tell(terminalLines([`  … and ${more} more`]));
  const { changed } = updated;
  const what = `${counted(changed.length, "change")} accepted:`;
  await write(updated.baseline, { runs: [run], ...flags }, { what, changed });
}

async function updatedRun(
  before: Baseline,
  run: string,
  accepted: { globs: readonly string[]; reason: string } | undefined,
): Promise<Update> {
  const fold = await jobs.readFold(run, warn, { keepBodies: true, byStatus: true });
  return accepted === undefined
    ? policy.updateBaseline(before, fold)
    : policy.acceptDrift(before, fold, accepted.globs, accepted.reason);
}

/** Writes the file, and says so; `changed` is what was accepted, if the file was there before. */
async function write(
  baseline: Baseline | DocumentBaseline,
  { runs, file, json }: { runs: readonly string[]; file: string; json: boolean },
  { what, changed }: { what: string; changed?: Update["changed"] },
): Promise<void> {
  const isWhole = "operations" in baseline;
  writeText(file, isWhole ? policy.documentBaselineText(baseline) : policy.baselineText(baseline));
  for (const run of runs)
    for (const own of jobs.isDocumentFolder(run) ? storedRuns(run) : [run])
      noteBaseline(dirname(findRunFile(own)), file);
  const all = isWhole ? Object.values(baseline.operations) : [baseline];
  const length = all.reduce((sum, { cases }) => sum + Object.keys(cases).length, 0);
  const [{ compares } = { compares: undefined }] = all;
  noteOutputs({ baseline: file, cases: length, changed: changed?.length });
  const of = runs.length === 1 ? "" : ` of ${counted(runs.length, "run")}`;
  const cases = `${counted(length, "case")}${isWhole ? ` of ${counted(all.length, "operation")}` : ""}`;
  const text = `${what} ${file}  ${cases}${of}, of each the ${policy.comparedParts({ compares })}`;
  const document = { file, cases: length, compares, changed };
  const next = `  witness gate compares with it: --baseline ${file}, or baseline in the configuration`;
  const isNew = changed === undefined;
  await printResult(json, document, () => terminalLines([text, ...(isNew ? [next] : [])]));
}

export async function suggestCommand(runs: string[], command: Command): Promise<void> {
  const { flags } = await readCommand("suggest", command);
  const suggestion = await jobs.suggestFor(runs, warn);
  await printResult(flags.json, suggestion, () =>
    terminalBlock(jobs.suggestionText(suggestion, runs)),
  );
}
