import { type GateResult, type Judgement, MOST_BREACHES } from "../../model/index.ts";
import { counted, terminalLines, type TerminalText, whole } from "../../text/index.ts";
import { casesToShow } from "../gate-tests.ts";
import { fitText, hangingText, type Paint, widthOf, wrapText } from "./screen-text.ts";
import { type Cell, tableLines } from "./table.ts";

const USUAL_LABEL = 60;
const GAP = "   ";
const INDENT = "    ";

/**
 * The gate for a terminal `width` columns wide (Infinity: nothing is cut) and for the log of a CI job: each rule with
 * its mark, its result and its place, then the cases that break it. Colours add nothing to the plain text.
 */
export function renderGate(result: GateResult, paint: Paint, width = Infinity): TerminalText {
  const { judgements, targets, notes } = result;
  const inColumns = tableLines(
    judgements.map((each) => cellsOf(each, paint)),
    [{ usual: USUAL_LABEL + 2 }, { usual: 0 }, {}],
    { gap: GAP },
  );
  const lines = judgements.map((each, at) =>
    foldedJudgement(each, inColumns[at] ?? "", paint, width),
  );
  const names = [...new Set(judgements.map(({ target }) => target))];
  const blocks = names.map((name) => {
    const own = judgements.flatMap((each, at) =>
      each.target === name ? [...(lines[at] ?? []), ...breachLines(each, paint, width)] : [],
    );
    if (names.length < 2) return own;
    const baseUrl = targets.find((target) => target.name === name)?.baseUrl ?? "";
    return [`${paint("bold", fitText(name, width))}  ${fitText(baseUrl, width)}`, ...own, ""];
  });
  const hints = targets.flatMap(({ hint }) =>
    hint === undefined ? [] : wrapText(hint, width).map((line) => paint("yellow", line)),
  );
  return terminalLines([
    ...hints,
    ...findingLines(result, paint, width),
    ...blocks.flat(),
    ...notes.flatMap((note) =>
      wrapText(note, width - 6).map(
        (line, at) => `${at === 0 ? paint("bold", "note") : "    "}  ${line}`,
      ),
    ),
    exitLine(result, paint),
    ...hints,
  ]);
}

function findingLines({ findings = [] }: GateResult, paint: Paint, width: number): string[] {
  return findings.flatMap(({ target, text }) =>
    wrapText(`${target}: ${text}`, width - 2).map(
      (line, at) => `${at === 0 ? paint("yellow", "!") : " "} ${line}`,
    ),
  );
}

function cellsOf(judgement: Judgement, paint: Paint): Cell[] {
  const { rule, text, verdict, found, source } = judgement;
  const { sign, colour } = marks[verdict];
  const cells: Cell[] = [
    {
      text: `${sign} ${rule}  ${text}`,
      paint: (padded) => paint(colour, sign) + padded.slice(sign.length),
    },
    `${words[verdict]}${found}`,
  ];
  if (source === undefined) return cells;
  return [...cells, { text: source, paint: (padded) => paint("dim", padded) }];
}

/** Wrapped between words; a single word that is wider than the terminal is cut. */
const cutHanging = (indent: string, text: string, width: number): string[] =>
  hangingText(indent, text, width).map((line) => fitText(line, width));

function foldedJudgement(
  judgement: Judgement,
  inColumns: string,
  paint: Paint,
  width: number,
): string[] {
  if (widthOf(inColumns) <= width) return [inColumns];
  const { rule, text, verdict, found, source } = judgement;
  const { sign, colour } = marks[verdict];
  const place = source === undefined ? "" : ` · ${source}`;
  return [
    ...hangingText(`${paint(colour, sign)} `, `${rule}  ${text}`, width),
    ...cutHanging(INDENT, `${words[verdict]}${found}${place}`, width),
  ];
}

const words = {
  pass: "",
  fail: "",
  inconclusive: "inconclusive: ",
  error: "cannot be judged: ",
  skipped: "skipped: ",
};

const marks = {
  pass: { sign: "✓", colour: "green" },
  fail: { sign: "✗", colour: "red" },
  inconclusive: { sign: "?", colour: "yellow" },
  error: { sign: "!", colour: "red" },
  skipped: { sign: "-", colour: "dim" },
} as const;

function exitLine({ exitCode, judgements }: GateResult, paint: Paint): string {
  const count = (verdict: Judgement["verdict"], word: string): string[] => {
    const found = judgements.filter((each) => each.verdict === verdict).length;
    return found === 0 ? [] : [`${whole(found)} ${word}`];
  };
  const counts = [
    ...count("fail", "failed"),
    ...count("error", "cannot be judged"),
    ...count("inconclusive", "inconclusive"),
    ...count("pass", "passed"),
    ...count("skipped", "skipped"),
  ];
  return [paint("bold", `exit ${exitCode}`), ...(counts.length === 0 ? ["no rules"] : counts)].join(
    " · ",
  );
}

const MOST_SHOWN = 5;
const MOST_CAUSES = 12;

const ALL_IN = "in gate.json";

/**
 * The breaches of a rule: by cause if causes are known, then the first few cases with the lines that send them again,
 * and the number of the others.
 */
function breachLines(judgement: Judgement, paint: Paint, width: number): string[] {
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
  ).flatMap((line, at) => {
    const { case: id, expected, observed } = shown[at] ?? {};
    if (widthOf(line) <= width || id === undefined) return [[line]];
    return [
      [
        INDENT + id,
        ...cutHanging(`${INDENT}  `, `expected ${expected}, observed ${observed}`, width),
      ],
    ];
  });
  const left = breaches.length - shown.length;
  const kept = breaches.length >= MOST_BREACHES ? `, which keeps the first ${MOST_BREACHES}` : "";
  const isNamed = causes.length > 0 || kept !== "";
  const further = causes.length - MOST_CAUSES;
  return [
    ...causes
      .slice(0, MOST_CAUSES)
      .flatMap(({ text }) => cutHanging(INDENT, text, width).map((line) => paint("bold", line))),
    ...(further > 0
      ? [paint("dim", `${INDENT}… and ${counted(further, "finding")} more ${ALL_IN}`)]
      : []),
    ...shown.flatMap(({ replay }, at) => [
      ...(lines[at] ?? []),
      // A command must stay complete to be useful.
      ...(replay === undefined
        ? []
        : [paint("dim", fitText(`${INDENT}replay: ${replay}`, Infinity))]),
    ]),
    ...(left > 0
      ? [paint("dim", `${INDENT}… and ${whole(left)} more${isNamed ? ` ${ALL_IN}${kept}` : ""}`)]
      : []),
  ];
}
