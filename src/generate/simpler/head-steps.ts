import type { Template } from "../../template/template.ts";
import { user } from "../user-submission.ts";
import { chunks, replaced } from "./chunks.ts";
import {
  headerName,
  joinHead,
  LINE_END,
  sameLine,
  splitHead,
  STATED_LINES,
  type SplitHead,
} from "./split-head.ts";
import { unitsSize } from "./size.ts";
import { templateSteps, unitSteps } from "./template-steps.ts";
import { joined, unitsOf, type Unit } from "./units.ts";

const DEVIATION = 10;
const [, ...STATED_HEADERS] = STATED_LINES;

/** The stated line that this one, or this one's place, is for. */
function statedOf(line: Unit[], index: number): Unit[] | undefined {
  if (index === 0) return STATED_LINES[0];
  const name = headerName(line);
  return STATED_HEADERS.find((stated) => headerName(stated) === name);
}

function isStated(lines: Unit[][], index: number): boolean {
  const line = lines[index] ?? [];
  const stated = statedOf(line, index);
  if (stated === undefined || !sameLine(stated, line)) return false;
  return index === 0 || lines.findIndex((other) => sameLine(other, line)) === index;
}

const missing = (lines: Unit[][]): Unit[][] => {
  const names = new Set(lines.slice(1).map(headerName));
  return STATED_HEADERS.filter((stated) => !names.has(headerName(stated)));
};

/** How far a head is from the stated one, and what follows it from nothing; 0 where there is none. */
export function headSize(template: Template): number {
  const { lines, empty, rest } = splitHead(template);
  if (lines.length === 0) return 0;
  const sizes = lines.map((line, index) =>
    isStated(lines, index) ? 1 : DEVIATION + unitsSize(line),
  );
  const emptySize = sameLine(empty, LINE_END) ? 0 : DEVIATION + unitsSize(empty);
  const own = sizes.reduce((sum, size) => sum + size, emptySize + unitsSize(rest));
  return own + DEVIATION * missing(lines).length;
}

/** Heads that are one step simpler: as stated, other lines dropped, lines as stated or shortened. */
export function* headSteps(template: Template): Generator<Template> {
  const head = splitHead(template);
  const { lines, empty, rest } = head;
  if (lines.length === 0) return;
  yield joinHead({ lines: STATED_LINES, empty: LINE_END, rest });
  for (const step of lineSteps(lines)) yield joinHead({ ...head, lines: step });
  if (empty.length > 0) {
    yield joinHead({ ...head, empty: LINE_END });
    for (const line of missing(lines)) yield joinHead({ ...head, lines: [...lines, line] });
  }
  for (const step of restSteps(head)) yield joinHead({ ...head, rest: step });
  for (const index of oddOnes(lines))
    for (const step of shorter(lines[index] ?? []))
      yield joinHead({ ...head, lines: replaced(lines, [index, index + 1], [step]) });
}

const oddOnes = (lines: Unit[][]): number[] =>
  [...lines.keys()].filter((index) => !isStated(lines, index));

function* lineSteps(lines: Unit[][]): Generator<Unit[][]> {
  const odd = oddOnes(lines);
  const others = odd.filter((index) => index > 0);
  for (const [from, to] of chunks(others.length)) {
    const left = new Set(others.slice(from, to));
    yield lines.filter((_, index) => !left.has(index));
  }
  for (const index of odd) {
    const stated = statedOf(lines[index] ?? [], index);
    if (stated !== undefined) yield replaced(lines, [index, index + 1], [stated]);
  }
}

function* restSteps({ rest }: SplitHead): Generator<Unit[]> {
  for (const step of templateSteps(joined(rest), user())) yield unitsOf(step);
}

/** A line with less in it; its end is left as it is. */
function* shorter(line: Unit[]): Generator<Unit[]> {
  const last = line.at(-1) === "\n" ? (line.at(-2) === "\r" ? 2 : 1) : 0;
  const end = line.slice(line.length - last);
  for (const step of unitSteps(line.slice(0, line.length - last))) yield [...step, ...end];
}
