import type { TerminalText } from "../../text/index.ts";
import { counted, secondText, terminalLines } from "../../text/index.ts";
import type { RunDiff } from "../../model/index.ts";
import { type Screen, widthOf } from "./screen-text.ts";
import { tableLines } from "./table.ts";

const MOST_FINDINGS = 50;
const INDENT = "    ";

export function renderDiff(diff: RunDiff, screen: Screen): TerminalText {
  const { findings, boundaries, same, compared } = diff;
  const left = findings.length - MOST_FINDINGS;
  const isSame = findings.length + boundaries.length === 0;
  return terminalLines([
    ...sideLines(diff, screen),
    ...laterLines(diff, screen),
    "",
    ...findings.slice(0, MOST_FINDINGS).flatMap((finding) => findingLines(finding, diff, screen)),
    ...(left > 0 ? [screen.dim(`… and ${counted(left, "more finding")}: --json has them`)] : []),
    ...boundaries.flatMap((each) => boundaryLines(each, boundaries, screen)),
    ...screen.wrap(
      isSame
        ? `nothing changed: ${counted(same, "case")} with the same ${compared}`
        : `${counted(same, "case")} did not change (${compared})`,
    ),
  ]);
}

/** A boundary with those that met the same limit of the body; nothing for one of those. */
function boundaryLines(
  { name, title, sentences, limit }: RunDiff["boundaries"][number],
  all: RunDiff["boundaries"],
  screen: Screen,
): string[] {
  if (limit !== undefined) return [];
  const met = all.filter((each) => each.limit === name).length;
  const others = `${counted(met, "other boundary", "other boundaries")} met this limit`;
  const what = met === 0 ? title : `${title.replace(/, by .*/, "")} (${others})`;
  return [
    ...screen.wrap(`boundary moved: ${what}`, "bold"),
    ...screen.hang(INDENT, `${sentences.before} before`),
    ...screen.hang(INDENT, `${sentences.now} now`),
  ];
}

function sideLines(diff: RunDiff, screen: Screen): string[] {
  const rows = (["before", "now"] as const).map((side) => {
    const { run, target, baseUrl, end } = diff[side];
    return [side, target, baseUrl, end === undefined ? run : `${run} (${end})`];
  });
  const lines = tableLines(rows);
  if (lines.every((line) => widthOf(line) <= screen.width)) return lines;
  return rows.flatMap(([side = "", ...parts]) =>
    screen.hang(`${side.padEnd(6)}  `, parts.join(" ")),
  );
}

function laterLines({ before, now }: RunDiff, screen: Screen): string[] {
  if (Date.parse(before.startedAt) <= Date.parse(now.startedAt)) return [];
  const [later, earlier] = [before, now].map(({ startedAt }) => secondText(startedAt));
  const text = `the first run is the later one (${later}; the second: ${earlier}): swap them to see what changed since`;
  return screen.hang(`${screen.paint("yellow", "!")} `, text);
}

function findingLines(
  { text, cases }: RunDiff["findings"][number],
  diff: RunDiff,
  screen: Screen,
): string[] {
  const first = diff.cases.find(({ name }) => name === cases[0]);
  const example =
    first === undefined ? [] : screen.hang(INDENT, `${first.name}: ${first.before} → ${first.now}`);
  return [...screen.wrap(text, "bold"), ...example.map((line) => screen.dim(line))];
}
