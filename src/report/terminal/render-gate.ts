import { type Paint, type TerminalText, counted, terminalLines, whole } from "../../text/index.ts";
import { type GateResult, type Judgement, MOST_BREACHES } from "../../model/index.ts";
import { casesToShow, RESULT_WORDS, verdictCounts } from "../gate-tests.ts";
import { fitText, Screen, widthOf } from "./screen-text.ts";
import { type Cell, tableLines } from "./table.ts";

const USUAL_LABEL = 60;
const GAP = "   ";
const INDENT = "    ";

/**
 * The gate for a terminal `width` columns wide (Infinity: nothing is cut) and for the log of a CI job: each rule with
 * its mark, its result and its place, then the cases that break it. Colours add nothing to the plain text.
 */
export function renderGate(result: GateResult, paint: Paint, width = Infinity): TerminalText {
  const screen = new Screen(paint, width);
  const { judgements, targets, notes, findings = [], exitCode } = result;
  const counts = verdictCounts(judgements);
  const inColumns = tableLines(
    judgements.map((each) => cellsOf(each, screen.paint)),
    [{ usual: USUAL_LABEL + 2 }, { usual: 0 }, {}],
    { gap: GAP },
  );
  const lines = judgements.map((each, at) => foldedJudgement(each, inColumns[at] ?? "", screen));
  const names = [...new Set(judgements.map(({ target }) => target))];
  const blocks = names.map((name) => {
    const own = judgements.flatMap((each, at) =>
      each.target === name ? [...(lines[at] ?? []), ...breachLines(each, screen)] : [],
    );
    if (names.length < 2) return own;
    const baseUrl = targets.find((target) => target.name === name)?.baseUrl ?? "";
    const title = fitText(name, width);
    return [`${screen.bold(title)}  ${fitText(baseUrl, width)}`, ...own, ""];
  });
  const hints = targets.flatMap(({ hint }) =>
    hint === undefined ? [] : screen.wrap(hint, "yellow"),
  );
  return terminalLines([
    ...hints,
    ...findings.flatMap(({ target, text }) =>
      screen.hang(`${screen.paint("yellow", "!")} `, `${target}: ${text}`),
    ),
    ...blocks.flat(),
    ...notes.flatMap((note) => screen.hang(`${screen.bold("note")}  `, note)),
    [screen.bold(`exit ${exitCode}`), ...(counts.length === 0 ? ["no rules"] : counts)].join(" · "),
    ...hints,
  ]);
}

function cellsOf(judgement: Judgement, paint: Paint): Cell[] {
  const { rule, text, verdict, found, source } = judgement;
  const { sign, colour } = marks[verdict];
  const cells: Cell[] = [
    {
      text: `${sign} ${rule}  ${text}`,
      paint: (padded) => paint(colour, sign) + padded.slice(sign.length),
    },
    `${RESULT_WORDS[verdict]}${found}`,
  ];
  if (source === undefined) return cells;
  return [...cells, { text: source, paint: (padded) => paint("dim", padded) }];
}

/** Wrapped between words; a single word that is wider than the terminal is cut. */
const cutHanging = (indent: string, text: string, screen: Screen): string[] =>
  screen.hang(indent, text).map((line) => fitText(line, screen.width));

function foldedJudgement(judgement: Judgement, inColumns: string, screen: Screen): string[] {
  if (widthOf(inColumns) <= screen.width) return [inColumns];
  const { rule, text, verdict, found, source } = judgement;
  const { sign, colour } = marks[verdict];
  const place = source === undefined ? "" : ` · ${source}`;
  return [
    ...screen.hang(`${screen.paint(colour, sign)} `, `${rule}  ${text}`),
    ...cutHanging(INDENT, `${RESULT_WORDS[verdict]}${found}${place}`, screen),
  ];
}

const marks = {
  pass: { sign: "✓", colour: "green" },
  fail: { sign: "✗", colour: "red" },
  warn: { sign: "⚠", colour: "yellow" },
  inconclusive: { sign: "?", colour: "yellow" },
  error: { sign: "!", colour: "red" },
  skipped: { sign: "-", colour: "dim" },
} as const;

const MOST_SHOWN = 5;
const MOST_CAUSES = 12;

const ALL_IN = "in gate.json";

/**
 * The breaches of a rule: by cause if causes are known, then the first few cases with the lines that send them again,
 * and the number of the others.
 */
function breachLines(judgement: Judgement, screen: Screen): string[] {
  const { verdict, breaches, causes = [] } = judgement;
  if (verdict === "pass") return [];
  const shown = casesToShow(judgement, MOST_SHOWN);
  const lines = tableLines(
    shown.map(({ expected, observed, ...breach }) => [
      ...(breach.case === undefined ? [] : [breach.case]),
      `expected ${expected}, observed ${observed}`,
    ]),
    [],
    { indent: INDENT, gap: GAP },
  ).map((line, at) => {
    const { case: id, expected, observed } = shown[at] ?? {};
    if (widthOf(line) <= screen.width || id === undefined) return [line];
    const result = `expected ${expected}, observed ${observed}`;
    return [INDENT + id, ...cutHanging(`${INDENT}  `, result, screen)];
  });
  const left = breaches.length - shown.length;
  const kept = breaches.length >= MOST_BREACHES ? `, which keeps the first ${MOST_BREACHES}` : "";
  const isNamed = causes.length > 0 || kept !== "";
  const further = causes.length - MOST_CAUSES;
  const more = (text: string): string => screen.dim(`${INDENT}… and ${text}`);
  return [
    ...causes
      .slice(0, MOST_CAUSES)
      .flatMap(({ text }) => cutHanging(INDENT, text, screen).map((line) => screen.bold(line))),
    ...(further > 0 ? [more(`${counted(further, "finding")} more ${ALL_IN}`)] : []),
    ...shown.flatMap(({ replay }, at) => [
      ...(lines[at] ?? []),
      // A command must stay complete to be useful.
      ...(replay === undefined
        ? []
        : [screen.dim(fitText(`${INDENT}replay: ${replay}`, Infinity))]),
    ]),
    ...(left > 0 ? [more(`${whole(left)} more${isNamed ? ` ${ALL_IN}${kept}` : ""}`)] : []),
  ];
}
