import { number } from "../../src/text/index.ts";
import { median } from "../../src/stats/index.ts";

/** The yardstick of memory. */
export const EMPTY = "a process of Node that does nothing";

/** The goal of a figure: for the measured value, or for its ratio to the yardstick. */
type Goal = { of: "measured" | "ratio" } & ({ most: number } | { least: number });

/** One line of the table that `npm run bench -- all` prints. */
export type Figure = {
  what: string;
  unit: string;
  /** One value for each round. */
  measured: readonly number[];
  /** The yardstick: measured in turn with the figure, with its values of the same rounds. */
  yardstick: { what: string; unit: string; values: readonly number[] };
  goal?: Goal;
  /** Why the goal cannot be tried on this machine. */
  notHere?: string;
};

/** The ratios of the rounds, each to its own round of the yardstick. */
export const ratiosOf = ({ measured, yardstick }: Figure): number[] =>
  measured.map((value, nth) => value / (yardstick.values[nth] ?? NaN));

/** The median, with the least and the most. */
export const spread = (values: readonly number[]): string =>
  values.length < 2
    ? fixed(median(values))
    : `${fixed(median(values))} (${fixed(Math.min(...values))} to ${fixed(Math.max(...values))})`;

const fixed = (value: number): string =>
  value >= 100 ? number(Math.round(value)) : number(Number(value.toFixed(2)));

/** Whether the median reaches the goal. Undefined without a goal, or where it cannot be tried. */
export function isReached(figure: Figure): boolean | undefined {
  const { goal, notHere, measured } = figure;
  if (goal === undefined || notHere !== undefined) return undefined;
  const value = median(goal.of === "ratio" ? ratiosOf(figure) : measured);
  return "most" in goal ? value <= goal.most : value >= goal.least;
}

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, unit, measured, yardstick } = figure;
    return [
      what,
      `${fixed(median(measured))} ${unit}`,
      `${yardstick.what}: ${fixed(median(yardstick.values))} ${yardstick.unit}`,
      spread(ratiosOf(figure)),
      goalText(figure),
      verdictOf(figure),
    ];
  });
  const head = ["figure", "measured", "yardstick", "ratio", "goal", "reached"];
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function goalText({ goal, unit }: Figure): string {
  if (goal === undefined) return "";
  const [word, value] = "most" in goal ? ["at most", goal.most] : ["at least", goal.least];
  return `${word} ${number(value)}${goal.of === "ratio" ? " × the yardstick" : ` ${unit}`}`;
}

function verdictOf(figure: Figure): string {
  if (figure.notHere !== undefined) return figure.notHere;
  const reached = isReached(figure);
  return reached === undefined ? "" : reached ? "yes" : "no";
}
