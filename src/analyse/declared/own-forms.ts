import { type FieldType, kindOf } from "../../kinds/index.ts";
import type { SeenValue } from "./seen-values.ts";

/**
 * Whether no date that is written in this form is accepted, and it lies between accepted ones: else the reason for a refusal is
 * when it is, such as before another date or in the past. A leap second is a form of its own.
 */
export function ownForms(type: FieldType, sent: readonly SeenValue[]) {
  const formOf = ({ value }: SeenValue): string =>
    String(value).replaceAll(/:60|\d/g, (found) => (found === ":60" ? found : "9"));
  const accepted = sent.filter((seen) => seen.accepted);
  const known = new Set(accepted.map(formOf));
  const moments = accepted.map(momentOf).filter((at) => !Number.isNaN(at));
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  return (seen: SeenValue): boolean => {
    if (kindOf(type).isTime !== true) return true;
    const at = momentOf(seen);
    return !known.has(formOf(seen)) && !(at < first || at > last);
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
