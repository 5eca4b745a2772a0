import type { Unit } from "./units.ts";

/** Repeated text is written out as far as this. */
const MOST_REPEATED = 100_000;

/** The text of units; undefined if something in them is not text. */
export function plainText(units: readonly Unit[]): string | undefined {
  const text = units.map((unit) => (typeof unit === "string" ? unit : repeatedText(unit)));
  return text.includes(undefined) ? undefined : text.join("");
}

function repeatedText(unit: Exclude<Unit, string>): string | undefined {
  if (!("repeat" in unit)) return undefined;
  const { repeat, times } = unit;
  const text = repeat.every((part) => typeof part === "string") ? repeat.join("") : undefined;
  return text === undefined || text.length * times > MOST_REPEATED ? undefined : text.repeat(times);
}

/** Whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
