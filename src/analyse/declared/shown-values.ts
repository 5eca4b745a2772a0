import { groupBy } from "../../stats/index.ts";
import type { DeclaredKeyword } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { clippedText } from "./field-limit.ts";
import type { SeenValue } from "./seen-values.ts";

const MOST_EVIDENCE = 3;
const MOST_NAMED = 3;

/** The shortest values. */
export function named(values: readonly SeenValue[]): SeenValue[] {
  const byText = new Map(values.map((each) => [each.text, each]));
  return [...byText.values()]
    .toSorted((one, other) => one.text.length - other.text.length)
    .slice(0, MOST_NAMED);
}

/** Values by their JSON type: of each, the shortest, and how many others there are. */
export function listed(values: readonly SeenValue[]): string {
  return [...groupBy(values, typeWord)]
    .map(([type, own]) => {
      const texts = [...new Set(named(own).map(({ text }) => clippedText(text)))];
      const further = new Set(own.map(({ text }) => text)).size - texts.length;
      return further > 0
        ? `${texts.join(", ")} and ${counted(further, `more ${type.replace(/s$/, "")}`)}`
        : texts.join(", ");
    })
    .join("; ");
}

/** The JSON type of several values, in words. */
function typeWord({ value, text }: SeenValue): string {
  if (Array.isArray(value)) return "arrays";
  // A parameter is text, whatever it stands for.
  if (typeof value === "number" && !text.startsWith('"')) return "numbers";
  if (typeof value === "boolean" || typeof value === "object")
    return value === null ? "values" : `${typeof value}s`;
  return "strings";
}

export const shownIn = (values: readonly SeenValue[]): DeclaredKeyword["evidence"] =>
  [...new Map(values.map((each) => [each.text, each])).values()]
    .slice(0, MOST_EVIDENCE)
    .map(({ text, signature, case: id }) => ({ by: clippedText(text), signature, case: id }));
