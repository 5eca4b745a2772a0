import { counted } from "../../text/index.ts";

/** A part of a document: the text before and after its rows, and what its rows are called. */
export type Section = {
  before: string[];
  rows: string[];
  after?: string[];
  /** `group`, for one; more have an `s`. */
  what: string;
  /** Maximum characters of the section. */
  most: number;
};

/**
 * A section in its room, cut by whole rows, with a sentence about the omitted rows and where they
 * are; no lines without rows.
 */
export function sectionLines(section: Section, where: string): string[] {
  const { before, rows, after = [], most } = section;
  if (rows.length === 0) return [];
  const whole = [...before, ...rows, ...after, ""];
  if (sizeOf(whole) <= most) return whole;
  const leftOutLines = (count: number): string[] => ["", leftOut(count, section, where)];
  let room = most - sizeOf([...before, ...leftOutLines(rows.length), ...after, ""]);
  // The first line of a section is its heading.
  if (room < 0) return [...before.slice(0, 1), ...leftOutLines(rows.length), ...after, ""];
  const kept: string[] = [];
  for (const row of rows) {
    room -= row.length + 1;
    if (room < 0) break;
    kept.push(row);
  }
  return [...before, ...kept, ...leftOutLines(rows.length - kept.length), ...after, ""];
}

const leftOut = (count: number, { what }: Section, where: string): string =>
  `… and ${counted(count, `more ${what}`)} in the full report: ${where}`;

/** Characters of lines with their line breaks. */
const sizeOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.length + 1, 0);
