import { parsedJson } from "./words.ts";
/**
 * Numbers for people, the same in a terminal, on a page and in Markdown. Counts and measurements have thousands
 * separators from 1,000 on. Ids, years, seeds and ports are plain digits. JSON has plain numbers.
 */

/** 1234567 as "1,234,567"; rounded to an integer. */
export const whole = (value: number): string => groupDigits(String(Math.round(value)));

/** "1 request", "1,200 requests"; give `many` if it is not `one` with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : many}`;

/** The first items for lines of their own: a line that says "1 more" takes as much room as that item. */
export const firstLines = <T>(items: readonly T[], most: number): readonly T[] =>
  most > 0 && items.length === most + 1 ? items : items.slice(0, most);

/** The first items in words, and where there are more than `most`, how many: `12 more`. */
export const shortList = <T>(
  items: readonly T[],
  most: number,
  textOf: (item: T, at: number) => string,
  rest = (more: number): string => `${whole(more)} more`,
): string[] => [
  ...items.slice(0, most).map(textOf),
  ...(items.length > most ? [rest(items.length - most)] : []),
];

/** `a, b and 12 more`. */
export function andMore(
  words: readonly string[],
  most: number,
  rest = (more: number): string => `${whole(more)} more`,
): string {
  const more = words.length - most;
  return words.slice(0, most).join(", ") + (more > 0 ? ` and ${rest(more)}` : "");
}

/** The verb after a count: "1 was", "2 were". */
export const were = (count: number): string => (count === 1 ? "was" : "were");

/** The unit after a count, with a space before it: " items", " item" after 1; empty without a unit. */
export const unitAfter = (count: string, unit: string | undefined): string =>
  unit === undefined ? "" : ` ${count === "1" ? unit.replace(/s$/, "") : unit}`;

/** A number; a small one has up to two decimal places: 0.5, 9.25, 1,200. */
export const number = (value: number): string =>
  value < 10 ? String(Number(value.toFixed(2))) : whole(value);

/** A number with this many significant digits: 1,234.5 with five. */
export const significant = (value: number, digits: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: digits });

/** "0.5/s", "1,200/s". */
export const rate = (perSecond: number): string => `${number(perSecond)}/s`;

/** A share as "4.2%", "12%", "0%"; a tiny one is "0.0%". */
export const percent = (share: number): string => {
  const value = share * 100;
  if (value === 0) return "0%";
  return `${Math.abs(value) < 9.95 ? value.toFixed(1) : whole(value)}%`;
};

/** A share that is 100% only if nothing is missing: ">99%" if a few are missing, "<0.1%" if there are a few. */
export const sharePercent = (share: number): string => {
  if (share < 1 && share >= 0.995) return ">99%";
  return share > 0 && share < 0.0005 ? "<0.1%" : percent(share);
};

/** A small probability: "0.004%" where `percent` has "0.0%". */
export const chancePercent = (share: number): string =>
  share > 0 && share < 0.001
    ? `${(share * 100).toLocaleString("en", { maximumSignificantDigits: 2 })}%`
    : percent(share);

/** A long value by its length and its beginning: "4,301 digits: 7777…". The quotes of a JSON string are not counted. */
export const shortValue = (text: string, shown: number): string => {
  if (text.length <= shown) return text;
  const unit = /^-?\d+$/.test(text) ? "digits" : "characters";
  const content =
    unit === "digits"
      ? text.replace("-", "")
      : text.startsWith('"')
        ? String(parsedJson(text) ?? text)
        : text;
  const length = Array.from(content).length;
  return `${whole(length)} ${unit}: ${text.slice(0, Math.max(4, shown >> 1))}…`;
};

/** A share with its sign: "+4.2%", "−0.3%"; less than all is never "−100%". */
export const signed = (share: number): string => {
  if (share > -1 && share <= -0.995)
    return `−${Math.max(-99.9, share * 100)
      .toFixed(1)
      .slice(1)}%`;
  return `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
};

/** Bytes as "312 KiB" or "58 MiB". */
export const size = (bytes: number): string =>
  bytes < 10 * 1024 * 1024 ? `${whole(bytes / 1024)} KiB` : `${whole(bytes / 1024 / 1024)} MiB`;

/** The decimal text of an integer of any length, with thousands separators. */
export const groupDigits = (text: string): string => text.replace(/\B(?=(\d{3})+$)/g, ",");

/** The decimal text of an integer; long ones as a power of ten, or by first and `last` digits and length. */
export function shortNumber(text: string, last = 0): string {
  if (text.length <= 22) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length);
  if (/^10+$/.test(digits)) return `${sign}10^${digits.length - 1}`;
  const end = digits.slice(digits.length - last);
  return `${sign}${digits.slice(0, 6)}…${end} (${whole(digits.length)} digits)`;
}

/** The duration of a response, from microseconds: three digits, in ms or s ("0.25 ms", "12 ms", "1.20 s"). */
export function latencyText(us: number): string {
  if (us < 995) return `${(us / 1000).toFixed(2)} ms`;
  if (us < 9950) return `${(us / 1000).toFixed(1)} ms`;
  if (us < 999_500) return `${Math.round(us / 1000)} ms`;
  return `${(us / 1_000_000).toFixed(2)} s`;
}

/** A duration, from milliseconds: "250 ms", "5 s", "12.3 s", "2 min", "2 min 5 s". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return `${whole(Math.floor(seconds / 60))} min${rest === 0 ? "" : ` ${rest} s`}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):(\d\d)[\d.]*Z$/;

/** "2026-11-20T16:22:05.123Z" as "20 Nov"; anything else as it is. */
export function dayText(iso: string): string {
  const [, , month, day] = TIME.exec(iso) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? iso : `${Number(day)} ${name}`;
}

/** The same as "20 Nov 2026". */
export const fullDateText = (iso: string): string =>
  dayText(iso) === iso ? iso : `${dayText(iso)} ${iso.slice(0, 4)}`;

/** The same as "16:22", in UTC; anything else as it is. */
export const clockText = (iso: string): string => TIME.exec(iso)?.[4] ?? iso;

/** The same as "20 Nov 2026, 16:22 UTC"; anything else as it is. */
export const momentText = (iso: string): string =>
  TIME.test(iso) && dayText(iso) !== iso ? `${fullDateText(iso)}, ${clockText(iso)} UTC` : iso;

/** The same to the second, for times within one minute: "20 Nov 2026, 16:22:05 UTC". */
export const secondText = (iso: string): string => {
  const [, , , , clock, second] = TIME.exec(iso) ?? [];
  return clock === undefined ? iso : `${fullDateText(iso)}, ${clock}:${second} UTC`;
};

const CLIPPED = 60;

/** A value for a sentence. */
export const clippedText = (text: string): string => shortValue(text, CLIPPED);
