import { clippedText } from "../../text/index.ts";
import type { FieldType } from "../../kinds/index.ts";
import type { DeclaredKeyword, DeclaredVerdict } from "../../model/index.ts";
import type { Keyword } from "./declared-keywords.ts";
import type { Limit, Point } from "./field-limit.ts";

/** Keywords that limit a figure, by the side that they limit. */
export const LIMITS: ReadonlyMap<string, Limit["bound"]> = new Map([
  ["minimum", "minimum"],
  ["exclusiveMinimum", "minimum"],
  ["maximum", "maximum"],
  ["exclusiveMaximum", "maximum"],
  ["minLength", "minimum"],
  ["maxLength", "maximum"],
  ["minItems", "minimum"],
  ["maxItems", "maximum"],
]);

/** The name of a limit that the document does not declare, by kind. */
const NAMES: Partial<Record<FieldType["kind"], Record<Limit["bound"], string>>> = {
  "whole-number": { minimum: "minimum", maximum: "maximum" },
  number: { minimum: "minimum", maximum: "maximum" },
  text: { minimum: "minLength", maximum: "maxLength" },
  list: { minimum: "minItems", maximum: "maxItems" },
};

export function limitRows(
  part: string,
  type: FieldType,
  {
    keywords,
    limits,
    isDependent,
    unit,
  }: {
    keywords: readonly Keyword[];
    limits: readonly Limit[];
    isDependent: boolean;
    /** The unit of a length, if it is not characters. */
    unit: string | undefined;
  },
): DeclaredKeyword[] {
  return (["minimum", "maximum"] as const).flatMap((bound) => {
    const keyword = keywords.find(({ name }) => LIMITS.get(name) === bound);
    const limit = limits.find((each) => each.bound === bound);
    if (keyword !== undefined)
      return [inUnit(declaredRow(part, keyword, limit, isDependent), bound, unit)];
    const name = NAMES[type.kind]?.[bound];
    const ofNumber = type.kind === "number" ? undeclaredNumber(part, limit) : undefined;
    if (ofNumber !== undefined) return [ofNumber];
    const isFound = limit?.exact === true && !isNatural(limit, name ?? "") && !hasPattern(type);
    return name === undefined || !isFound
      ? []
      : [inUnit(undeclared(part, name, limit), bound, unit)];
  });
}

/** A maximum in a smaller unit than characters refuses texts of as many characters. */
function inUnit(
  row: DeclaredKeyword,
  bound: Limit["bound"],
  unit: string | undefined,
): DeclaredKeyword {
  if (unit === undefined || bound === "minimum" || !/^\d+$/.test(row.implemented)) return row;
  const verdict = row.verdict === "same" ? "narrower" : row.verdict;
  return { ...row, verdict, implemented: `${row.implemented} ${unit}` };
}

/** A pattern limits the length, too. */
export const hasPattern = (type: FieldType): boolean =>
  type.kind === "text" && type.pattern !== undefined;

/** No text is shorter than the empty one. */
const isNatural = ({ inside }: Pick<Limit, "inside">, name: string): boolean =>
  name !== "minimum" && name !== "maximum" && inside.figure === 0n;

/** A limit of a number, between two neighbouring whole ones: which fractions between them are accepted is not known. */
function undeclaredNumber(part: string, limit: Limit | undefined): DeclaredKeyword | undefined {
  if (limit?.outside === undefined) return undefined;
  const [near, far] = [limit.inside, limit.outside].map(({ figure }) => Number(figure));
  if (near === undefined || far === undefined) return undefined;
  const isWithinOne = Math.abs(far - near) <= 1 && Number.isSafeInteger(far);
  const implemented = `${near} is accepted, ${far} is refused`;
  return isWithinOne ? undeclared(part, limit.bound, limit, implemented) : undefined;
}

const undeclared = (
  part: string,
  keyword: string,
  limit: Limit,
  implemented = `${limit.inside.figure}${againText(limit)}`,
): DeclaredKeyword => ({
  part,
  keyword,
  declared: "none",
  implemented,
  verdict: "narrower",
  ...sidesOf(limit),
});

function declaredRow(
  part: string,
  { name, declared }: Keyword,
  limit: Limit | undefined,
  isDependent: boolean,
): DeclaredKeyword {
  if (limit === undefined)
    return {
      part,
      keyword: name,
      declared,
      implemented: isDependent ? "the size alone does not decide" : "nothing was accepted",
      verdict: "not decided",
      evidence: [],
      seen: { accepted: 0, refused: 0 },
    };
  const verdict = verdictOf(limit, name, declared);
  const implemented = `${limitText(limit, name, verdict)}${againText(limit)}`;
  const row = { part, keyword: name, declared, implemented, ...sidesOf(limit) };
  return { ...row, verdict: limit.again !== undefined && verdict === "same" ? "wider" : verdict };
}

function limitText(
  { inside, outside, exact }: Limit,
  name: string,
  verdict: DeclaredVerdict,
): string {
  const last = short(String(inside.figure));
  if (outside === undefined)
    return `${last} is accepted${isNatural({ inside }, name) ? "" : ", nothing beyond was tested"}`;
  const next = short(String(outside.figure));
  const isExclusive = name.startsWith("exclusive");
  if (exact) return isExclusive ? next : last;
  // An error of the server is no refusal.
  const [error] = /^5\d\d/.exec(outside.seen?.signature ?? "") ?? [];
  const gets = error === undefined ? "is refused" : `gets ${error}`;
  if (verdict === "same") return isExclusive ? next : last;
  return `${last} is accepted, ${next} ${gets}`;
}

const againText = ({ again }: Limit): string =>
  again === undefined ? "" : `; also accepts ${short(String(again.figure))}`;

function verdictOf(
  { inside, outside, bound, exact }: Limit,
  name: string,
  declared: string,
): DeclaredVerdict {
  const isExclusive = name.startsWith("exclusive");
  const at =
    typeof inside.figure === "bigint" && /^-?\d+$/.test(declared)
      ? BigInt(declared)
      : Number(declared);
  const isBeyond = (figure: Point["figure"]): boolean =>
    bound === "maximum" ? figure > at : figure < at;
  const isAt = (figure: Point["figure"]): boolean => !isBeyond(figure) && !isWithin(figure);
  const isWithin = (figure: Point["figure"]): boolean =>
    bound === "maximum" ? figure < at : figure > at;
  if (isBeyond(inside.figure) || (isExclusive && isAt(inside.figure))) return "wider";
  if (outside === undefined) return "not decided";
  if (isWithin(outside.figure) || (!isExclusive && isAt(outside.figure))) return "narrower";
  if (isExclusive) return isAt(outside.figure) ? "same" : "not decided";
  // The bound itself is accepted, and nothing beyond it was.
  return isAt(inside.figure) && (exact || typeof inside.figure === "number")
    ? "same"
    : "not decided";
}

const LONGEST = 24;

/** A figure, or how many digits it has. */
const short = (text: string): string =>
  text.length > LONGEST
    ? `a ${text.startsWith("-") ? "negative " : ""}number of ${text.replace("-", "").length} digits`
    : text;

const sidesOf = ({ inside, outside }: Limit): Pick<DeclaredKeyword, "evidence" | "seen"> => ({
  evidence: [inside, ...(outside === undefined ? [] : [outside])].flatMap(({ seen }) =>
    seen === undefined
      ? []
      : [{ by: clippedText(seen.text), signature: seen.signature, case: seen.case }],
  ),
  seen: { accepted: 1, refused: Number(outside !== undefined) },
});
