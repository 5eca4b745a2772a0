import type { KnownPlaces, Slot, ValueAxis, ValueCaps } from "../kind.ts";
import fc from "fast-check";
import { bytes, times, type Template } from "../../template/index.ts";
import { aroundBounds, countRungs, downwards, every, upwards } from "../axes.ts";
import { jsonContent } from "../case-families.ts";
import { charactersOf, exampleLength, lengthened, textOfLength } from "./type.ts";
import { textsMatching, type TextType } from "./type.ts";

const KNOWN = [20, 30, 40, 50, 60, 63, 64, 72, 80, 100, 128, 140, 150, 191, 254, 255, 256, 280]
  .concat([300, 500, 512, 767, 1000, 1024, 2000, 2048, 4000, 4096, 8000, 8192, 16_383, 21_844])
  .concat([32_766, 32_767, 65_535, 1_048_576, 10_485_760, 16_777_215])
  .map(BigInt);

export function lengthText(type: TextType, length: number): Template {
  const { text, at, more } = textOfLength(type, length);
  if (more === 0) return [JSON.stringify(text.join(""))];
  const [before, behind] = [text.slice(0, at), text.slice(at)].map((part) =>
    jsonContent(part.join("")),
  );
  return bytes`"${before ?? ""}${times(jsonContent(text[at - 1] ?? "x"), more)}${behind ?? ""}"`;
}

/** The characters of an example: they are accepted, so that only the length is in question. */
function constantText({ type, content }: Slot<TextType>): string[] | undefined {
  const [text, ...more] = content();
  if (type.pattern !== undefined || typeof text !== "string" || more.length > 0) return undefined;
  const value = String(JSON.parse(`"${text}"`));
  return value === "" ? undefined : Array.from(value);
}

/** The characters of an example, cut or with the last one repeated. */
export function resized(example: readonly string[], length: number): Template {
  const more = Math.max(0, length - example.length);
  const [own, last] = [example.slice(0, length).join(""), example.at(-1) ?? "x"];
  return bytes`"${jsonContent(own)}${times(jsonContent(last), more)}"`;
}

const all =
  (character: string) =>
  (length: bigint): Template =>
    bytes`"${times(character, Number(length))}"`;

/** Letters and digits alone, a character of two bytes, and one of two UTF-16 code units. */
const OTHERS: NonNullable<ValueAxis["others"]> = {
  plain: [all("x"), all("7")],
  wide: [
    { unit: "bytes", weight: 2n, value: all("\u00e9") },
    { unit: "UTF-16 code units", weight: 2n, value: all("\u{1f600}") },
  ],
};

const DRAWN = 500;
const COMPARED = [0, 1, 2, 3, 4, 5];

/** Texts of the same length that match the pattern too, or the example lengthened elsewhere if none does: all get the same if the length decides. */
function ofPattern(type: TextType, pattern: string): NonNullable<ValueAxis["others"]> {
  let drawn: string[] | undefined;
  const textsOf = (length: number): string[] => {
    const texts = textsMatching(pattern);
    drawn ??= texts === undefined ? [] : fc.sample(texts, { seed: 1, numRuns: DRAWN });
    const matching = drawn.filter((text) => charactersOf(text) === length);
    return matching.length > 0 ? [...new Set(matching)] : lengthened(type, length);
  };
  return {
    same: COMPARED.map((nth) => (length) => {
      const texts = textsOf(Number(length));
      return [JSON.stringify(texts[nth % texts.length])];
    }),
  };
}

export const textAxes = (slot: Slot<TextType>, { body }: ValueCaps): ValueAxis[] => {
  const { type, label: it } = slot;
  const example = constantText(slot);
  const start = BigInt(example?.length ?? exampleLength(type));
  const { minLength = 0, maxLength } = type;
  const bounds = aroundBounds([minLength, maxLength]);
  const length = {
    unit: "characters",
    probes: ["values"],
    value: (at: bigint) =>
      example === undefined ? lengthText(type, Number(at)) : resized(example, Number(at)),
    others: type.pattern === undefined ? OTHERS : ofPattern(type, type.pattern),
  } as const;
  const end = BigInt(body);
  const places = [...every(0, 32), ...KNOWN, ...bounds];
  const longer: ValueAxis = {
    ...length,
    name: "longer",
    title: `length of ${it}, upwards`,
    scale: "log",
    rungs: upwards(start, end, [...countRungs(start, end), ...places]),
    capped: true,
    probes: ["values", "limit-size"],
  };
  const shorter: ValueAxis = {
    ...length,
    name: "shorter",
    title: `length of ${it}, downwards`,
    scale: "linear",
    rungs: downwards(start, 0n, places),
    capped: false,
  };
  return start === 0n ? [longer] : [longer, shorter];
};

export const KNOWN_LENGTHS: KnownPlaces = {
  0: "the empty text",
  1: "one character",
  63: "63, the longest label of a host name and name in PostgreSQL",
  64: "64, the longest local part of an e-mail address and name in MySQL",
  72: "72 bytes, the most that bcrypt hashes",
  128: "128, 2^7",
  191: "191, the longest indexed VARCHAR of utf8mb4 in 767 bytes",
  254: "254, the longest e-mail address",
  255: "255, the largest unsigned 8-bit integer: VARCHAR(255), TINYTEXT",
  256: "256, 2^8",
  512: "512, 2^9",
  767: "767 bytes, the longest index key of older InnoDB",
  1024: "1,024, 1 KiB",
  2000: "2,000, VARCHAR2 of older Oracle databases by national characters",
  2048: "2,048, 2 KiB",
  4000: "4,000, VARCHAR2 of Oracle and NVARCHAR of SQL Server",
  4096: "4,096, 4 KiB",
  8000: "8,000, VARCHAR of SQL Server",
  8192: "8,192, 8 KiB",
  16_383: "16,383, the longest VARCHAR of MySQL's utf8mb4",
  21_844: "21,844, the longest VARCHAR of MySQL's utf8mb3",
  32_766: "32,766 bytes, the longest term of Lucene",
  32_767: "32,767, the largest signed 16-bit integer",
  65_535: "65,535, the largest unsigned 16-bit integer: MySQL's TEXT",
  65_536: "65,536, 64 KiB",
  1_048_576: "1,048,576, 1 MiB",
  10_485_760: "10,485,760, the longest VARCHAR of PostgreSQL",
  16_777_215: "16,777,215, MySQL's MEDIUMTEXT",
  20_000_000: "20,000,000, the longest string that Jackson reads by default",
};
