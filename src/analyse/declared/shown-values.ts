import { groupBy } from "../../stats/index.ts";
import type { DeclaredKeyword } from "../../model/index.ts";
import { clippedText, counted } from "../../text/index.ts";
import type { SeenValue } from "./seen-values.ts";
import { type FieldType, kindOf } from "../../kinds/index.ts";

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

/**
 * Whether no date that is written in this form is accepted, and dates next to it are in other forms: else the reason for a
 * refusal is when it is, such as before another date or in the past. A leap second is a form of its own. `sent` are values that
 * every keyword allows.
 */
export function ownForms(type: FieldType, sent: readonly SeenValue[]) {
  const formOf = ({ value }: SeenValue): string =>
    String(value).replaceAll(/:60|\d/g, (found) => (found === ":60" ? found : "9"));
  const known = new Set(sent.filter(({ accepted }) => accepted).map(formOf));
  const inKnownForm = sent
    .filter((seen) => known.has(formOf(seen)) && !Number.isNaN(momentOf(seen)))
    .toSorted((a, b) => momentOf(a) - momentOf(b));
  const isAccepted = (seen: SeenValue | undefined): boolean => seen?.accepted !== false;
  return (seen: SeenValue): boolean => {
    if (kindOf(type).isTime !== true) return true;
    const at = momentOf(seen);
    const before = inKnownForm.findLast((each) => momentOf(each) <= at);
    const after = inKnownForm.find((each) => momentOf(each) >= at);
    return !known.has(formOf(seen)) && isAccepted(before) && isAccepted(after);
  };
}

/** When a time is, in milliseconds with all digits of its fraction; NaN for what JavaScript does not read. */
function momentOf({ value }: SeenValue): number {
  const [, before = "", fraction = "0", after = ""] =
    /^(.*?:\d\d:\d\d)(\.\d+)?(.*)$/.exec(String(value)) ?? [];
  return before === ""
    ? Date.parse(String(value))
    : Date.parse(before + after) + 1000 * Number(fraction);
}
