import { readFileSync, statSync } from "node:fs";
import { WitnessError } from "../errors.ts";

/** What each output contains that goes to a file of the user's choice: an earlier one is replaced. */
const CONTENT = {
  "--write-openapi": /What the server does, by experiment/,
  "--save-hgrm": /^\s*Value +Percentile/,
};

/**
 * @throws WitnessError `output-dir` if the file to write exists and is not such an output: it may be the document of
 * `--openapi`. To be called before anything is sent. A device, a pipe and an empty file are taken.
 */
export function requireReplaceable(flag: keyof typeof CONTENT, file: string | undefined): void {
  if (file === undefined) return;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size === 0) return;
  if (CONTENT[flag].test(readFileSync(file, "latin1"))) return;
  throw new WitnessError("output-dir", `${file} exists, and ${flag} did not write it`, {
    hint: "name another file, or move this one",
  });
}
