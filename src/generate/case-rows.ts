import type { ClauseId } from "../contract/index.ts";
import type { CaseDefinition } from "./define-suite.ts";

/** The clauses that requests probe which a server may refuse. */
export const ERRORS: ClauseId[] = [
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

/**
 * The rows of a table, one line each, with cells between bars. A cell that is one hole has its value; others are text, in
 * which backslashes are literal. A row with an undefined cell is left out. A line that is one hole has several rows.
 */
export function rows<Row extends unknown[]>(
  strings: TemplateStringsArray,
  ...holes: NoInfer<Row[number] | number | undefined | readonly Row[]>[]
): Row[] {
  const text = String.raw(strings, ...holes.map((_, at) => `<hole ${at}>`));
  const cellOf = (cell: string): unknown => {
    const whole = /^<hole (\d+)>$/.exec(cell)?.[1];
    if (whole !== undefined) return holes[Number(whole)];
    return cell.replace(/<hole (\d+)>/g, (_, at: string) => String(holes[Number(at)]));
  };
  const lines = text.trim().split("\n");
  return lines.flatMap((line) => {
    const [first, ...others] = line.split("|").map((cell) => cellOf(cell.trim()));
    if (others.length === 0) return first as Row[];
    return others.includes(undefined) ? [] : [[first, ...others] as Row];
  });
}

type Row = [name: string, reason: string, ...values: unknown[]];
type ValuesOf<Of> = Of extends [name: string, reason: string, ...values: infer Values]
  ? Values
  : never;

/** A case for each row; its family, unless `more` has another, stands before its name. */
export const casesOf = <Of extends Row>(
  family: string,
  entries: readonly Of[],
  request: (...values: ValuesOf<Of>) => CaseDefinition["request"],
  more: Partial<CaseDefinition> = {},
): CaseDefinition[] =>
  entries.map(([name, reason, ...values]) => ({
    name: family === "" ? name : `${family}-${name}`,
    reason,
    request: request(...(values as ValuesOf<Of>)),
    ...(family !== "" && { family }),
    ...more,
  }));
