import { MOST_BREACHES, type Breach, type Judgement } from "../../../model/gate.ts";
import type { Paint } from "../paint.ts";
import { logText } from "./log-text.ts";

const MOST_SHOWN = 5;
const MOST_CASE = 48;
const MOST_TEXT = 160;

/** What breaks a rule: the first few, with the lines that send them again, and how many more there are. */
export function breachLines({ breaches }: Judgement, paint: Paint): string[] {
  const shown = breaches.slice(0, MOST_SHOWN);
  const cases = shown.map((breach) => logText(breach.case ?? "", MOST_CASE).length);
  const width = Math.max(0, ...cases);
  const left = breaches.length - shown.length;
  const least = breaches.length >= MOST_BREACHES ? "at least " : "";
  return [
    ...shown.flatMap((breach) => linesOf(breach, width, paint)),
    ...(left > 0 ? [paint("dim", `    … and ${least}${left.toLocaleString("en")} more`)] : []),
  ];
}

function linesOf({ expected, observed, replay, ...breach }: Breach, width: number, paint: Paint) {
  const where =
    breach.case === undefined ? "" : `${logText(breach.case, MOST_CASE).padEnd(width)}   `;
  const compared = `expected ${logText(expected, MOST_TEXT)}, observed ${logText(observed, MOST_TEXT)}`;
  // A command must stay whole to be of use.
  const again = replay === undefined ? [] : [`    replay: ${logText(replay, 2000)}`];
  return [`    ${where}${compared}`, ...again.map((line) => paint("dim", line))];
}
