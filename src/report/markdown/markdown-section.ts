import { counted, escapeUnseen } from "../../text/index.ts";

export type Section = {
  before: string[];
  rows: string[];
  after?: string[];
  /** `group`, for one; more have an `s`. */
  what: string;
  most: number;
};

/** A section with a table, given its cells. `numbers` are the columns to align at the right. */
export function tableSection(
  title: string | readonly string[],
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  options: Pick<Section, "what" | "most" | "after"> & { numbers?: readonly number[] },
): Section {
  const { numbers = [], ...section } = options;
  const above = typeof title === "string" ? [title, ""] : title;
  const marks = heads.map((_, at) => (numbers.includes(at) ? "--:" : ":--"));
  return { ...section, before: [...above, rowOf(heads), rowOf(marks)], rows: rows.map(rowOf) };
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** A section in its room, cut by whole rows, with a sentence about the omitted rows and where they are; no lines without rows. */
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

const sizeOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.length + 1, 0);

const LONGEST_CODE = 500;

/**
 * Text from outside as a code span of one line: inside, nothing is a mark, a link, an image, a
 * mention or HTML. Not for table cells, where a `|` would end it.
 */
export function markdownCode(text: string, longest = LONGEST_CODE): string {
  const characters = Array.from(escapeUnseen(text.replace(/\r\n|\n|\r/g, " ⏎ ")));
  const shown =
    characters.length <= longest
      ? characters.join("")
      : `${characters.slice(0, longest - 1).join("")}…`;
  if (shown.trim() === "") return "(empty)";
  const runs = shown.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  // Readers strip one space at both ends, and it allows a backtick over.
  const blank = /^[ `]|[ `]$/.test(shown) ? " " : "";
  return `${fence}${blank}${shown}${blank}${fence}`;
}

const LONGEST = 120;
/** Brackets of figures alone are no link. */
const INTERVAL = /(?<= )\[\d[\d,.]*, \d[\d,.]*\](?![[(:])/g;

/** Text from outside as a code span for a cell of a table: a `|` becomes `\u{7c}`. */
export const codeCell = (text: string, longest = LONGEST): string =>
  markdownCode(text.replaceAll("|", "\\u{7c}"), longest);

/**
 * Text as it is if nothing in it has a meaning in Markdown or for a forge (marks, links, mentions,
 * numbers of issues, hashes of commits), otherwise as a code span.
 */
export function textCell(text: string, longest = LONGEST): string {
  const isPlain =
    text.length > 0 &&
    text.length <= longest &&
    /^[A-Za-z0-9±≥✓✗–"][A-Za-z0-9 ,.:;()"^'/%±×·≥≤→+-]*$/.test(text.replace(INTERVAL, "")) &&
    !/^\d+[.)](?:\s|$)|www\.|\/\/|:[\w+-]+:|%[^ ),.;]|[0-9a-f]{7,}|gh-\d| {2}|-{3}/i.test(text);
  return isPlain ? text : codeCell(text, longest);
}

/** Words of a sentence that mean nothing in Markdown or for a forge. */
const PLAIN_WORD =
  /^(?:["(]*[A-Za-z0-9±≥≤✓✗–×·→!+-][A-Za-z0-9,.:;()"^'/%±×·≥≤→!?+…-]*|\[\d[\d,.]*,|\d[\d,.]*\][,;.)]?)$/;
const RISKY_WORD = /www\.|\/\/|:[\w+-]+:|%[^ ),.;]|(?=\d*[a-f])[0-9a-f]{7,}|gh-\d|-{3}/i;
/** At the beginning of a line, these begin a list. */
const LIST_MARK = /^(?:\d+[.)]|[+-])$/;
/** Brackets in it are closed: `{message: string}` is one part. */
const ENDS_PART = /^(?:[\w$./#-]|\{\w*\}|\[[\w*]*\])*[\w}\]][,;:]$/;
const AROUND = /^(\(?)(.*?)([,;:.)]*)$/s;

/** A text in quotation marks is whole: a code span has all of it, or nothing. */
const WORD = /\(*"[^"]*"\S*|\S+/g;

const isPlainWord = (word: string): boolean =>
  word
    .split(" ")
    .filter(Boolean)
    .every((each) => PLAIN_WORD.test(each) && !RISKY_WORD.test(each));

/** A sentence: words from outside in it are code spans, like those that mean something in Markdown or for a forge. */
export function sentenceText(text: string, longest = LONGEST_CODE): string {
  const seen = Array.from(escapeUnseen(text.replace(/\r\n|\n|\r/g, " ⏎ ")));
  const cut = seen.length <= longest ? seen : [...seen.slice(0, longest - 1), "…"];
  const words = cut.join("").match(WORD) ?? [];
  const shown: string[] = [];
  let risky: string[] = [];
  const flush = (): void => {
    const [, before = "", code = "", after = ""] = AROUND.exec(risky.join(" ")) ?? [];
    if (risky.length > 0) shown.push(`${before}${markdownCode(code, Infinity)}${after}`);
    risky = [];
  };
  for (const [at, word] of words.entries()) {
    if (!isPlainWord(word) || (at === 0 && LIST_MARK.test(word))) {
      risky.push(word);
      // What follows is another part of the sentence: `a_b`: `$.c`.
      if (ENDS_PART.test(word)) flush();
      continue;
    }
    flush();
    shown.push(word);
  }
  flush();
  return shown.length === 0 ? "(empty)" : shown.join(" ");
}
