import { statedHeaders } from "../../contract/stated-headers.ts";
import { userSubmission } from "../../contract/user-submission.ts";
import { chunks, replaced, without } from "./chunks.ts";

type Header = [name: string, value: string];

const STATED = statedHeaders(userSubmission);
const DEVIATION = 10;
const CHARACTER = 3;

const isStated = ([name, value]: Header): boolean =>
  STATED.some(([other, text]) => other === name && text === value);

const sameName = ([one]: Header, [other]: Header): boolean =>
  one.toLowerCase() === other.toLowerCase();

const missing = (headers: Header[]): Header[] =>
  STATED.filter((stated) => !headers.some((header) => sameName(header, stated)));

/** How far headers are from the stated ones; 0 where they are not given. */
export function headersSize(headers: Header[] | undefined): number {
  if (headers === undefined) return 0;
  const sizes = headers.map((header, index) =>
    isStated(header) && isFirst(headers, index)
      ? 1
      : DEVIATION + CHARACTER * (header[0].length + header[1].length),
  );
  return sizes.reduce((sum, size) => sum + size, 1 + DEVIATION * missing(headers).length);
}

/** The first of its name. */
const isFirst = (headers: Header[], index: number): boolean => {
  const [name] = headers[index] ?? [""];
  return headers.findIndex(([other]) => other.toLowerCase() === name.toLowerCase()) === index;
};

/** Headers that are one step simpler: as stated, others dropped, values as stated or shortened. */
export function* headerSteps(headers: Header[] | undefined): Generator<Header[] | undefined> {
  if (headers === undefined) return;
  yield undefined;
  const odd = headers.flatMap((header, index) =>
    isStated(header) && isFirst(headers, index) ? [] : [index],
  );
  for (const [from, to] of chunks(odd.length)) {
    const left = new Set(odd.slice(from, to));
    yield headers.filter((_, index) => !left.has(index));
  }
  for (const index of odd)
    for (const stated of STATED)
      if (sameName(headers[index] ?? ["", ""], stated))
        yield replaced(headers, [index, index + 1], [stated]);
  for (const header of missing(headers)) yield [...headers, header];
  for (const index of odd) yield* shorter(headers, index);
}

function* shorter(headers: Header[], index: number): Generator<Header[]> {
  const [name, value] = headers[index] ?? ["", ""];
  const characters = Array.from(value);
  for (const range of chunks(characters.length))
    yield replaced(headers, [index, index + 1], [[name, without(characters, [range]).join("")]]);
}
