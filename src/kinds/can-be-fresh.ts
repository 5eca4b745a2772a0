import { FieldType } from "./field-type.ts";
import { differentTexts } from "./text/text.ts";

/** A text with fewer values repeats within a run. */
const ENOUGH = 1_000_000;
/** A shorter text is often a code that others define, such as a country's. */
const SHORTEST = 8;

/** Whether its kind makes fresh values, and the stated rules allow enough of them. */
export function canBeFresh(type: FieldType): boolean {
  if (type.kind === "text") {
    const isCode = type.pattern === undefined && (type.maxLength ?? SHORTEST) < SHORTEST;
    if (isCode || differentTexts(type) < ENOUGH) return false;
  }
  return FieldType.safeParse({ ...type, fresh: true }).success;
}
