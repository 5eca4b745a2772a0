import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { measuredRounds, type RunFold } from "../analyse/index.ts";
import { warn } from "./output.ts";
import { WitnessError } from "../errors.ts";
import type { ContractFile, ExportedRun } from "../jobs/index.ts";
import { writeText } from "../record/index.ts";
import { Progress } from "./progress.ts";
import { counted } from "../text/index.ts";
import { hgrmText, latenciesOf } from "../stats/index.ts";

/** Writes the latencies of all rounds that have figures as HdrHistogram's percentile text, in milliseconds. Returns a message. */
export function saveHgrm({ header, load }: RunFold, file: string): string {
  if (header?.options.load?.sweep === true)
    throw new WitnessError("save-hgrm", "a sweep has no single latency distribution to save");
  const latencies = latenciesOf(...measuredRounds(load).map(({ tally }) => tally));
  if (latencies.totalCount === 0) return "no latencies to save: no round was completed";
  try {
    writeFileSync(file, hgrmText(latencies));
  } catch (error) {
    throw new WitnessError("save-hgrm", `cannot write ${file}: ${(error as Error).message}`);
  }
  return `latencies in ${file}`;
}

export function sayExported(exported: ExportedRun | undefined): void {
  if (exported === undefined) return;
  const [first = ""] = exported.files;
  const names = exported.files.map((file) => basename(file)).join(", ");
  warn(`exported ${counted(exported.observations, "observation")}: ${names} in ${dirname(first)}`);
}

const CONTENT = {
  "--write-openapi": /What the server does, by experiment|\bx-implemented\b/,
  "--save-hgrm": /^\s*Value +Percentile/,
};

/** Call it before sending. @throws WitnessError `output-dir` if its folder does not exist, or the file is `input` or another kind of file. */
export function requireReplaceable(
  flag: keyof typeof CONTENT,
  file: string | undefined,
  input?: string,
): void {
  if (file === undefined) return;
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new WitnessError("output-dir", `cannot write ${file}: there is no folder ${folder}`, {
      hint: `make the folder, or name another file for ${flag}`,
    });
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size === 0) return;
  const given = input === undefined ? undefined : statSync(input, { throwIfNoEntry: false });
  if (given !== undefined && given.ino === found.ino && given.dev === found.dev)
    throw new WitnessError("output-dir", `${file} is the document that is read`, {
      hint: `name another file for ${flag}`,
    });
  if (CONTENT[flag].test(readFileSync(file, "latin1"))) return;
  throw new WitnessError("output-dir", `${file} exists, and ${flag} did not write it`, {
    hint: "name another file, or move this one",
  });
}

export function writeContract(
  contract: ContractFile | undefined,
  flags: ConstructorParameters<typeof Progress>[0],
  why: string,
): void {
  if (contract === undefined) return;
  const { file, text } = contract;
  if (text !== undefined) writeText(file, text);
  const isNot = `${file} is not written: nothing was inferred, ${why}`;
  new Progress(flags).say(text === undefined ? isNot : `the contract as implemented: ${file}`);
}
