import { whole } from "./numbers.ts";

/**
 * The duration of a response, from microseconds: three digits, in ms or s ("0.25 ms", "12 ms", "1.20 s").
 */
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
