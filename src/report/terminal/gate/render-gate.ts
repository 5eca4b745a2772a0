import {
  type Breach,
  type GateResult,
  type Judgement,
  MOST_BREACHES,
} from "../../../model/gate.ts";
import { whole } from "../../../text/numbers.ts";
import type { Paint } from "../paint.ts";
import { blanksAfter, padText, widthOf } from "../fit-text.ts";
import { logText } from "./log-text.ts";
import { terminalLines, type TerminalText } from "../../../text/terminal-text.ts";

/** Longer ones push what was found further to the right. */
const USUAL_LABEL = 60;
const MOST_TEXT = 160;

/**
 * The gate for a terminal and for the log of a CI job: each rule with its mark, what was found and
 * where the rule stands, then what breaks it. Plain text tells all that the colours do.
 */
export function renderGate(result: GateResult, paint: Paint): TerminalText {
  const { judgements, targets, notes } = result;
  const width = Math.min(
    USUAL_LABEL,
    Math.max(0, ...judgements.map((each) => widthOf(labelOf(each)))),
  );
  const names = [...new Set(judgements.map(({ target }) => target))];
  const blocks = names.map((name) => {
    const own = judgements.filter(({ target }) => target === name);
    const lines = own.flatMap((each) => judgementLines(each, width, paint));
    if (names.length < 2) return lines;
    const baseUrl = targets.find((target) => target.name === name)?.baseUrl ?? "";
    return [`${paint("bold", logText(name, 40))}  ${logText(baseUrl, 120)}`, ...lines, ""];
  });
  return terminalLines([
    ...blocks.flat(),
    ...notes.map((note) => `${paint("bold", "note")}  ${logText(note, 400)}`),
    exitLine(result, paint),
  ]);
}

function judgementLines(judgement: Judgement, width: number, paint: Paint): string[] {
  const { verdict, found, source } = judgement;
  const label = labelOf(judgement);
  const place = source === undefined ? "" : `   ${paint("dim", logText(source, 120))}`;
  const text = `${words[verdict]}${logText(found, MOST_TEXT)}`;
  const line = `${mark(verdict, paint)} ${label}${blanksAfter(label, width)}   ${text}${place}`;
  return [line, ...(verdict === "pass" ? [] : breachLines(judgement, paint))];
}

const labelOf = ({ rule, text }: Judgement): string => logText(`${rule}  ${text}`, MOST_TEXT);

const words = { pass: "", fail: "", inconclusive: "inconclusive: ", error: "cannot be judged: " };

function mark(verdict: Judgement["verdict"], paint: Paint): string {
  if (verdict === "pass") return paint("green", "✓");
  if (verdict === "inconclusive") return paint("yellow", "?");
  return paint("red", verdict === "fail" ? "✗" : "!");
}

function exitLine({ exitCode, judgements }: GateResult, paint: Paint): string {
  const count = (verdict: Judgement["verdict"], word: string): string[] => {
    const found = judgements.filter((each) => each.verdict === verdict).length;
    return found === 0 ? [] : [`${whole(found)} ${word}`];
  };
  const counts = [
    ...count("fail", "did not hold"),
    ...count("error", "cannot be judged"),
    ...count("inconclusive", "inconclusive"),
    ...count("pass", "held"),
  ];
  return [paint("bold", `exit ${exitCode}`), ...(counts.length === 0 ? ["no rules"] : counts)].join(
    " · ",
  );
}

const MOST_SHOWN = 5;
const MOST_CASE = 48;

/** What breaks a rule: the first few, with the lines that send them again, and how many more there are. */
function breachLines({ breaches }: Judgement, paint: Paint): string[] {
  const shown = breaches.slice(0, MOST_SHOWN);
  const cases = shown.map((breach) => widthOf(logText(breach.case ?? "", MOST_CASE)));
  const width = Math.max(0, ...cases);
  const left = breaches.length - shown.length;
  const least = breaches.length >= MOST_BREACHES ? "at least " : "";
  return [
    ...shown.flatMap((breach) => linesOf(breach, width, paint)),
    ...(left > 0 ? [paint("dim", `    … and ${least}${whole(left)} more`)] : []),
  ];
}

function linesOf({ expected, observed, replay, ...breach }: Breach, width: number, paint: Paint) {
  const where =
    breach.case === undefined ? "" : `${padText(logText(breach.case, MOST_CASE), width)}   `;
  const compared = `expected ${logText(expected, MOST_TEXT)}, observed ${logText(observed, MOST_TEXT)}`;
  // A command must stay whole to be of use.
  const again = replay === undefined ? [] : [`    replay: ${logText(replay, 2000)}`];
  return [`    ${where}${compared}`, ...again.map((line) => paint("dim", line))];
}
