// Values for tables of booleans and UUIDs.
import { chosen } from "./chosen.mjs";
import { different, misspelled } from "./drawing.mjs";

const WORDS = [
  "true",
  "false",
  "yes",
  "no",
  "on",
  "off",
  "1",
  "0",
  "t",
  "f",
  "y",
  "n",
  "null",
  "none",
  "",
  "2",
  "-1",
  "enabled",
];

/** The word with letters in either case. */
const anyCase = ({ maybe }, text) =>
  [...text].map((letter) => (maybe(1, 2) ? letter.toUpperCase() : letter)).join("");

const SPACES = [" ", "\t", "\n", "\r", "\v", "\f", "\0", "\u00a0", "\u2003", "\u0085", "\ufeff"];

/** Texts of strings that stand for true or false. */
export const booleanTexts = (draw) =>
  different(
    2000,
    [
      ...WORDS,
      ...WORDS.map((word) => word.toUpperCase()),
      ...WORDS.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)),
    ],
    () => {
      const { pick, maybe } = draw;
      const word = anyCase(draw, pick(WORDS));
      const around = maybe(1, 3)
        ? pick([pick(SPACES) + word, word + pick(SPACES), pick(SPACES) + word + pick(SPACES)])
        : word;
      return maybe(1, 3) ? misspelled(draw, around, [...SPACES, ..."tfyn01ruealsoTRUE."]) : around;
    },
  );

const FORMS = chosen("uuids");

/** Texts of UUIDs. */
export const uuidValues = (draw) =>
  different(2200, FORMS, () => {
    const { pick, maybe, integer } = draw;
    const hex = (count) =>
      Array.from({ length: count }, () => integer(0, 15).toString(16)).join("");
    const version = maybe(1, 2) ? integer(0, 15).toString(16) : pick(["1", "4", "7", "8"]);
    const variant = maybe(1, 3) ? integer(0, 15).toString(16) : pick(["8", "9", "a", "b"]);
    const parts = [hex(8), hex(4), version + hex(3), variant + hex(3), hex(12)];
    const lengths = maybe(1, 10)
      ? parts.map((part) => part.slice(0, integer(0, part.length)))
      : parts;
    const text = lengths.join(maybe(1, 8) ? pick(["", "_", "--", " "]) : "-");
    const cased = maybe(1, 3) ? anyCase(draw, text) : text;
    const wrapped = maybe(1, 8)
      ? pick([
          `{${cased}}`,
          `(${cased})`,
          `urn:uuid:${cased}`,
          ` ${cased}`,
          `${cased}\n`,
          `{${cased}`,
        ])
      : cased;
    return maybe(1, 5)
      ? misspelled(draw, wrapped, [..."0123456789abcdefABCDEFgG-{}() +１_x"])
      : wrapped;
  });
