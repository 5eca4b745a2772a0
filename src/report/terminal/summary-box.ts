import type { Comparison, LoadSummary, Summary } from "../../model/index.ts";
import { foundCounts, rateText, speedOf, sum } from "../../stats/index.ts";
import { counted, shortList, textsOf, whole } from "../../text/index.ts";

import { STATED_WORDS, statedCounts } from "../run-words.ts";
import { type Screen, wrapWords } from "./screen-text.ts";
import { isDifferingAxis, depthWords } from "../comparison-words.ts";

const LABEL = 9;
const GAP = "  ";

export function summaryBox(summary: Summary, screen: Screen, report: string): string[] {
  const { load, exploration, suites, conclusions } = summary;
  const found = foundCounts(summary);
  const isSearched = suites.length > 0 || exploration !== undefined;
  const nothing = conclusions.length > 0 ? "nothing beyond the conclusions above" : "nothing";
  return boxRows(
    {
      stated: [statedText(summary, screen)],
      found: dotted(isSearched && found.length === 0 ? [nothing] : found),
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
export const boxRows = (rows: Partial<Record<Row, readonly string[]>>, screen: Screen): string[] =>
  Object.entries(rows).flatMap(([label, parts]) =>
    parts.length === 0 ? [] : row(label, parts, screen),
  );

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

function speedParts(load: LoadSummary, screen: Screen): string[] {
  const speed = speedOf(load);
  if (speed === undefined) return ["no round has figures"];
  const { rate, good = "", p99, at, doubts } = speed;
  const marked = doubts.map((each, nth) => (nth < doubts.length - 1 ? `${each},` : each));
  return textsOf(
    `${rate}${good}`,
    `${GAP}${p99}`,
    at !== undefined && `${GAP}${at}`,
    ...marked.map((each, nth) =>
      nth === 0 ? `${GAP}${screen.paint("yellow", "!")} ${each}` : each,
    ),
  );
}

const MOST_NAMED = 6;
const MOST_RANKED = 6;

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
    const word = STATED_WORDS[verdict][0].replace(/^target /, "");
    const marked =
      verdict === "held" ? screen.paint("green", `✓ ${word}`) : screen.paint("red", `✗ ${word}`);
    const names = targets.filter(({ accepts }) => accepts === verdict).map(({ name }) => name);
    const shown = names.length > MOST_NAMED ? [`${whole(names.length)} targets`] : names;
    return shown.map((name) => `${name} ${marked}`);
  });
}

function foundParts({ behaviour, axes, targets, states }: Comparison): string[] {
  const { compared, depth, depths, unstable } = behaviour;
  const { differ, groups } = depths[depth];
  const deaths = sum(targets.map((each) => each.deaths?.length ?? 0));
  const differing = axes.filter(isDifferingAxis).length;
  const found = textsOf(
    deaths > 0 && counted(deaths, "crash or hang", "crashes or hangs"),
    compared > 0 &&
      `${whole(differ)} of ${counted(compared, "case")} ${differ === 1 ? "differs" : "differ"} ${depthWords[depth]}${differ === 0 ? "" : `, in ${counted(groups.length, "group")}`}`,
    differing > 0 && counted(differing, "boundary differs", "boundaries differ"),
    states?.difference && "state machines differ",
    unstable.length > 0 && `${whole(unstable.length)} unstable`,
  );
  return found.length === 0 ? ["nothing to compare"] : found;
}

function rankingParts({ speed, targets }: Comparison): string[] {
  if (speed === undefined) return [];
  return [
    ...shortList(
      speed.ranking,
      MOST_RANKED,
      (each) => `${targets[each.target]?.name ?? ""} ${rateText(each)}`,
      (more) => `${whole(more)} more above`,
    ),
    ...(speed.apart.length > 0 ? [`${whole(speed.apart.length)} not comparable`] : []),
  ];
}
