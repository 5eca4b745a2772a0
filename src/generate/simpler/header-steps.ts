import type { RequestHeader } from "../steps.ts";
import { chunks, replaced, without } from "./chunks.ts";

const DEVIATION = 10;
const CHARACTER = 3;

/** A header as stated, and the first of its name. */
const isStated = (headers: RequestHeader[], index: number, stated: RequestHeader[]): boolean => {
  const [name, value] = headers[index] ?? ["", ""];
  return (
    stated.some(([other, text]) => other === name && text === value) &&
    headers.findIndex(([other]) => other.toLowerCase() === name.toLowerCase()) === index
  );
};

const sameName = ([one]: RequestHeader, [other]: RequestHeader): boolean =>
  one.toLowerCase() === other.toLowerCase();

const missing = (headers: RequestHeader[], all: RequestHeader[]): RequestHeader[] =>
  all.filter((stated) => !headers.some((header) => sameName(header, stated)));

/** The distance of headers from the stated ones; 0 if they are not given. */
export function headersSize(headers: RequestHeader[] | undefined, stated: RequestHeader[]): number {
  if (headers === undefined) return 0;
  const sizes = headers.map((header, index) =>
    isStated(headers, index, stated)
      ? 1
      : DEVIATION + CHARACTER * (header[0].length + header[1].length),
  );
  return sizes.reduce((sum, size) => sum + size, 1 + DEVIATION * missing(headers, stated).length);
}

/** Headers that are one step simpler: as stated, others dropped, values as stated or shortened. */
export function* headerSteps(
  headers: RequestHeader[] | undefined,
  all: RequestHeader[],
): Generator<RequestHeader[] | undefined> {
  if (headers === undefined) return;
  yield undefined;
  const odd = [...headers.keys()].filter((index) => !isStated(headers, index, all));
  for (const [from, to] of chunks(odd.length)) {
    const left = new Set(odd.slice(from, to));
    yield headers.filter((_, index) => !left.has(index));
  }
  for (const index of odd)
    for (const stated of all)
      if (sameName(headers[index] ?? ["", ""], stated))
        yield replaced(headers, [index, index + 1], [stated]);
  for (const header of missing(headers, all)) yield [...headers, header];
  for (const index of odd) yield* shorter(headers, index);
}

function* shorter(headers: RequestHeader[], index: number): Generator<RequestHeader[]> {
  const [name, value] = headers[index] ?? ["", ""];
  const characters = Array.from(value);
  for (const range of chunks(characters.length))
    yield replaced(headers, [index, index + 1], [[name, without(characters, [range]).join("")]]);
}
