import type { CaseRow } from "../../src/generate/index.ts";
import { distinctBy } from "../../src/remember.ts";
import { jsonContent } from "../../src/kinds/index.ts";
import { jsonEscapes } from "../../src/text/index.ts";
import { isUserSubmission } from "../../src/contract/index.ts";
import type { Interface } from "../../src/model/index.ts";

export type Spelling = { name: string; reason: string; key: string };

type Spell = (key: string) => string;

const upper: Spell = (key) => key.toUpperCase();
const capital: Spell = (key) => upper(key.slice(0, 1)) + key.slice(1);
const dashed = (key: string, dash: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, `$1${dash}$2`).toLowerCase();
const camel: Spell = (key) => {
  const middle = Math.floor(key.length / 2);
  return key.slice(0, middle) + capital(key.slice(middle));
};
const joinedCamel: Spell = (key) =>
  key.replace(/[-_ ]+(.)/g, (_, letter: string) => letter.toUpperCase());

const LOOKALIKES: Record<string, string> = {
  a: "а",
  c: "с",
  e: "е",
  o: "о",
  p: "р",
  x: "х",
  y: "у",
};
const cyrillic: Spell = (key) => key.replace(/[aceopxy]/, (letter) => LOOKALIKES[letter] ?? letter);
const fullwidth: Spell = (key) =>
  key.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

const READABLE: Record<string, Spell> = {
  upper,
  lower: (key) => key.toLowerCase(),
  capital,
  camel: (key) => (/[-_ ]/.test(key) ? joinedCamel(key) : camel(key)),
  snake: (key) => dashed(key, "_"),
  dashes: (key) => dashed(key, "-"),
  underscore: (key) => `_${key}`,
  plural: (key) => `${key}s`,
  brackets: (key) => `${key}[]`,
};

/** The difference of a key, if its text does not show it. */
const HIDDEN: Record<string, [words: (key: string) => string, spell: Spell]> = {
  "space-after": [(key) => `is ${key} with a space after it`, (key) => `${key} `],
  "space-before": [(key) => `is ${key} with a space before it`, (key) => ` ${key}`],
  "space-inside": [
    (key) => `is ${key} with a space inside`,
    (key) => `${key.slice(0, 1)} ${key.slice(1)}`,
  ],
  dotless: [() => "has a dotless i", (key) => key.replace("i", "ı")],
  "dotted-capital": [() => "has a dotted capital i", (key) => key.replace("i", "İ")],
  cyrillic: [() => "has a Cyrillic letter", cyrillic],
  fullwidth: [(key) => `is ${key} in fullwidth letters`, fullwidth],
  "zero-width": [
    (key) => `is ${key} with a zero width space inside`,
    (key) => `${key.slice(0, 1)}\u200b${key.slice(1)}`,
  ],
  bom: [(key) => `is ${key} with U+FEFF before it`, (key) => `\ufeff${key}`],
  "nul-escaped": [(key) => `is ${key} with an escaped U+0000 after it`, (key) => `${key}\\u0000`],
  "nul-raw": [(key) => `is ${key} with a raw U+0000 after it`, (key) => `${key}\u0000`],
  "tab-escaped": [(key) => `is ${key} with an escaped tab after it`, (key) => `${key}\\t`],
  empty: [() => "is empty", () => ""],
};

/** Variants by their names, or `name=key` with the key itself. */
type OfName = { spelled: string[]; alongside: string[]; escaped: CaseRow<number[]>[] };

/** The built-in interface's own fields, whose cases never change, with the keys that other servers use. */
const BUILT_IN: Record<string, OfName> = {
  id: {
    spelled: [
      ..."upper capital camel space-after space-before space-inside".split(" "),
      ..."underscore user-id-camel=userId user-id-snake=user_id dotless".split(" "),
      ..."dotted-capital fullwidth zero-width bom nul-escaped nul-raw".split(" "),
      ..."tab-escaped plural brackets empty".split(" "),
    ],
    alongside: "upper upper-first capital underscore user-id=userId".split(" "),
    escaped: [
      ["i", "first letter", [0]],
      ["d", "last letter", [1]],
      ["both", "both letters", [0, 1]],
    ],
  },
  date: {
    spelled: [
      ..."capital upper camel space-after space-before underscore".split(" "),
      ..."datetime=datetime timestamp=timestamp created-at=created_at".split(" "),
      ..."created-at-camel=createdAt time=time dates=dates brackets".split(" "),
      ..."fullwidth cyrillic nul-escaped bom".split(" "),
    ],
    alongside: "capital upper timestamp=timestamp".split(" "),
    escaped: [
      ["a", "second letter", [1]],
      ["all", "all letters", [0, 1, 2, 3]],
    ],
  },
};

const ofAnyName = (name: string): OfName => ({
  spelled: [...Object.keys(READABLE), ...Object.keys(HIDDEN)],
  alongside: ["upper", "upper-first", "capital", "underscore"],
  escaped: [
    ["first", "first letter", [0]],
    ["last", "last letter", [name.length - 1]],
    ["all", "all letters", Array.from(name, (_, index) => index)],
  ],
});

const chosenFor = (from: Interface, name: string): OfName =>
  (isUserSubmission(from) ? BUILT_IN[name] : undefined) ?? ofAnyName(name);

/** Other spellings of a member's name, each once, except the names of other members. */
export const spellingsOf = (
  from: Interface,
  name: string,
  taken: ReadonlySet<string>,
): Spelling[] =>
  distinctBy(
    chosenFor(from, name).spelled.map((chosen) => spelling(name, chosen)),
    ({ key }) => key,
    [...taken, name],
  );

/** Keys to put next to the member; those whose name ends in `-first` come before it. */
export const alongsideOf = (
  from: Interface,
  name: string,
  taken: ReadonlySet<string>,
): Spelling[] =>
  chosenFor(from, name)
    .alongside.map((chosen) => spelling(name, chosen))
    .filter(({ key }) => key !== name && !taken.has(key));

function spelling(of: string, chosen: string): Spelling {
  const [name = "", own] = chosen.split("=");
  if (own !== undefined) return { name, reason: `is ${own}`, key: own };
  const variant = chosen.replace(/-first$/, "");
  const [words, spell] = HIDDEN[variant] ?? [];
  const key = (spell ?? READABLE[variant] ?? String)(of);
  return { name: chosen, reason: words?.(of) ?? `is ${key}`, key };
}

export const escapedKeys = (from: Interface, name: string): Spelling[] =>
  chosenFor(from, name).escaped.map(([called, reason, letters]) => ({
    name: called,
    reason,
    key: Array.from({ length: name.length }, (_, index) =>
      (letters.includes(index) ? jsonEscapes : jsonContent)(name.charAt(index)),
    ).join(""),
  }));
