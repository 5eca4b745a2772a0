import type { LoadSummary } from "../../../model/index.ts";
import { whole } from "../../../text/index.ts";
import { boundedRate } from "../../load-figures.ts";
import { sweepScale } from "../../sweep-scale.ts";
import type { Paint } from "../paint.ts";
import { numbersAt, tableLines } from "../table.ts";

const BAR_WIDTH = 40;
const CEILING = "│";

/** Goodput against connections or rate: a bar for each step, the ceiling as a mark, the knee as a word. */
export function sweepLines({ rounds, options, sweep }: LoadSummary, paint: Paint): string[] {
  if (rounds.length === 0) return [];
  const { most, ceilings, farAbove } = sweepScale(rounds);
  const columns = (rate: number): number => Math.round((BAR_WIDTH * rate) / most);
  const rows = rounds.map((round, at) => {
    const { offered } = round;
    const ceiling = ceilings[at];
    const bar = "█".repeat(columns(round.goodput)) || "▏";
    const mark = ceiling === undefined ? bar : withMark(bar, columns(ceiling));
    return [
      whole(offered.model === "open" ? offered.ratePerSecond : offered.connections),
      mark,
      `${boundedRate(round, round.goodput)}/s${round.nth === sweep?.knee ? "  ← knee" : ""}`,
    ];
  });
  const by = options.offered.model === "open" ? "requests/s offered" : "connections";
  const marked = ceilings.some((each) => each !== undefined);
  const note = marked
    ? `; ${CEILING} this machine's ceiling`
    : farAbove === undefined
      ? ""
      : `; this machine's ceiling of ${whole(farAbove)}/s is far above`;
  return [
    paint("dim", `goodput by ${by}${note}`),
    ...tableLines(rows, numbersAt(0), { indent: "  " }),
    "",
  ];
}

/** The mark stands where the ceiling is, also within a bar that reaches it. */
const withMark = (bar: string, column: number): string =>
  bar.slice(0, Math.max(0, column - 1)).padEnd(Math.max(0, column - 1)) +
  CEILING +
  bar.slice(column);
