import { shortValue } from "../../text/index.ts";
import type { NotExpressed } from "../not-expressed.ts";
import { translatePattern, type Translation } from "./translate-pattern.ts";

/** The longest pattern that a note quotes whole. */
const SHOWN = 60;

/**
 * A pattern of a document for ECMAScript. One that is not translated, or not exactly, is listed with its place. Undefined
 * without a translation.
 */
export function translatedPattern(
  { at, pattern }: { at: string; pattern: string },
  notExpressed: NotExpressed,
): Translation | undefined {
  const found = translatePattern(pattern);
  const what = `the pattern ${shortValue(pattern, SHOWN)}`;
  if (found === undefined)
    notExpressed.addLine(`${at}: ${what} has no counterpart in ECMAScript, and is not checked`);
  else if (found.approximate !== undefined)
    notExpressed.addLine(`${at}: ${what}: ${found.approximate}`);
  return found;
}
