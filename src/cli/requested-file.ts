import { readFileSync, statSync } from "node:fs";
import { WitnessError } from "../errors.ts";

/** What each output contains that goes to a file of the user's choice: an earlier one is replaced. */
const CONTENT = {
  "--write-openapi": /What the server does, by experiment|\bx-implemented\b/,
  "--save-hgrm": /^\s*Value +Percentile/,
};

/**
 * @throws WitnessError `output-dir` if the file to write exists and is not such an output, or is `input`. To be called before anything is sent. A device, a pipe and an empty file are taken.
 */
export function requireReplaceable(
  flag: keyof typeof CONTENT,
  file: string | undefined,
  input?: string,
): void {
  if (file === undefined) return;
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
