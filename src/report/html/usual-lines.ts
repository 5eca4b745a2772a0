/** A line of a head: as it is, and in the form it shares with the same line of other heads. */
export type MessageHeadLine = { name: string; text: string; shared: string };

/** Lines that many heads have in this order; their numbers start at `first`. */
export type UsualBlock = { first: number; lines: MessageHeadLine[] };

/** A head for display: lines as they are, or the numbers of usual lines. */
export type HeadPart = { text: string } | { from: number; to: number; length: number };

/** A page with fewer such heads shows them all in full. */
const FEWEST_HEADS = 20;
const MOST_BLOCKS = 3;
/** How many characters a block must save to be used. */
const WORTHWHILE = 8192;
/** Fewer characters than these are shown as they are. */
const SHORTEST_RUN = 30;
const SHARE = 0.5;

/** Replaces values that differ without meaning. A received header contains no such arrows: it is Latin-1. */
const LENGTH = "‹bytes of the body›";
const TIME = "‹a time during the run›";

const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

const field = (text: string): [name: string, value: string] => {
  const colon = text.indexOf(":");
  return colon < 1 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1).trim()];
};

/** A sent line, as it was on the connection; `bodyBytes` is the size of the body after its head, if known. */
export const sentLine = (text: string, bodyBytes?: number): MessageHeadLine =>
  headLine(text, field(text), bodyBytes);

function headLine(
  text: string,
  [name, value]: readonly [name: string, value: string],
  bodyBytes: number | undefined,
): MessageHeadLine {
  const tellsLength = name.toLowerCase() === "content-length" && value === String(bodyBytes);
  return { name, text, shared: tellsLength ? `${name}: ${LENGTH}` : text };
}

/** From and to, in milliseconds. */
export type Span = readonly [from: number, to: number];

/** A received header line, while the run was in progress. */
export function receivedLine(
  name: string,
  value: string,
  bodyBytes: number,
  [from, to]: Span,
): MessageHeadLine {
  const text = `${name}: ${value}`;
  const time = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  const isTime = name.toLowerCase() === "date" && time >= from && time <= to;
  return isTime
    ? { name, text, shared: `${name}: ${TIME}` }
    : headLine(text, [name, value], bodyBytes);
}

type Form = { count: number; lines: Map<string, { line: MessageHeadLine; times: number }>[] };

/** The blocks of lines that recur most in these heads. */
export function usualBlocks(
  heads: readonly (readonly MessageHeadLine[])[],
  first: number,
): UsualBlock[] {
  const forms = [...formsOf(heads).values()].toSorted((a, b) => b.count - a.count);
  const blocks: UsualBlock[] = [];
  for (const form of forms) {
    if (blocks.length === MOST_BLOCKS || form.count < FEWEST_HEADS) break;
    const lines = form.lines.flatMap((seen) => {
      const [top] = [...seen.values()].toSorted((a, b) => b.times - a.times);
      return top !== undefined && top.times >= SHARE * form.count ? [top.line] : [];
    });
    const rest = shortened(lines, blocks).filter((part) => "text" in part);
    const spared = rest.reduce((sum, { text }) => sum + text.length, 0) * form.count;
    if (spared < (blocks.length === 0 ? 1 : WORTHWHILE)) continue;
    const last = blocks.at(-1);
    blocks.push({ first: last === undefined ? first : last.first + last.lines.length, lines });
  }
  return blocks;
}

function formsOf(heads: readonly (readonly MessageHeadLine[])[]): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const head of heads) {
    if (head.length === 0) continue;
    const shape = head.map(({ name }) => name).join("\n");
    const form = forms.get(shape) ?? { count: 0, lines: head.map(() => new Map()) };
    forms.set(shape, form);
    form.count += 1;
    for (const [index, line] of head.entries()) {
      const seen = form.lines[index]?.get(line.shared);
      if (seen) seen.times += 1;
      else form.lines[index]?.set(line.shared, { line, times: 1 });
    }
  }
  return forms;
}

/** A head with its usual lines replaced by their numbers, without loss: each number is one line. */
export function shortened(
  lines: readonly MessageHeadLine[],
  blocks: readonly UsualBlock[],
): HeadPart[] {
  const parts: HeadPart[] = [];
  let at = 0;
  while (at < lines.length) {
    const run = longestRun(lines, at, blocks);
    const length = lines.slice(at, at + run.length).reduce((n, { text }) => n + text.length + 1, 0);
    if (length >= SHORTEST_RUN) {
      parts.push({ from: run.from, to: run.from + run.length - 1, length });
      at += run.length;
    } else {
      parts.push({ text: lines[at]?.text ?? "" });
      at += 1;
    }
  }
  return parts;
}

function longestRun(lines: readonly MessageHeadLine[], at: number, blocks: readonly UsualBlock[]) {
  let best = { from: 0, length: 0 };
  for (const block of blocks)
    for (const [index] of block.lines.entries()) {
      let length = 0;
      while (
        at + length < lines.length &&
        lines[at + length]?.shared === block.lines[index + length]?.shared
      )
        length += 1;
      if (length > best.length) best = { from: block.first + index, length };
    }
  return best;
}
