import type { Template } from "../../template/index.ts";
import { chunks, replaced, unitsSize, joined, unitsOf, type Unit } from "./units.ts";
import type { SplitHead, StatedParts } from "./stated.ts";
import { headerName, joinHead, LINE_END, sameLine, splitHead } from "./stated.ts";
import { bodySteps, unitSteps } from "./template-steps.ts";

const DEVIATION = 10;

/** The stated line that corresponds to this one, or to its place. */
function statedLine(line: Unit[], index: number, { lines }: StatedParts): Unit[] | undefined {
  if (index === 0) return lines[0];
  const name = headerName(line);
  return lines.slice(1).find((each) => headerName(each) === name);
}

function isStated(lines: Unit[][], index: number, stated: StatedParts): boolean {
  const line = lines[index] ?? [];
  const own = statedLine(line, index, stated);
  if (own === undefined || !sameLine(own, line)) return false;
  return index === 0 || lines.findIndex((other) => sameLine(other, line)) === index;
}

const missing = (lines: Unit[][], stated: StatedParts): Unit[][] => {
  const names = new Set(lines.slice(1).map(headerName));
  return stated.lines.slice(1).filter((line) => !names.has(headerName(line)));
};

/** The distance of a head from the stated one, and the size of the bytes after the head; 0 if there are none. */
export function headSize(template: Template, stated: StatedParts): number {
  const { fresh } = stated;
  const { lines, empty, rest } = splitHead(template, fresh);
  if (lines.length === 0) return 0;
  const sizes = lines.map((line, index) =>
    isStated(lines, index, stated) ? 1 : DEVIATION + unitsSize(line, fresh),
  );
  const emptySize = sameLine(empty, LINE_END) ? 0 : DEVIATION + unitsSize(empty, fresh);
  const own = sizes.reduce((sum, size) => sum + size, emptySize + unitsSize(rest, fresh));
  return own + DEVIATION * missing(lines, stated).length;
}

/** Heads that are one step simpler: as stated, other lines dropped, lines as stated or shortened. */
export function* headSteps(template: Template, stated: StatedParts): Generator<Template> {
  const head = splitHead(template, stated.fresh);
  const { lines, empty, rest } = head;
  if (lines.length === 0) return;
  yield joinHead({ lines: stated.lines, empty: LINE_END, rest });
  for (const step of lineSteps(lines, stated)) yield joinHead({ ...head, lines: step });
  if (empty.length > 0) {
    yield joinHead({ ...head, empty: LINE_END });
    for (const line of missing(lines, stated)) yield joinHead({ ...head, lines: [...lines, line] });
  }
  for (const step of restSteps(head, stated)) yield joinHead({ ...head, rest: step });
  for (const index of oddOnes(lines, stated))
    for (const step of shorter(lines[index] ?? [], stated))
      yield joinHead({ ...head, lines: replaced(lines, [index, index + 1], [step]) });
}

const oddOnes = (lines: Unit[][], stated: StatedParts): number[] =>
  [...lines.keys()].filter((index) => !isStated(lines, index, stated));

function* lineSteps(lines: Unit[][], stated: StatedParts): Generator<Unit[][]> {
  const odd = oddOnes(lines, stated);
  const others = odd.filter((index) => index > 0);
  for (const [from, to] of chunks(others.length)) {
    const left = new Set(others.slice(from, to));
    yield lines.filter((_, index) => !left.has(index));
  }
  for (const index of odd) {
    const own = statedLine(lines[index] ?? [], index, stated);
    if (own !== undefined) yield replaced(lines, [index, index + 1], [own]);
  }
}

function* restSteps({ rest }: SplitHead, stated: StatedParts): Generator<Unit[]> {
  for (const step of bodySteps(joined(rest), stated)) yield unitsOf(step, stated.fresh);
}

/** A shorter line; its end stays unchanged. */
function* shorter(line: Unit[], stated: StatedParts): Generator<Unit[]> {
  const last = line.at(-1) === "\n" ? (line.at(-2) === "\r" ? 2 : 1) : 0;
  const end = line.slice(line.length - last);
  for (const step of unitSteps(line.slice(0, line.length - last), stated)) yield [...step, ...end];
}
