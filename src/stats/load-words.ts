import type { Offered, Unanswered } from "../model/load.ts";

/** 1234567 as "1,234,567". */
export const whole = (value: number): string => Math.round(value).toLocaleString("en");

/** "1 request", "1,200 requests". */
export const counted = (count: number, one: string): string =>
  `${whole(count)} ${one}${count === 1 ? "" : "s"}`;

/** A number of which a small one keeps two places behind the point: 0.5, 9.25, 1,200. */
export const number = (value: number): string =>
  value < 10 ? String(Number(value.toFixed(2))) : whole(value);

/** "0.5/s", "1,200/s". */
export const rate = (perSecond: number): string => `${number(perSecond)}/s`;

export const percent = (share: number): string => {
  const value = share * 100;
  return `${Math.abs(value) < 9.95 ? value.toFixed(1) : Math.round(value)}%`;
};

/** A latency as a reader takes it in: three digits, in ms or s. */
export function milliseconds(us: number): string {
  if (us < 995) return `${(us / 1000).toFixed(2)} ms`;
  if (us < 9950) return `${(us / 1000).toFixed(1)} ms`;
  if (us < 999_500) return `${Math.round(us / 1000)} ms`;
  return `${(us / 1_000_000).toFixed(2)} s`;
}

/** "10 connections", "10 connections, 4 requests pipelined", "500 requests/s, evenly spaced". */
export function offerText(offered: Offered): string {
  if (offered.model === "open") {
    const spacing = offered.arrivals === "even" ? "evenly spaced" : "at random times (Poisson)";
    return `${number(offered.ratePerSecond)} request${offered.ratePerSecond === 1 ? "" : "s"}/s, ${spacing}`;
  }
  const { connections, pipelining } = offered;
  const pipelined = pipelining > 1 ? `, ${pipelining} requests pipelined on each` : "";
  return `${counted(connections, "connection")}${pipelined}`;
}

/** " (connections closed after 5 answers)" where they are. */
export function closingText(closesAfter: number | undefined): string {
  if (closesAfter === undefined) return "";
  if (closesAfter === 1) return " (a connection for each request)";
  return ` (connections closed after ${closesAfter} answers)`;
}

/** "reset ×3, timed-out ×1". */
export const outcomesText = (outcomes: Unanswered): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${outcome} ×${whole(count)}`)
    .join(", ");

/** A duration in milliseconds as "5 s" or "250 ms". */
export const seconds = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;

/** Bytes as "312 KiB" or "58 MiB". */
export const size = (bytes: number): string =>
  bytes < 10 * 1024 * 1024 ? `${whole(bytes / 1024)} KiB` : `${whole(bytes / 1024 / 1024)} MiB`;

/** "+4.2%", "−0.3%". */
export const signed = (share: number): string =>
  `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

/** A share of one core's time: "0.62 of a core", "1.8 cores". */
export const cores = (share: number): string =>
  share < 1 ? `${share.toFixed(2)} of a core` : `${share.toFixed(1)} cores`;
