import { hangingText, type Paint, widthOf, wrapText } from "./screen-text.ts";
import {
  durationText,
  shellWord,
  terminalLines,
  type TerminalText,
  typedCommand,
  whole,
} from "../../text/index.ts";
import type { Summary } from "../../model/index.ts";
import { deathLines, incompleteText, recordLines, statedAfter } from "./target-lines.ts";
import { summaryBox, summaryBoxes } from "./summary-box.ts";
import { cutLines, exploreLines } from "./render-explore.ts";

type Explored = { summary: Summary; report: string; run: string };

/**
 * The result of `witness explore` for a terminal `width` columns wide (Infinity: nothing is cut): each target separately, then
 * where they respond differently.
 */
export function renderExplored(
  runs: readonly Explored[],
  paint: Paint,
  width?: number,
): TerminalText {
  const several = runs.length > 1;
  return terminalLines([
    ...runs.flatMap(({ summary }) => [
      ...recordLines(summary.record, paint, several ? summary.target.name : ""),
      ...deathLines(summary, paint, { name: several ? summary.target.name : "", width }),
      ...noteLines(summary, paint, several, width),
      ...(several ? ownLines(summary, paint, width) : wholeLines(summary, paint, width)),
    ]),
    ...(several ? sharedLines(runs, paint, width) : []),
    ...runs.flatMap(({ summary }) =>
      statedAfter(summary, paint, width, several ? `${summary.target.name} ` : ""),
    ),
    ...runs.flatMap((run) => closingLines(run, several, width)),
    "",
    ...boxOf(runs, paint, width),
  ]);
}

function noteLines(
  { notes, target }: Summary,
  paint: Paint,
  several: boolean,
  width = Infinity,
): string[] {
  const of = several ? `${target.name}: ` : "";
  const lines = notes.flatMap(({ text }) =>
    hangingText(`${paint("bold", "note")}  `, `${of}${text}`, width),
  );
  return lines.length === 0 ? [] : [...lines, ""];
}

const wholeLines = ({ exploration, end }: Summary, paint: Paint, width?: number): string[] =>
  exploration === undefined
    ? [nothing[end] ?? NOTHING, ""]
    : exploreLines(exploration, paint, { width });

/** The findings of one of several targets; their differences are shown once. */
function ownLines({ exploration, target, end }: Summary, paint: Paint, width?: number): string[] {
  const head = [`${paint("bold", target.name)}  ${target.baseUrl}`, ""];
  if (exploration === undefined) return [...head, nothing[end] ?? NOTHING, ""];
  const { axes, examples, unstable } = exploration;
  if (axes.length + examples.length + unstable.length === 0) return [];
  return [
    ...head,
    ...exploreLines({ ...exploration, divergences: [], cutShort: [] }, paint, { width }),
  ];
}

function sharedLines(runs: readonly Explored[], paint: Paint, width?: number): string[] {
  const views = runs.flatMap(({ summary: { exploration } }) => exploration ?? []);
  const found = views.find(({ divergences }) => divergences.length > 0) ?? views[0];
  const cut = cutLines(cutShortOf(runs), paint, width);
  if (found === undefined || (found.compared === undefined && found.divergences.length === 0))
    return cut;
  const shared = { ...found, axes: [], examples: [], unstable: [], cutShort: [] };
  return [...exploreLines(shared, paint, { width }), ...cut];
}

/** Sentences that are true of every target once, others with the name of their target. */
function cutShortOf(runs: readonly Explored[]): string[] {
  const all = runs.map(({ summary: { target, exploration } }) => ({
    name: target.name,
    sentences: exploration?.cutShort ?? [],
  }));
  const isShared = (sentence: string): boolean =>
    all.every(({ sentences }) => sentences.includes(sentence));
  return [
    ...(all[0]?.sentences.filter(isShared) ?? []),
    ...all.flatMap(({ name, sentences }) =>
      sentences.filter((each) => !isShared(each)).map((each) => `${name}: ${each}`),
    ),
  ];
}

const NOTHING = "nothing was explored";
const nothing: Partial<Record<Summary["end"], string>> = {
  "not-answering": `${NOTHING}: a valid request gets no response`,
  unreachable: `${NOTHING}: the target could not be reached`,
  interrupted: `${NOTHING}: interrupted before it began`,
};

function boxOf(runs: readonly Explored[], paint: Paint, width?: number): string[] {
  const [only, second] = runs;
  return only === undefined || second !== undefined
    ? summaryBoxes(runs, paint, width)
    : summaryBox(only.summary, paint, { report: only.report, width });
}

function closingLines({ summary, run }: Explored, several: boolean, width = Infinity): string[] {
  const { exploration, target, seed } = summary;
  const took =
    exploration?.durationMs === undefined ? "" : ` · ${durationText(exploration.durationMs)}`;
  const sent =
    exploration?.requests === undefined ? "" : ` · ${whole(exploration.requests)} requests`;
  const compared =
    exploration?.compared === undefined ? "" : ` · ${whole(exploration.compared)} compared`;
  const left = incompleteText(summary);
  const state = left === "" ? "" : ` · ${left}`;
  const command = typedCommand(`replay ${shellWord(run)} ${evidenceOf(summary)}`);
  const replay = `replay any request: ${command}`;
  return [
    ...wrapText(
      `${several ? `${target.name} · ` : ""}seed ${seed}${sent}${compared}${took}${state}`,
      width,
    ),
    // A command must stay complete to be useful.
    ...(widthOf(replay) <= width ? [replay] : ["replay any request:", `  ${command}`]),
  ];
}

function evidenceOf({ exploration }: Summary): string {
  const [difference] = exploration?.divergences ?? [];
  const boundary = exploration?.axes.flatMap(({ boundaries }) => boundaries)[0];
  const [example] = exploration?.examples.flatMap(({ entries }) => entries) ?? [];
  return difference?.case ?? boundary?.far.case ?? example?.case ?? "<case>";
}
