const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 1234567 as "1,234,567". */
export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

export function micros(us: number): string {
  if (us < 1000) return `${us} µs`;
  if (us < 1_000_000) return `${(us / 1000).toFixed(us < 10_000 ? 1 : 0)} ms`;
  return `${(us / 1_000_000).toFixed(2)} s`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${count(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** "2026-11-20T16:22:05.123Z" as "20 Nov 2026, 16:22 UTC"; anything else as it is. */
export function moment(iso: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):[\d.]+Z$/.exec(iso);
  const month = months[Number(match?.[2]) - 1];
  if (!match || month === undefined) return iso;
  return `${Number(match[3])} ${month} ${match[1]}, ${match[4]} UTC`;
}
