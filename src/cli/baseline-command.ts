import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { printResult, tell, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { noteOutputs } from "./step-outputs.ts";
import { WitnessError } from "../errors.ts";
import { readFold, suggestFor, suggestionText } from "../jobs/index.ts";
import type { Baseline } from "../model/index.ts";
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

/**
 * `witness baseline save`: writes the results of a run to a small file, to be committed and compared with
 * later runs.
 */
export async function saveCommand(run: string, command: Command): Promise<void> {
  const { flags } = await readCommand("baseline save", command);
  if (existsSync(flags.file) && !flags.force)
    throw new WitnessError("baseline", `${flags.file} already exists`, {
      hint: "witness baseline update accepts changes; --force overwrites the file",
    });
  const fold = await readFold(run, warn, { keepBodies: true });
  await write(baselineOf(fold, { include: flags.include }), { run, ...flags }, { what: "saved" });
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
      {
        hint: `--accept 'fields/*' --reason "unknown keys are refused since 2.0"`,
      },
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
  await write(updated.baseline, { run, ...flags }, { what, changed });
}

type Place = { run: string; file: string; json: boolean };

/** Writes the file, and says so; `changed` is what was accepted, if the file was there before. */
async function write(
  baseline: Baseline,
  { run, file, json }: Place,
  { what, changed }: { what: string; changed?: Update["changed"] },
): Promise<void> {
  writeText(file, baselineText(baseline));
  noteBaseline(dirname(findRunFile(run)), file);
  const { length } = Object.keys(baseline.cases);
  noteOutputs({ baseline: file, cases: length, changed: changed?.length });
  const text = `${what} ${file}  ${counted(length, "case")}, of each the ${comparedParts(baseline)}`;
  const document = { file, cases: length, compares: baseline.compares, changed };
  await printResult(json, document, () => terminalLines([text]));
}

/** `witness suggest`: a policy to review, from a stored run. */
export async function suggestCommand(run: string, command: Command): Promise<void> {
  const { flags } = await readCommand("suggest", command);
  const suggestion = await suggestFor(run, warn);
  await printResult(flags.json, suggestion, () => terminalBlock(suggestionText(suggestion, run)));
}
