import type { Offered } from "../model/index.ts";

/**
 * Divides load among `parts`: connections differ by at most one, and the rates add up to exactly the whole
 * rate. Fewer parts if there are fewer connections.
 */
export function shareOffer(offered: Offered, parts: number): Offered[] {
  const count = Math.min(parts, offered.connections);
  const connections = shareWhole(offered.connections, count);
  if (offered.model === "closed")
    return connections.map((each) => ({ ...offered, connections: each }));
  const each = offered.ratePerSecond / count;
  const others = Array.from({ length: count - 1 }, () => each);
  const last = offered.ratePerSecond - others.reduce((sum, rate) => sum + rate, 0);
  return connections.map((own, nth) => ({
    ...offered,
    connections: own,
    ratePerSecond: nth < count - 1 ? each : last,
  }));
}

/** Divides a whole number into parts that differ by at most one, the larger ones first. */
export const shareWhole = (whole: number, parts: number): number[] =>
  Array.from(
    { length: parts },
    (_, nth) => Math.floor(whole / parts) + (nth < whole % parts ? 1 : 0),
  );
