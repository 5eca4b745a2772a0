import type { RunDiff } from "../../model/index.ts";
import { counted, secondText, terminalLines, type TerminalText } from "../../text/index.ts";
import { hangingText, type Paint, widthOf, wrapText } from "./screen-text.ts";
import { tableLines } from "./table.ts";

const MOST_FINDINGS = 50;
const INDENT = "    ";

export function renderDiff(diff: RunDiff, paint: Paint, width = Infinity): TerminalText {
  const { findings, boundaries, same, compared } = diff;
  const left = findings.length - MOST_FINDINGS;
  const isSame = findings.length + boundaries.length === 0;
  return terminalLines([
    ...sideLines(diff, width),
    ...laterLines(diff, paint, width),
    "",
    ...findings
      .slice(0, MOST_FINDINGS)
      .flatMap((finding) => findingLines(finding, diff, paint, width)),
    ...(left > 0 ? [paint("dim", `… and ${counted(left, "more finding")}: --json has them`)] : []),
    ...boundaries.flatMap(({ title, sentences }) => [
      ...wrapText(`boundary moved: ${title}`, width).map((line) => paint("bold", line)),
      ...hangingText(INDENT, `${sentences.before} before`, width),
      ...hangingText(INDENT, `${sentences.now} now`, width),
    ]),
    ...wrapText(
      isSame
        ? `nothing changed: ${counted(same, "case")} with the same ${compared}`
        : `${counted(same, "case")} did not change (${compared})`,
      width,
    ),
  ]);
}

function sideLines(diff: RunDiff, width: number): string[] {
  const rows = (["before", "now"] as const).map((side) => {
    const { run, target, baseUrl, end } = diff[side];
    return [side, target, baseUrl, end === undefined ? run : `${run} (${end})`];
  });
  const lines = tableLines(rows);
  if (lines.every((line) => widthOf(line) <= width)) return lines;
  return rows.flatMap(([side = "", ...parts]) =>
    hangingText(`${side.padEnd(6)}  `, parts.join(" "), width),
  );
}

function laterLines({ before, now }: RunDiff, paint: Paint, width: number): string[] {
  if (Date.parse(before.startedAt) <= Date.parse(now.startedAt)) return [];
  const [later, earlier] = [before, now].map(({ startedAt }) => secondText(startedAt));
  const text = `the first run is the later one (${later}; the second: ${earlier}): swap them to see what changed since`;
  return hangingText(`${paint("yellow", "!")} `, text, width);
}

function findingLines(
  { text, cases }: RunDiff["findings"][number],
  diff: RunDiff,
  paint: Paint,
  width: number,
): string[] {
  const first = diff.cases.find(({ name }) => name === cases[0]);
  const example =
    first === undefined
      ? []
      : hangingText(INDENT, `${first.name}: ${first.before} → ${first.now}`, width);
  return [
    ...wrapText(text, width).map((line) => paint("bold", line)),
    ...example.map((line) => paint("dim", line)),
  ];
}
