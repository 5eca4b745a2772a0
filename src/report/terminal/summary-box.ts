import type { Comparison, LoadSummary, Summary } from "../../model/index.ts";
import { doubtNames, foundCounts, offerText, rateText } from "../../stats/index.ts";
import { counted, latencyText, percent, whole } from "../../text/index.ts";
import { boundedRate } from "../load-figures.ts";
import { STATED_WORDS, statedCounts } from "../run-words.ts";
import { type Screen, wrapWords } from "./screen-text.ts";
import { isDifferingAxis, depthWords } from "../comparison-words.ts";

const LABEL = 9;
const GAP = "  ";

/** The run in four rows. `shown` remarks are above; absent for a load alone, which looks for none. */
export function summaryBox(
  summary: Summary,
  screen: Screen,
  report: string,
  shown?: number,
): string[] {
  const { remarks, load, exploration } = summary;
  const above = shown ?? 0;
  const left = remarks.length - above;
  const look = [
    ...(above > 0 ? [`${whole(above)} above`] : []),
    ...(left > 0 ? [`${whole(left)} in the report`] : []),
  ].join(", ");
  const found = foundCounts(summary);
  const isSearched = shown !== undefined || exploration !== undefined;
  return boxRows(
    {
      stated: [statedText(summary, screen)],
      found: isSearched
        ? [
            ...dotted(found.length === 0 ? ["nothing"] : found),
            ...(look === "" ? [] : [`${GAP}worth a look: ${look}`]),
          ]
        : dotted(found),
      speed: load === undefined ? [] : speedParts(load, screen),
      report: [report],
    },
    screen,
  );
}

/** Several runs of exploration in the same rows: each part with the name of its target. */
export function summaryBoxes(
  runs: readonly { summary: Summary; report: string }[],
  screen: Screen,
): string[] {
  const of = (text: (summary: Summary) => string): string[] =>
    dotted(runs.map(({ summary }) => `${summary.target.name} ${text(summary)}`));
  const found = runs[0]?.summary.exploration?.divergences.length ?? 0;
  const differences = found === 0 ? [] : [`${GAP}${counted(found, "difference")} between them`];
  return [
    ...boxRows(
      {
        stated: of((summary) => statedText(summary, screen)),
        found: [...of((summary) => foundCounts(summary).join(", ") || "nothing"), ...differences],
        speed: [],
        report: [],
      },
      screen,
    ),
    ...runs.flatMap(({ report }) => boxRows({ report: [report] }, screen)),
  ];
}

type Row = "stated" | "found" | "seen" | "speed" | "report";

/** Rows with their labels, in this order; one without parts is left out. */
export function boxRows(rows: Partial<Record<Row, readonly string[]>>, screen: Screen): string[] {
  return Object.entries(rows).flatMap(([label, parts]) =>
    parts.length === 0 ? [] : row(label, parts, screen),
  );
}

export const dotted = (parts: readonly string[]): string[] =>
  parts.map((each, at) => (at < parts.length - 1 ? `${each} ·` : each));

/** Parts that stay together, in as many lines as they need. */
function row(label: string, parts: readonly string[], screen: Screen): string[] {
  return wrapWords(parts, " ", screen.width - LABEL).map(
    (line, at) =>
      `${at === 0 ? screen.bold(label.padEnd(LABEL)) : " ".repeat(LABEL)}${line.trimStart()}`,
  );
}

function statedText(summary: Summary, screen: Screen): string {
  const [word, colour, mark] = STATED_WORDS[summary.accepts];
  return screen.paint(colour, `${mark} ${word}${statedCounts(summary)}`);
}

function speedParts(
  { pooled, rounds, spread, sweep, site }: LoadSummary,
  screen: Screen,
): string[] {
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return ["no round has figures"];
  const rate = boundedRate(figures, sweep === undefined ? figures.perSecond : figures.goodput);
  const doubts = [
    ...doubtNames(figures.checks),
    ...(site?.local === true ? [`shares ${site.cores} cores with the generator`] : []),
  ];
  const marked = doubts.map((each, at) => (at < doubts.length - 1 ? `${each},` : each));
  return [
    `${rate}/s${spread === undefined ? "" : ` ±${percent(spread)}`}`,
    `${GAP}p99 ${latencyText(figures.latencyUs.p99)}`,
    ...(sweep === undefined ? [] : [`${GAP}at the knee, ${offerText(figures.offered)}`]),
    ...marked.map((each, at) => (at === 0 ? `${GAP}${screen.paint("yellow", "!")} ${each}` : each)),
  ];
}

const MOST_NAMED = 6;
const MOST_RANKED = 6;

const wordAfterName = (accepts: Summary["accepts"]): string =>
  STATED_WORDS[accepts][0].replace(/^target /, "");

export function comparisonBox(comparison: Comparison, screen: Screen, report: string): string[] {
  return boxRows(
    {
      stated: dotted(statedParts(comparison, screen)),
      found: dotted(foundParts(comparison)),
      speed: dotted(rankingParts(comparison)),
      report: [report],
    },
    screen,
  );
}

/** Targets by name, or of many with the same verdict how many they are. */
function statedParts({ targets }: Comparison, screen: Screen): string[] {
  return (Object.keys(STATED_WORDS) as Summary["accepts"][]).flatMap((verdict) => {
    const word = wordAfterName(verdict);
    const marked =
      verdict === "held" ? screen.paint("green", `✓ ${word}`) : screen.paint("red", `✗ ${word}`);
    const names = targets.filter(({ accepts }) => accepts === verdict).map(({ name }) => name);
    const shown = names.length > MOST_NAMED ? [`${whole(names.length)} targets`] : names;
    return shown.map((name) => `${name} ${marked}`);
  });
}

function foundParts({ behaviour, axes, targets }: Comparison): string[] {
  const { compared, depth, depths, unstable } = behaviour;
  const { differ, groups } = depths[depth];
  const deaths = targets.reduce((sum, each) => sum + (each.deaths?.length ?? 0), 0);
  const differing = axes.filter(isDifferingAxis);
  const parts: [number, string][] = [
    [deaths, counted(deaths, "crash or hang", "crashes or hangs")],
    [
      compared,
      `${whole(differ)} of ${counted(compared, "case")} ${differ === 1 ? "differs" : "differ"} ${depthWords[depth]}${differ === 0 ? "" : `, in ${counted(groups.length, "group")}`}`,
    ],
    [differing.length, counted(differing.length, "boundary differs", "boundaries differ")],
    [unstable.length, `${whole(unstable.length)} unstable`],
  ];
  const found = parts.filter(([count]) => count > 0).map(([, text]) => text);
  return found.length === 0 ? ["nothing to compare"] : found;
}

function rankingParts({ speed, targets }: Comparison): string[] {
  if (speed === undefined) return [];
  const more = speed.ranking.length - MOST_RANKED;
  return [
    ...speed.ranking
      .slice(0, MOST_RANKED)
      .map((each) => `${targets[each.target]?.name ?? ""} ${rateText(each)}`),
    ...(more > 0 ? [`${whole(more)} more above`] : []),
    ...(speed.apart.length > 0 ? [`${whole(speed.apart.length)} not comparable`] : []),
  ];
}
