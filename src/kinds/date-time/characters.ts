import { dateRows, type DateParts, dateFamily, type DateRow } from "./parts.ts";
import { bytes, type Template, rows } from "../../template/index.ts";
import { jsonEscapes } from "../../text/index.ts";
import type { ValueCase } from "../kind.ts";

const SPACES: [name: string, words: string, text: string][] = [
  ["space", "a space", " "],
  ["tab", "an escaped tab", "\\t"],
  ["newline", "an escaped line feed", "\\n"],
  ["crlf", "escaped carriage return and line feed", "\\r\\n"],
  ["nul", "an escaped U+0000", "\\u0000"],
  ["vertical-tab", "an escaped vertical tab", "\\u000b"],
  ["nbsp", "a no-break space", "\u00a0"],
  ["bom", "U+FEFF", "\ufeff"],
  ["zero-width", "a zero width space", "\u200b"],
  ["ideographic", "an ideographic space", "\u3000"],
];

const PLAIN = "2024-05-17T10:20:30.123Z";
const SCRIPTS: [name: string, words: string, zero: number][] = [
  ["arabic-indic", "Arabic-Indic", 0x0660],
  ["persian", "extended Arabic-Indic", 0x06f0],
  ["devanagari", "Devanagari", 0x0966],
  ["bengali", "Bengali", 0x09e6],
  ["thai", "Thai", 0x0e50],
  ["fullwidth", "fullwidth", 0xff10],
  ["bold", "mathematical bold", 0x1d7ce],
];

const inScript = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const dashes = ({ cut }: DateParts, dash: string): Template =>
  bytes`${cut(0, 4)}${dash}${cut(5, 7)}${dash}${cut(8)}`;
const colons = ({ cut }: DateParts, colon: string): Template =>
  bytes`${cut(0, 13)}${colon}${cut(14, 16)}${colon}${cut(17)}`;

export const dateTimeCharacters = (parts: DateParts): ValueCase[] =>
  [spaces, beyondJson, scripts, lookalikes, others, escapes].flatMap((make) => make(parts));

const spaces = (parts: DateParts): ValueCase[] => {
  const { it, date, cut } = parts;
  return dateFamily(
    parts,
    "white space in date",
    SPACES.flatMap(([name, words, text]): DateRow[] => [
      [`${name}-before`, `${it} has ${words} before its first digit`, bytes`${text}${date}`],
      [`${name}-after`, `${it} has ${words} after its Z`, bytes`${date}${text}`],
      [`${name}-inside`, `${it} has ${words} after its day`, bytes`${cut(0, 10)}${text}${cut(10)}`],
    ]),
  );
};

function beyondJson(parts: DateParts): ValueCase[] {
  const { it, date, cut } = parts;
  return dateFamily(
    parts,
    "characters that JSON does not allow",
    rows`
    raw-newline-after | ${it} has a raw line feed after its Z | ${bytes`${date}${"\n"}`}
    raw-tab-after | ${it} has a raw tab after its Z | ${bytes`${date}${"\t"}`}
    raw-nul-after | ${it} has a raw U+0000 after its Z | ${bytes`${date}${"\u0000"}`}
    raw-newline-before | ${it} has a raw line feed before its first digit | ${bytes`${"\n"}${date}`}
    bad-escape | ${it} has an escape that JSON does not know | ${bytes`\x32${cut(1)}`}
    short-escape | ${it} has an escape of three hexadecimal digits | ${bytes`${date}\u005`}
  `,
    { probes: ["body", "format"] },
  );
}

const scripts = (parts: DateParts): ValueCase[] => {
  const { it, cut, length } = parts;
  return dateFamily(
    parts,
    "digits of other scripts",
    SCRIPTS.flatMap(
      ([name, words, zero]): DateRow[] => rows`
    digits-${name} | every digit of ${it} is ${words} | ${inScript(parts.withFraction(PLAIN), zero)}
    digits-${name}-last | the last digit of ${it} is ${words} | ${bytes`${cut(0, length - 2)}${String.fromCodePoint(zero + 3)}Z`}
  `,
    ),
  );
};

function lookalikes(parts: DateParts): ValueCase[] {
  const { it, date, cut, seconds, digits } = parts;
  return dateRows(parts, "characters that look alike")`
    minus-sign | ${it} has minus signs U+2212 for its dashes | ${dashes(parts, "\u2212")}
    en-dash | ${it} has en dashes for its dashes | ${dashes(parts, "\u2013")}
    hyphen | ${it} has hyphens U+2010 for its dashes | ${dashes(parts, "\u2010")}
    fullwidth-colon | ${it} has fullwidth colons | ${colons(parts, "\uff1a")}
    ratio | ${it} has ratio signs U+2236 for its colons | ${colons(parts, "\u2236")}
    fullwidth-dot | ${it} has a fullwidth dot | ${bytes`${seconds}${"\uff0e"}${digits}`}
    letter-o | ${it} has the letter O for a zero | ${bytes`2O${cut(2)}`}
    combining-after | ${it} has a combining acute accent after its Z | ${bytes`${date}${"\u0301"}`}
    combining-inside | ${it} has a combining accent on a digit | ${bytes`${cut(0, 4)}${"\u0301"}${cut(4)}`}
    direction-mark | ${it} has a right-to-left mark before it | ${bytes`${"\u200f"}${date}`}
  `;
}

function others(parts: DateParts): ValueCase[] {
  const { it, date, cut, length } = parts;
  return dateRows(parts, "other characters in date")`
    raw-delete-after | ${it} has a raw U+007F after its Z | ${bytes`${date}${"\u007f"}`}
    letter-after | ${it} has a letter after its Z | ${bytes`${date}a`}
    letter-before | ${it} has a letter before its first digit | ${bytes`a${date}`}
    quotes-inside | ${it} has escaped quotes around it | ${bytes`\"${date}\"`}
    quote-single | ${it} has single quotes around it | ${bytes`'${date}'`}
    emoji-after | ${it} has an emoji after its Z | ${bytes`${date}😀`}
    lone-surrogate-after | ${it} has an escaped lone surrogate after its Z | ${bytes`${date}\ud800`}
    percent | ${it} has percent-encoded colons | ${colons(parts, "%3A")}
    lower-case | ${it} has lower case t and z | ${bytes`${cut(0, 10)}t${cut(11, length - 1)}z`}
    html | ${it} has a tag around it | ${bytes`<b>${date}</b>`}
    apostrophe-after | ${it} has an apostrophe after its Z | ${bytes`${date}'`}
  `;
}

function escapes(parts: DateParts): ValueCase[] {
  const { it, cut, stamp } = parts;
  return dateFamily(
    parts,
    "escapes of the same text",
    rows`
    escaped-first | the first digit of ${it} as a JSON escape | ${bytes`\u0032${cut(1)}`}
    escaped-t | the T of ${it} as a JSON escape | ${bytes`${cut(0, 10)}\u0054${cut(11)}`}
    escaped-colons | the colons of ${it} as JSON escapes | ${colons(parts, "\\u003A")}
    escaped-dashes | the dashes of ${it} as JSON escapes | ${dashes(parts, "\\u002d")}
    escaped-z | the Z of ${it} as a JSON escape | ${bytes`${stamp}\u005A`}
    escaped-all | every character of ${it} as a JSON escape | ${jsonEscapes(parts.withFraction(PLAIN))}
  `,
    { probes: ["body", "format"] },
  );
}
