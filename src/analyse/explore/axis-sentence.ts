import type { AxisSummary, Place, Stretch } from "../../model/explore-summary.ts";
import { cutWords } from "./cut-words.ts";

/** Longer rows of stretches are told as far as this. */
const MOST_TOLD = 10;

/** An axis as a sentence is made of it. */
export type Walk = Pick<AxisSummary, "stretches" | "unit" | "capped" | "cut"> & { down: boolean };

/**
 * What was found along an axis, without its title: `201 up to 2147483647, 400 from 2147483648`.
 * Where places between two stretches were not looked at, it says so.
 */
export function axisSentence(walk: Walk): string {
  const { stretches, cut } = walk;
  if (stretches.length === 0)
    return cut === undefined ? "no place was tried" : `not walked: ${cutWords[cut]}`;
  if (stretches.length === 1) return alone(walk, stretches[0] as Stretch);
  const parts = stretches.slice(0, MOST_TOLD).map((_, at) => part(walk, at));
  const more = stretches.length - parts.length;
  return [...parts, ...(more > 0 ? [`and ${more} more stretches`] : [])].join(", ");
}

function part({ stretches, down, unit }: Walk, index: number): string {
  const [before, stretch, after] = [stretches[index - 1], stretches[index], stretches[index + 1]];
  if (stretch === undefined) return "";
  const from = amount(stretch.from, unit);
  const to = amount(stretch.to, unit);
  if (isUnstable(stretch)) return `${wordsOf(stretch)} between ${stretch.from.text} and ${to}`;
  const signature = wordsOf(stretch);
  const end = after === undefined || adjoin(stretch, after) ? "" : " at least";
  if (before === undefined) return `${signature} ${down ? "down" : "up"} to ${to}${end}`;
  const begin = adjoin(before, stretch) ? "" : " at the latest";
  if (after === undefined) return `${signature} from ${from}${begin}`;
  if (stretch.from.at === stretch.to.at) return `${signature} at ${from}`;
  return `${signature} from ${begin === "" ? stretch.from.text : `${from}${begin}`} to ${to}${end}`;
}

/** An axis that is one stretch all along. */
function alone({ down, unit, capped, cut }: Walk, stretch: Stretch): string {
  if (isUnstable(stretch)) return `${wordsOf(stretch)}: no boundary`;
  const to = amount(stretch.to, unit);
  if (stretch.from.at === stretch.to.at) return `${wordsOf(stretch)} at ${to}`;
  if (capped && cut === undefined)
    return `${wordsOf(stretch)} ${down ? "down" : "up"} to the cap of ${to}`;
  return `${wordsOf(stretch)} all along, from ${stretch.from.text} to ${to}`;
}

const isUnstable = ({ signatures }: Stretch): boolean => signatures.length > 1;

const wordsOf = (stretch: Stretch): string =>
  isUnstable(stretch)
    ? `answers at random (${stretch.signatures.join(" or ")})`
    : (stretch.signatures[0] ?? "");

/** A place with its unit: `1 byte`, `1,048,576 bytes`. */
function amount({ at, text }: Place, unit: string | undefined): string {
  if (unit === undefined) return text;
  return `${text} ${at === "1" ? unit.replace(/s$/, "") : unit}`;
}

/** Whether no place lies between the two. */
function adjoin(before: Stretch, after: Stretch): boolean {
  const gap = wholeOf(before.to) - wholeOf(after.from);
  return gap >= -1n && gap <= 1n;
}

/** The number of a place; 0 for what is no whole number. */
export const wholeOf = ({ at }: Pick<Place, "at">): bigint =>
  /^-?\d+$/.test(at) ? BigInt(at) : 0n;
