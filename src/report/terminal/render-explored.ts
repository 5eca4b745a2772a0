import type { TerminalText } from "../../text/index.ts";
import { durationText, shellWord, terminalLines, typedCommand, whole } from "../../text/index.ts";
import { type Screen, widthOf } from "./screen-text.ts";
import type { Summary, ExploreSummary } from "../../model/index.ts";
import { requestCountsText } from "../../stats/index.ts";
import { incompleteText, livesLines, noteLines, recordLines, statedAfter } from "./target-lines.ts";
import { summaryBox, summaryBoxes } from "./summary-box.ts";
import * as sections from "../explore-section.ts";
import { comparedMachines } from "../explore-section.ts";
import { blockLines, sectionsLines } from "./block-lines.ts";
import { sectionOf } from "../blocks.ts";

type Explored = { summary: Summary; report: string; run: string };

/** The result of `witness explore`: each target separately, then where they respond differently. */
export function renderExplored(runs: readonly Explored[], screen: Screen): TerminalText {
  const several = runs.length > 1;
  return terminalLines([
    ...runs.flatMap(({ summary }) => [
      ...recordLines(summary.record, screen, several ? summary.target.name : ""),
      ...livesLines([{ ...summary, name: several ? summary.target.name : undefined }], screen),
      ...noteLines(summary, screen, several ? `${summary.target.name}: ` : ""),
      ...(several ? ownLines(summary, screen) : wholeLines(summary, screen)),
    ]),
    ...(several ? sharedLines(runs, screen) : []),
    ...runs.flatMap(({ summary }) =>
      statedAfter(summary, screen, several ? `${summary.target.name} ` : ""),
    ),
    ...runs.flatMap((run) => closingLines(run, several, screen)),
    "",
    ...boxOf(runs, screen),
  ]);
}

const wholeLines = ({ exploration, end }: Summary, screen: Screen): string[] =>
  exploration === undefined ? [nothing[end] ?? NOTHING, ""] : exploreLines(exploration, screen);

/** The findings of one of several targets; their differences are shown once. */
function ownLines({ exploration, target, end }: Summary, screen: Screen): string[] {
  const head = [`${screen.bold(target.name)}  ${target.baseUrl}`, ""];
  if (exploration === undefined) return [...head, nothing[end] ?? NOTHING, ""];
  const { axes, examples, unstable, states } = exploration;
  if (axes.length + examples.length + unstable.length === 0 && states === undefined) return [];
  const own = states && { ...states };
  delete own?.compared;
  const shown = { ...exploration, ...(own && { states: own }), divergences: [], cutShort: [] };
  return [...head, ...exploreLines(shown, screen)];
}

function sharedLines(runs: readonly Explored[], screen: Screen): string[] {
  const views = runs.flatMap(({ summary: { exploration } }) => exploration ?? []);
  const found = views.find(({ divergences }) => divergences.length > 0) ?? views[0];
  const machines = blockLines(
    sectionOf("states", "State machines", comparedMachines(views[0]?.states)),
    screen,
  );
  const cut = [...machines, ...cutLines(cutShortOf(runs), screen)];
  if (found === undefined || (found.compared === undefined && found.divergences.length === 0))
    return cut;
  const shared = { ...found, axes: [], examples: [], unstable: [], cutShort: [] };
  delete shared.states;
  return [...exploreLines(shared, screen), ...cut];
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

function boxOf(runs: readonly Explored[], screen: Screen): string[] {
  const [only, second] = runs;
  return only === undefined || second !== undefined
    ? summaryBoxes(runs, screen)
    : summaryBox(only.summary, screen, only.report);
}

function closingLines({ summary, run }: Explored, several: boolean, screen: Screen): string[] {
  const { exploration, target, seed } = summary;
  const took =
    exploration?.durationMs === undefined ? "" : ` · ${durationText(exploration.durationMs)}`;
  const sent =
    exploration?.requests === undefined ? "" : ` · ${requestCountsText(summary.requests)}`;
  const compared =
    exploration?.compared === undefined ? "" : ` · ${whole(exploration.compared)} compared`;
  const left = incompleteText(summary);
  const state = left === "" ? "" : ` · ${left}`;
  const command = typedCommand(`replay ${shellWord(run)} ${evidenceOf(summary)}`);
  const replay = `replay any request: ${command}`;
  return [
    ...screen.wrap(
      `${several ? `${target.name} · ` : ""}seed ${seed}${sent}${compared}${took}${state}`,
    ),
    // A command must stay complete to be useful.
    ...(widthOf(replay) <= screen.width ? [replay] : ["replay any request:", `  ${command}`]),
  ];
}

function evidenceOf({ exploration }: Summary): string {
  const [difference] = exploration?.divergences ?? [];
  const boundary = exploration?.axes.flatMap(({ boundaries }) => boundaries)[0];
  const [example] = exploration?.examples.flatMap(({ entries }) => entries) ?? [];
  const states = exploration?.states;
  const sequence = states?.compared?.difference ?? states?.varies ?? states?.edges[0];
  return sequence?.case ?? difference?.case ?? boundary?.far.case ?? example?.case ?? "<case>";
}

/**
 * The findings of exploration: boundaries, smallest examples (only a few if `brief`), differences, and what was left out.
 * An empty line follows each block.
 */
export function exploreLines(view: ExploreSummary, screen: Screen, brief = false): string[] {
  const found = sectionsLines(
    [
      sections.statesSection(view.states),
      sections.axesSection(view),
      sections.examplesSection(view, brief),
      sections.divergencesSection(view),
      sections.randomSection(view),
    ],
    screen,
  );
  const nothing =
    view.compared === undefined
      ? "nothing was found"
      : `no difference in ${whole(view.compared)} requests compared`;
  return [...(found.length === 0 ? [nothing, ""] : found), ...cutLines(view.cutShort, screen)];
}

function cutLines(cutShort: readonly string[], screen: Screen): string[] {
  if (cutShort.length === 0) return [];
  const mark = `${screen.paint("yellow", "!")} `;
  return [...cutShort.flatMap((text) => screen.hang(mark, text)), ""];
}
