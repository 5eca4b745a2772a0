import { readFileSync, readdirSync } from "node:fs";

/** One parser's column of a table. */
type ParserColumn = { parser: string; version: string; accepted: (row: number) => boolean };
/** The values of a table, as the file has them, and what each parser accepts. */
type ParserTable = {
  subject: string;
  aspect: string;
  values: string[];
  columns: ParserColumn[];
};

const END = ".parsers.txt";
const KINDS = new URL("./parsers/", import.meta.url);

let tables: ParserTable[] | undefined;

/** Every table that `npm run parsers` has written. They are read once. */
export const parserTables = (): ParserTable[] => (tables ??= readTables());

const readTables = (): ParserTable[] =>
  readdirSync(KINDS, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(END))
    .toSorted()
    .map((name) => tableOf(name));

function tableOf(name: string): ParserTable {
  const text = readFileSync(new URL(name, KINDS), "utf8");
  const end = text.indexOf("\n\n");
  const rows = text
    .slice(end + 2, -1)
    .split("\n")
    .map((row) => row.split("\t"));
  const bits = rows.map(([hex = ""]) => BigInt(`0x${hex}`));
  const width = BigInt((rows[0]?.[0] ?? "").length * 4);
  const columns = text
    .slice(0, end)
    .split("\n")
    .map((line, at) => {
      const [parser = "", version = ""] = line.split("\t");
      const mask = 1n << (width - 1n - BigInt(at));
      return { parser, version, accepted: (row: number) => ((bits[row] ?? 0n) & mask) !== 0n };
    });
  const [subject = "", aspect = ""] = name.slice(0, -END.length).split("/");
  return { subject, aspect, values: rows.map(([, value = ""]) => value), columns };
}
