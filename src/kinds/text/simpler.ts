import type { Template } from "../../template/index.ts";
import { stringOf } from "../json-types.ts";
import type { Slot } from "../kind.ts";
import { aroundBounds } from "../rungs.ts";
import { lengthText } from "./axes.ts";
import { textText } from "./text.ts";
import { charactersOf, type TextType } from "./type.ts";

const EXAMPLE = 100_000_000;
/** How many characters of a text are tried individually. */
const MOST_ODD = 8;

/** Texts of the shortest lengths around the stated ones, and single odd characters, alone and in a valid text. */
export function simplerTexts({ type }: Slot<TextType>, text: string): Template[] {
  const given = stringOf(text);
  if (given === undefined) return [['""']];
  const length = charactersOf(given);
  const lengths = aroundBounds([0, type.minLength, type.maxLength]).map(Number);
  const example = textText(type, EXAMPLE);
  const odd = [...new Set(given)].filter((letter) => !example.includes(letter)).slice(0, MOST_ODD);
  return [
    ...[...new Set(lengths)]
      .filter((each) => each >= 0 && each < length)
      .toSorted((one, other) => one - other)
      .map((each) => lengthText(type, each)),
    ...odd.map((letter): Template => [JSON.stringify(letter)]),
    ...odd.map((letter): Template => [JSON.stringify(example.slice(1) + letter)]),
    [JSON.stringify(example)],
  ];
}
