import { type FieldType, kindOf } from "../../kinds/index.ts";
import type { SeenValue } from "./seen-values.ts";

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
