import type { KnownPlaces, Slot, ValueAxis } from "../kind.ts";
import { type FormatRow, type FormatFamilies, formatKind } from "../format-kind.ts";
import type { TextType } from "../text/type.ts";
import { bytes, slice, rows, type Template } from "../../template/index.ts";
import { axisRows, countRungs, every, upwards } from "../axes.ts";
import fc from "fast-check";
import { z } from "zod";
import { inAscii, trimmedAs, trimmedAsPython } from "../number-readers.ts";
import { stringRules, sources } from "../rule-rows.ts";

const { dotnet, java, pydantic2, python, rfc, zod } = sources;

const FORM = "[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}";
const AJV = new RegExp(`^(?:urn:uuid:)?${FORM}$`, "i");
const ANY_CASE = new RegExp(`^${FORM}$`, "i");
const PLAIN = "[\\da-f]{32}";
/** The prefix is in lower case, the digits are in any (the crate uuid of pydantic 2.13). */
const RUST = new RegExp(`^(?:${FORM}|${PLAIN}|\\{${FORM}\\})$`, "i");
const isRust = (text: string): boolean =>
  RUST.test(text) || (text.startsWith("urn:uuid:") && ANY_CASE.test(text.slice(9)));

const BYTES = Array.from({ length: 8 }, () => "0x[\\da-f]{1,2}").join(",");
const HEX_FORM = `\\{0x[\\da-f]{1,8},0x[\\da-f]{1,4},0x[\\da-f]{1,4},\\{${BYTES}\\}\\}`;
const DOTNET = new RegExp(`^(?:${FORM}|${PLAIN}|\\{${FORM}\\}|\\(${FORM}\\)|${HEX_FORM})$`, "i");

/** Prefixes, braces and dashes may be repeated, up to a length that no client sends. */
const LONGEST = 1000;

/** Removes the prefixes, braces and dashes wherever they are; 32 characters of hexadecimal digits are left. */
function pythonUuid(text: string): boolean {
  if (text.length > LONGEST) return false;
  const bare = text
    .replaceAll("urn:", "")
    .replaceAll("uuid:", "")
    .replace(/^[{}]+|[{}]+$/g, "")
    .replaceAll("-", "");
  const digits = inAscii(trimmedAsPython(bare)).replace(/^[+-]?(?:0x_?)?/i, "");
  return [...bare].length === 32 && /^[\da-f]+(?:_[\da-f]+)*$/i.test(digits);
}

/** Five groups of hexadecimal digits of any length, 36 characters at most. */
const javaUuid = (text: string): boolean =>
  text.length <= 36 && /^[\da-f]+(?:-[\da-f]+){4}$/i.test(text);

const uuidRules = stringRules("uuid")`
  ${rfc}9562#section-4
  any-case | 8-4-4-4-12 hexadecimal digits | ${ANY_CASE} | zod guid
  lower-case | 8-4-4-4-12 hexadecimal digits in lower case | ${new RegExp(`^${FORM}$`)}
  version-4 | a UUID of version 4 | ${/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i} | zod uuidv4
  string-any | any string | accepted
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`uuid\`, as in Fastify | ${AJV} | fastify uuid
  ${zod}#uuids
  zod | zod: version 1 to 8 and variant checked | ${z.regexes.uuid()} | zod uuid
  ${python}uuid.html#uuid.UUID
  python | Python's uuid.UUID | ${pythonUuid} | python3.{10,11,13} uuid.UUID & pydantic1 UUID
  ${pydantic2}
  pydantic2 | pydantic 2 \`UUID\` | ${isRust} | pydantic2 UUID
  ${java}util/UUID.html#fromString(java.lang.String)
  java | Java's UUID.fromString | ${javaUuid} | java UUID.fromString
  ${dotnet}guid.tryparseexact
  dotnet-d | .NET's Guid, form D | ${(text) => ANY_CASE.test(trimmedAs("dotnet", text))} | dotnet Guid D
  ${dotnet}guid.parse
  dotnet | .NET's Guid.Parse | ${(text) => DOTNET.test(trimmedAs("dotnet", text))} | dotnet Guid
`;

const withVersion = (plain: string, version: string): string =>
  `${plain.slice(0, 14)}${version}${plain.slice(15)}`;
const withVariant = (plain: string, variant: string): string =>
  `${plain.slice(0, 19)}${variant}${plain.slice(20)}`;

const uuidFamilies: FormatFamilies = {
  versions: [
    ...["0", "1", "3", "5", "6", "7", "8"].map((version): FormatRow => [
      `version-${version}`,
      `a UUID of version ${version}`,
      (plain) => withVersion(plain, version),
    ]),
    ["version-f", "a UUID of version f, which no RFC has", (plain) => withVersion(plain, "f")],
    ["variant-0", "a UUID of the variant NCS", (plain) => withVariant(plain, "0")],
    ["variant-c", "a UUID of the variant Microsoft", (plain) => withVariant(plain, "c")],
    ["nil", "the nil UUID", "00000000-0000-0000-0000-000000000000"],
    ["max", "the max UUID", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ],
  spellings: rows`
    upper | a UUID in upper case | ${(plain) => plain.toUpperCase()}
    mixed-case | a UUID with some digits in upper case | ${(plain) => plain.slice(0, 18).toUpperCase() + plain.slice(18)}
    no-dashes | a UUID without dashes | ${(plain) => plain.replaceAll("-", "")}
    braces | a UUID in braces | ${(plain) => `{${plain}}`}
    parentheses | a UUID in parentheses | ${(plain) => `(${plain})`}
    urn | a UUID as a URN | ${(plain) => `urn:uuid:${plain}`}
    underscores | a UUID with underscores | ${(plain) => plain.replaceAll("-", "_")}
    spaces | a UUID with spaces for dashes | ${(plain) => plain.replaceAll("-", " ")}
    en-dashes | a UUID with en dashes | ${(plain) => plain.replaceAll("-", "\u2013")}
    dashes-elsewhere | 32 digits with dashes in other places | ${movedDashes}
    base64 | 16 bytes in Base64 | PysctUpeb0p7jJ0BI0VniQ==
    ulid | a ULID | 01ARZ3NDEKTSV4RRFFQ69G5FAV
    object-id | 24 hexadecimal digits | 507f1f77bcf86cd799439011
  `,
  "other characters and lengths": [
    ["empty", "the empty text", ""],
    ["digits-35", "a UUID without its last digit", (plain) => plain.slice(0, -1)],
    ["digits-37", "a UUID with one digit more", (plain) => `${plain}0`],
    ["letter-g", "a UUID with a g", (plain) => `${plain.slice(0, -1)}g`],
    ["fullwidth", "a UUID with a fullwidth digit", (plain) => `${plain.slice(0, -1)}\uff11`],
    ["space-before", "a UUID with a space before it", (plain) => ` ${plain}`],
    ["space-after", "a UUID with a space after it", (plain) => `${plain} `],
    ["line-feed-after", "a UUID and a line feed", (plain) => `${plain}\n`],
    ["nul-after", "a UUID and U+0000", (plain) => `${plain}\u0000`],
    ["twice", "a UUID twice", (plain) => plain + plain],
    ["word", "the word null", "null"],
    ["digits", "nine digits", "123456789"],
  ],
};

function movedDashes(plain: string): string {
  const digits = plain.replaceAll("-", "");
  return [0, 4, 8, 16, 24].map((from, nth, all) => digits.slice(from, all[nth + 1])).join("-");
}

const DIGITS = 36;
const MOST = 1000;
const FURTHER = "0123456789abcdef";
const VERSION = 14;
const VARIANT = 19;

function uuidAxes({ label: it, content }: Slot<unknown>): ValueAxis[] {
  const own = content();
  const withDigit = (at: number, digit: bigint): Template =>
    bytes`"${slice(own, 0, at)}${digit.toString(16)}${slice(own, at + 1)}"`;
  const longer = (length: number): Template => {
    const more = Math.max(0, length - DIGITS);
    const further = FURTHER.repeat(Math.ceil(more / FURTHER.length)).slice(0, more);
    return bytes`"${slice(own, 0, length)}${further}"`;
  };
  return [
    ...axisRows({ scale: "linear", probes: ["values", "format"], capped: true })`
  length | characters of ${it} | characters | ${upwards(0n, BigInt(MOST), [...every(0, 48), ...countRungs(48n, BigInt(MOST))])} | ${(at) => longer(Number(at))}
`,
    ...axisRows({ scale: "linear", probes: ["values", "format"], capped: false })`
  version | version of ${it} | | ${every(0, 15)} | ${(at) => withDigit(VERSION, at)}
  variant | variant digit of ${it} | | ${every(0, 15)} | ${(at) => withDigit(VARIANT, at)}
`,
  ];
}

const KNOWN: Record<string, KnownPlaces> = {
  length: {
    32: "32 characters, the digits of a UUID without dashes",
    36: "36 characters, the length of a UUID",
    38: "38 characters, a UUID in braces",
    45: "45 characters, a UUID as a URN",
  },
  version: {
    1: "version 1, the first of RFC 9562",
    5: "version 5, the last of RFC 4122",
    8: "version 8, the last of RFC 9562",
  },
  variant: {
    7: "7, the last of the variant NCS",
    8: "8, the first of the variant of RFC 9562",
    11: "b, the last of the variant of RFC 9562",
    13: "d, the last of the variant Microsoft",
  },
};

/** A UUID as an interface describes it: 8-4-4-4-12 hexadecimal digits of RFC 9562, of any version. */
export type UuidType = Omit<TextType, "kind"> & { kind: "uuid" };

function uuidDeviation(text: string): string | undefined {
  if (ANY_CASE.test(text)) return text === text.toLowerCase() ? undefined : "upper case";
  if (/^[0-9a-f]{32}$/i.test(text)) return "without dashes";
  if (/^\{.*\}$/.test(text)) return "in braces";
  return /^urn:/i.test(text) ? "a URN" : "another text";
}

export const uuidKind = formatKind({
  name: "uuid",
  words: "a UUID",
  isBounded: () => true,
  // Version 4 and the variant of RFC 9562, with the digits at the end.
  text: (_, unique) => `3f2b1c4d-5e6f-4a7b-8c9d-${String(unique).padStart(12, "0")}`,
  otherForms: (uuid) => [uuid.toUpperCase(), uuid.replaceAll("-", "")],
  has: (text) => ANY_CASE.test(text),
  deviation: uuidDeviation,
  families: uuidFamilies,
  texts: () => fc.uuid({ version: 4 }),
  axes: uuidAxes,
  known: KNOWN,
  rules: () => uuidRules,
  formats: ["uuid"],
  patterns: [
    ["^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "uuid"],
    ["^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$", "uuid"],
    ["^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", "uuid"],
  ],
  identifies: "record",
});
