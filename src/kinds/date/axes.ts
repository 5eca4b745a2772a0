import type { Slot, ValueAxis } from "../kind.ts";
import { every } from "../rungs.ts";
import { knownYear, yearAxes } from "../year-axes.ts";

/** The years of a date, each as its first day, and the days of a month. */
export const dateAxes = ({ label: it }: Slot<unknown>): ValueAxis[] => [
  ...yearAxes(it, (year) => [`"${year}-01-01"`]),
  {
    name: "day",
    title: `day of ${it} in January`,
    scale: "linear",
    capped: false,
    probes: ["values", "format"],
    rungs: every(1, 99),
    value: (at) => [`"2024-01-${String(at).padStart(2, "0")}"`],
  },
];

/** The well-known value at a place on an axis of a date. */
export function knownDate(axis: string, at: bigint): string | undefined {
  if (axis === "day") return at === 31n ? "31, the last day of January" : undefined;
  return knownYear(at);
}
