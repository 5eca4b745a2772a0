import { all } from "./shared.ts";

/** The lines of responses, each by what it is about: the status, a header, or a line of the body of the nth response. */
function keyed(text: string): { key: string; line: string; start: number }[] {
  let [start, nth, bodyLine] = [0, 0, 0];
  return text.split("\n").map((line) => {
    const from = start;
    start += line.length + 1;
    const isStatus = line.startsWith("HTTP/");
    if (isStatus) nth += 1;
    const isHead = isStatus || (bodyLine === 0 && line !== "");
    bodyLine = isHead ? 0 : bodyLine + 1;
    const name = /^([^:\s]+):/.exec(line)?.[1];
    const about = isStatus || name === undefined ? "status" : name.toLowerCase();
    return { key: `${nth} ${isHead ? about : bodyLine}`, line, start: from };
  });
}

const isWord = (character = ""): boolean => /[\w.:+-]/.test(character);

/** From where to where a line differs from another one, in whole words; a header's name counts in any case. */
function unlike(line: string, other: string): [from: number, to: number] {
  const [one, two] = [line.toLowerCase(), other.toLowerCase()];
  const least = Math.min(one.length, two.length);
  let [from, end] = [0, 0];
  while (from < least && one[from] === two[from]) from += 1;
  while (end < least - from && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  let to = line.length - end;
  while (from > 0 && isWord(line[from - 1])) from -= 1;
  while (to < line.length && isWord(line[to])) to += 1;
  return one === two ? [0, 0] : [from, to];
}

/** A part of an element's text. */
function rangeIn(element: HTMLElement, from: number, to: number): Range {
  const range = document.createRange();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (from >= passed && from <= passed + text.length) range.setStart(text, from - passed);
    if (to >= passed && to <= passed + text.length) range.setEnd(text, to - passed);
    passed += text.length;
  }
  return range;
}

/** What one response has and another one has not, but for its Date. */
function differences(shown: HTMLElement, reference: HTMLElement): Range[] {
  const known = new Map(keyed(reference.textContent).map(({ key, line }) => [key, line]));
  return keyed(shown.textContent).flatMap(({ key, line, start }) => {
    const other = known.get(key);
    const [from, to] = other === undefined ? [0, line.length] : unlike(line, other);
    const isTold = from < to && !key.endsWith(" date");
    return isTold ? [rangeIn(shown, start + from, start + to)] : [];
  });
}

/** Marks in the open rows what differs from the response of the reference, or else from the first response shown. */
export function markDifferences(reference: number | undefined): void {
  if (!("highlights" in CSS)) return;
  const ranges = all(".row[open] .responses").flatMap((block) => {
    const parts = all(":scope > [data-t]:not([hidden])", block);
    const isReference = ({ dataset }: HTMLElement) =>
      dataset["t"]?.split(" ").includes(String(reference)) === true;
    const basis = (parts.find(isReference) ?? parts[0])?.querySelector("pre");
    if (!basis) return [];
    return all("pre", block).flatMap((each) => (each === basis ? [] : differences(each, basis)));
  });
  CSS.highlights.set("differs", new Highlight(...ranges));
}
