import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { WitnessError } from "../errors.ts";
import type { Baseline } from "../model/baseline.ts";
import { acceptDrift, updateBaseline, type Update } from "../policy/accept-drift.ts";
import { baselineOf } from "../policy/baseline-of.ts";
import { baselineText, parseBaseline } from "../policy/baseline-text.ts";
import { list } from "./parse-options.ts";
import { readFold } from "./read-fold.ts";
import { print, tell } from "./output.ts";
import { terminalLines } from "../text/terminal-text.ts";

const FILE = "witness.baseline.json";
const SHOWN = 20;

type Flags = { file: string; accept: string[]; reason?: string; force?: true };

/** `witness baseline`: what a run saw, in a small file that is committed, and held against later. */
export function baselineCommand(): Command {
  const command = new Command("baseline").description(
    "save what a run saw for witness gate --baseline, or accept what has changed",
  );
  command
    .command("save")
    .description("write a baseline from a stored run")
    .argument("<run>", "run folder")
    .option("--file <file>", "where it goes", FILE)
    .option("--force", "in the place of one that is there")
    .action(async (run: string, flags: Flags) => {
      if (existsSync(flags.file) && flags.force !== true)
        throw new WitnessError("baseline", `${flags.file} is there already`, {
          hint: "witness baseline update accepts what has changed; --force begins anew",
        });
      await save(baselineOf(await readFold(run)), flags.file, "saved");
    });
  command
    .command("update")
    .description("accept what a stored run did otherwise, all of it or a part")
    .argument("<run>", "run folder")
    .option("--file <file>", "the baseline", FILE)
    .option("--accept <globs>", "only cases and axes that match, with --reason", list, [])
    .option("--reason <text>", "why they may change: it is kept in the baseline")
    .action((run: string, flags: Flags) => update(run, flags));
  return command;
}

async function update(run: string, { file, accept, reason }: Flags): Promise<void> {
  if (!existsSync(file))
    throw new WitnessError("baseline", `no baseline at ${file}`, {
      hint: `witness baseline save ${run} writes one`,
    });
  if (accept.length > 0 !== (reason !== undefined))
    throw new WitnessError("baseline", "--accept and --reason go together", {
      hint: `--accept 'fields/*' --reason "unknown keys are refused since 2.0"`,
    });
  const before = parseBaseline(readFileSync(file, "utf8"), file);
  const fold = await readFold(run);
  const updated: Update =
    reason === undefined ? updateBaseline(before, fold) : acceptDrift(before, fold, accept, reason);
  for (const { kind, name, before: was, now } of updated.changed.slice(0, SHOWN))
    tell(terminalLines([`  ${kind}: ${name}  ${was} → ${now}`]));
  const more = updated.changed.length - SHOWN;
  if (more > 0) tell(terminalLines([`  … and ${more} more`]));
  await save(updated.baseline, file, `${updated.changed.length} changes accepted:`);
}

async function save(baseline: Baseline, file: string, what: string): Promise<void> {
  writeFileSync(file, baselineText(baseline));
  await print(terminalLines([`${what} ${file}  ${Object.keys(baseline.cases).length} cases`]));
}
