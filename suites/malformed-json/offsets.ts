import type { BodyEntry, BodyForms, BodyToken, CaseDefinition } from "../../src/generate/index.ts";
import { ERRORS, bodyCases, exampleBytes, tokensOf } from "../../src/generate/index.ts";
import type { ClauseId } from "../../src/contract/index.ts";
import { kindOf, withInner, type FieldSlot } from "../../src/kinds/index.ts";
import type { Template } from "../../src/template/index.ts";

const errors: ClauseId[] = ["body", ...ERRORS];

/** In longer bodies not every byte is changed, but one byte of each token. */
const MOST_OFFSETS = 120;

/** A value with fixed digits: a changed number could have a leading zero, and a date's month become 0. */
function fixedValue({ type, path, content }: FieldSlot): [string, Template][] {
  if (type.kind === "date-time" && type.fraction === 3)
    return [[path, [`"2024-05-16T12:34:56.789Z"`]]];
  const isFree = type.kind === "whole-number" && Object.keys(type).toString() === "kind,fresh";
  return !isFree ? [] : [[path, ["12", { slice: content(), from: 2 }]]];
}

type Place = { from: number; what: string; clauses: ClauseId[] };

/** The parts of the body by position: the quotes of a string are separate places. */
function placesOf({ on }: BodyForms, tokens: BodyToken[]): Place[] {
  let from = 0;
  return tokens.flatMap(({ text, what, clauses, value }): Place[] => {
    const length = exampleBytes(text, on.interface).length;
    const start = from;
    from += length;
    const own = clauses as ClauseId[];
    if (value === undefined || !kindOf(value.type).quoted)
      return [{ from: start, what, clauses: own }];
    const form = own.filter((id) => !id.endsWith("-values"));
    return [
      { from: start, what: `the opening quote of ${value.label}`, clauses: form },
      { from: start + 1, what, clauses: own },
      { from: from - 1, what: `the closing quote of ${value.label}`, clauses: form },
    ];
  });
}

/** All offsets of a short body; in a long one the beginnings of parts. */
function offsetsOf(length: number, places: Place[]): number[] {
  if (length <= MOST_OFFSETS) return Array.from({ length }, (_, offset) => offset);
  const step = Math.ceil(places.length / MOST_OFFSETS);
  return places.filter((_, index) => index % step === 0).map(({ from }) => from);
}

/** The stated body cut, and changed by one byte, at each of its offsets. */
export function offsetCases(forms: BodyForms): CaseDefinition[] {
  const { on, stated } = forms;
  const { body: root } = on.layout;
  if (root === undefined) return [];
  const over = Object.fromEntries(withInner(root).flatMap(fixedValue));
  const body = on.body(over);
  const places = placesOf(forms, tokensOf(root, over));
  const offsets = offsetsOf(on.bodyBytes, places);
  const before = (offset: number): Template => [{ slice: body, from: 0, to: offset }];
  const from = (offset: number): Template => [{ slice: body, from: offset }];

  const truncated = offsets.map((offset): BodyEntry => {
    const reason = `cut after ${offset} of ${on.bodyBytes} bytes`;
    return [`${offset}`, reason, [{ slice: stated, from: 0, to: offset }], errors];
  });
  const atEachOffset = (what: string, change: (offset: number) => Template): BodyEntry[] =>
    offsets.map((offset) => {
      const place = places.findLast((each) => each.from <= offset);
      const reason = `the byte at offset ${offset}, in ${place?.what ?? "the body"}, ${what}`;
      return [`${offset}`, reason, change(offset), [...errors, ...(place?.clauses ?? [])]];
    });
  return [
    ...bodyCases(on, "truncated", truncated),
    ...bodyCases(
      on,
      "replaced",
      atEachOffset("is replaced by a tilde", (k) => [...before(k), "~", ...from(k + 1)]),
    ),
    ...bodyCases(
      on,
      "deleted",
      atEachOffset("is left out", (k) => [...before(k), ...from(k + 1)]),
    ),
    ...bodyCases(
      on,
      "doubled",
      atEachOffset("occurs twice", (k) => [...before(k + 1), ...from(k)]),
    ),
  ];
}
