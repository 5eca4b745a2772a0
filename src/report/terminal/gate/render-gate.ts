import { type GateResult, type Judgement, MOST_BREACHES } from "../../../model/gate.ts";
import { counted, whole } from "../../../text/numbers.ts";
import { casesToShow } from "../../gate-cases.ts";
import type { Paint } from "../paint.ts";
import { fitText } from "../fit-text.ts";
import { type Cell, tableLines } from "../table.ts";
import { wrapText } from "../wrap-text.ts";
import { terminalLines, type TerminalText } from "../../../text/terminal-text.ts";

/** Longer ones push the results further to the right. */
const USUAL_LABEL = 60;
const GAP = "   ";
const INDENT = "    ";

/**
 * The gate for a terminal `width` columns wide (Infinity: nothing is cut) and for the log of a CI
 * job: each rule with its mark, its result and its place, then the cases that break it. Plain text
 * says everything that the colours do.
 */
export function renderGate(result: GateResult, paint: Paint, width = Infinity): TerminalText {
  const { judgements, targets, notes } = result;
  const lines = tableLines(
    judgements.map((each) => cellsOf(each, paint)),
    [{ most: width, usual: USUAL_LABEL + 2 }, { most: width, usual: 0 }, { most: width }],
    { gap: GAP },
  );
  const names = [...new Set(judgements.map(({ target }) => target))];
  const blocks = names.map((name) => {
    const own = judgements.flatMap((each, at) =>
      each.target === name ? [lines[at] ?? "", ...breachLines(each, paint, width)] : [],
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

/** Where all of it is. */
const ALL_IN = "in gate.json";

/**
 * What breaks a rule: by cause where causes are known, then the first few cases with the lines that send
 * them again, and how many more there are.
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
    [{ most: width }, { most: width }],
    { indent: INDENT, gap: GAP },
  );
  const left = breaches.length - shown.length;
  const kept = breaches.length >= MOST_BREACHES ? `, which keeps the first ${MOST_BREACHES}` : "";
  const isNamed = causes.length > 0 || kept !== "";
  const further = causes.length - MOST_CAUSES;
  return [
    ...causes
      .slice(0, MOST_CAUSES)
      .map(({ text }) => INDENT + paint("bold", fitText(text, width - INDENT.length))),
    ...(further > 0
      ? [paint("dim", `${INDENT}… and ${counted(further, "finding")} more ${ALL_IN}`)]
      : []),
    ...shown.flatMap(({ replay }, at) => [
      lines[at] ?? "",
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
