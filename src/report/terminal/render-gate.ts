import { type TerminalText, counted, terminalLines, textsOf } from "../../text/index.ts";
import type { GateResult } from "../../model/index.ts";
import * as gate from "../gate-view.ts";
import type { GateItem } from "../gate-view.ts";
import { fitText, fitWords, type Screen, widthOf } from "./screen-text.ts";

/** A gate is one look, whatever its size. */
const MOST_LINES = 12;
const MOST_ASIDES = 3;
/** Columns for the places of a cause. */
const LEAST_PLACES = 20;
const MOST_HINT_LINES = 2;
const MOST_FIRST_LINES = 2;
const LEAST_OTHERS = 2;
const INDENT = "    ";

/**
 * The gate for a terminal and for the log of a CI job, in at most 12
 * lines: the verdict, a probable mistake, the causes of failures with a case of the first one in line 3 or 4, the rules that
 * failed, and last the path of what has the rest. Colours add nothing to the plain text.
 */
export function renderGate(result: GateResult, screen: Screen, path?: string): TerminalText {
  const items = gate.gateItems(result);
  const end = [
    ...failedRules(items, screen),
    ...quietLine(result, screen),
    ...(path === undefined ? [] : [fitText(`report  ${path}`, Infinity)]),
  ];
  const several = new Set(result.judgements.map(({ target }) => target)).size > 1;
  const asides = asideLines(result, several, screen);
  // A mistake that all valid requests show explains the causes below it.
  const head = [
    headLine(result, screen),
    ...hintLines(result, screen),
    ...documentLine(result, screen),
  ];
  const room = MOST_LINES - head.length - asides.length - end.length;
  const lines = [...head, ...itemLines(items, { screen, room, several }), ...asides, ...end];
  return terminalLines(wholeLines(lines));
}

/** A line that is cut, and all of it in several. */
type Line = string | { cut: string; whole: readonly string[] };

/** What is cut becomes whole as long as there is room for it: titles, then examples, the first lines first. */
function wholeLines(lines: readonly Line[]): string[] {
  let spare = MOST_LINES - lines.length;
  const whole = new Map<Line, readonly string[]>();
  const isExample = (line: Line): boolean =>
    typeof line === "object" && line.cut.startsWith(INDENT);
  for (const line of lines.toSorted((a, b) => Number(isExample(a)) - Number(isExample(b)))) {
    if (typeof line === "string" || line.whole.length - 1 > spare) continue;
    spare -= Math.max(0, line.whole.length - 1);
    whole.set(line, line.whole);
  }
  return lines.flatMap((line) => whole.get(line) ?? (typeof line === "string" ? line : line.cut));
}

function headLine(result: GateResult, { width, paint }: Screen): string {
  const { word, mark, colour, counts } = gate.gateHeadline(result);
  const text = fitWords(
    [`${mark} ${word}`, `exit ${result.exitCode}`, ...counts].join(" · "),
    width,
  );
  const named = `${mark} ${word}`;
  return text.startsWith(named) ? paint(colour, named) + text.slice(named.length) : text;
}

/** Of a whole document: how many of its operations passed. */
function documentLine(result: GateResult, { width }: Screen): string[] {
  const counts = gate.operationCounts(result);
  return counts === undefined ? [] : [fitText(counts.join(" · "), width)];
}

type Shown = { screen: Screen; room: number; several: boolean };

/** The first item with its case, and its command, and as many others as there is room for: first a line of each, then their cases. */
function itemLines(items: readonly GateItem[], { screen, room, several }: Shown): Line[] {
  const [first, ...others] = items;
  if (first === undefined) return [];
  const titles = items.map((item) => titleLine(item, several, screen));
  const examples = items.map((item) => exampleLines(item, screen));
  let left = room - 1 - (examples[0]?.length ?? 0);
  const again = replayLines(first, screen);
  // The command of the first case is worth more than the last causes.
  const isAgain = again.length <= left - Math.min(others.length, LEAST_OTHERS);
  if (isAgain) left -= again.length;
  const isCut = others.length > left;
  const shown = isCut ? left - 1 : others.length;
  left -= isCut ? left : shown;
  // A title that is cut says less than the case of another cause.
  const whole = titles.slice(0, shown + 1).map((title, at): readonly Line[] => {
    if (typeof title === "string" || title.whole.length - 1 > left) return [title];
    if (at === 0 && title.whole.length > MOST_FIRST_LINES) return [title];
    left -= title.whole.length - 1;
    return title.whole;
  });
  const blocks = whole.map((title, at): Line[] => {
    const example = examples[at] ?? [];
    if (at === 0) return [...title, ...example, ...(isAgain ? again : [])];
    if (example.length > left) return [...title];
    left -= example.length;
    return [...title, ...example];
  });
  const more = others.length - shown;
  return [...blocks.flat(), ...(more > 0 ? [screen.dim(`… and ${whatMore(items, more)}`)] : [])];
}

/** "12 more causes", or of what kinds they are. */
function whatMore(items: readonly GateItem[], more: number): string {
  const cut = items.slice(-more);
  const causes = cut.filter(({ count }) => count !== undefined).length;
  const rules = more - causes;
  return textsOf(
    causes > 0 && counted(causes, "more cause"),
    rules > 0 && counted(rules, "more rule"),
  ).join(", ");
}

function titleLine(
  { verdict, target, text, count, source }: GateItem,
  several: boolean,
  screen: Screen,
): Line {
  const { mark, colour } = gate.VERDICTS[verdict];
  const place = source === undefined ? "" : `(${source})`;
  const after = count === undefined ? place : `(${counted(count, "case")})`;
  const end = after === "" ? "" : ` ${fitText(after, screen.width / 2)}`;
  const room = screen.width - widthOf(`${mark} ${end}`);
  const named = several ? `${target}: ${text}` : text;
  const title = fitTitle(named, room);
  const label = `${screen.paint(colour, mark)} `;
  const whole = screen.hang(label, `${named} ${after}`.trim());
  if (count === undefined) return { cut: `${label}${title}${end}`, whole };
  // A colour does not go on in another line.
  return whole.length === 1
    ? `${label}${screen.bold(title)}${end}`
    : { cut: `${label}${screen.bold(title)}${end}`, whole };
}

/** Of a long title the places are cut, and not what changed: `media-type, framing, … : 500 became 400`. */
function fitTitle(text: string, room: number): string {
  const whole = fitText(text, Infinity);
  const at = whole.lastIndexOf(": ");
  const what = whole.slice(at);
  const left = room - widthOf(what);
  if (widthOf(whole) <= room || at === -1 || left < LEAST_PLACES) return fitWords(text, room);
  return fitWords(whole.slice(0, at), left) + what;
}

function exampleLines({ example, count }: GateItem, screen: Screen): Line[] {
  if (example === undefined || (count === undefined && example.case === undefined)) return [];
  const result = `expected ${example.expected}, observed ${example.observed}`;
  const id = example.case === undefined ? "" : `${example.case}   `;
  const text = id + result;
  const room = screen.width - INDENT.length;
  // How often it was observed is cut as a whole, or not at all.
  const short = widthOf(text) > room ? text.replace(/ \(\d[\d,]* of \d[^()]*\)$/, "") : text;
  return [{ cut: INDENT + fitWords(short, room), whole: screen.hang(INDENT, text) }];
}

/** The command that sends the first case again: on one line, or on two that a shell reads as one; never cut. */
function replayLines({ example }: GateItem, screen: Screen): string[] {
  if (example?.replay === undefined) return [];
  const command = fitText(example.replay, Infinity);
  const line = `${INDENT}replay: ${command}`;
  if (widthOf(line) <= screen.width) return [screen.dim(line)];
  const at = command.indexOf(" replay ") + " replay ".length;
  const lines = [`${INDENT}replay: ${command.slice(0, at)}\\`, `${INDENT}  ${command.slice(at)}`];
  return lines.every((each) => widthOf(each) <= screen.width)
    ? lines.map((each) => screen.dim(each))
    : [];
}

/** The probable mistake of the first target that has one. */
function hintLines({ targets }: GateResult, screen: Screen): string[] {
  const [hint] = targets.flatMap((target) => target.hint ?? []);
  const lines = hint === undefined ? [] : screen.wrap(hint, "yellow");
  return lines
    .slice(0, MOST_HINT_LINES)
    .map((line, at) =>
      at + 1 === MOST_HINT_LINES && lines.length > MOST_HINT_LINES ? `${line} …` : line,
    )
    .map((line) => fitText(line, screen.width));
}

/** What fails no rule: the probable mistakes of other targets, findings, notes. */
function asideLines(
  { targets, findings = [], notes }: GateResult,
  several: boolean,
  screen: Screen,
): Line[] {
  const [, ...hints] = targets.flatMap(({ hint }) => hint ?? []);
  const all = [
    ...hints.map((hint) => ["", hint] as const),
    ...findings.map(
      ({ target, text }) => ["! ", `${several ? `${target}: ` : ""}${text}`] as const,
    ),
    ...notes.map((note) => ["note  ", note] as const),
  ].map(([label, text]) => ({
    cut: fitWords(label + text, screen.width),
    whole: screen.hang(label, text),
  }));
  const shown = all.length <= MOST_ASIDES ? all : all.slice(0, MOST_ASIDES - 1);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [screen.dim(`… and ${counted(more, "more note")}`)] : [])];
}

function failedRules(items: readonly GateItem[], { width, paint }: Screen): string[] {
  const rules = new Set(
    items.flatMap((item) =>
      item.verdict === "fail" && item.count !== undefined ? gate.brokenRules(item) : [],
    ),
  );
  const all = [...rules].map(({ rule, source }) =>
    source === undefined ? rule : `${rule} (${source})`,
  );
  // Of a whole document, several operations may break one rule.
  const names = [...new Set(all)];
  if (names.length === 0) return [];
  const line = fitWords(
    `✗ ${names.length === 1 ? "rule" : "rules"} broken: ${names.join(", ")}`,
    width,
  );
  return [paint("red", "✗") + line.slice(1)];
}

function quietLine({ judgements }: GateResult, { width, paint }: Screen): string[] {
  const counts = gate.quietCounts(judgements);
  if (counts.length === 0) return judgements.length === 0 ? ["no rules"] : [];
  // The first line says so already.
  if (judgements.every(({ verdict }) => verdict === "pass")) return [];
  const isPassed = judgements.some(({ verdict }) => verdict === "pass");
  const [mark, colour] = isPassed ? (["✓", "green"] as const) : (["-", "dim"] as const);
  return [`${paint(colour, mark)} ${fitWords(counts.join(" · "), width - 2)}`];
}
