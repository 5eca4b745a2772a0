import { classOf, type ExampleGroup, type ExampleSummary } from "../../../model/index.ts";
import { counted, whole } from "../../../text/index.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, widthOf } from "../fit-text.ts";
import { hangingText } from "../wrap-text.ts";
import { type Cell, type Column, tableLines } from "../table.ts";

const MOST_TITLE = 24;
const LEAST_SIGNATURE = 3;
const MOST_SIGNATURE = 14;
const MOST_REQUEST = 46;
const BELOW = " ".repeat(6);
/** A request that is longer than this is shown with its length. */
const LONG = 200;

/** How many kinds are shown of one signature: fewer of 4xx, which is the usual one. */
const SHOWN = { refused: 1, other: 4 };
const SHOWN_IN_BRIEF = { refused: 1, other: 2 };

type Row = { title: string; entry: ExampleSummary; more: number };

/** The smallest request of each property for each response, and more for the most interesting responses. */
export function exampleLines(
  groups: readonly ExampleGroup[],
  paint: Paint,
  { width, brief }: { width: number; brief: boolean },
): string[] {
  const rows = groups.flatMap((group) => rowsOf(group, brief ? SHOWN_IN_BRIEF : SHOWN));
  if (rows.length === 0) return [];
  const limit = (usual: number): number => (width === Infinity ? Infinity : usual);
  const request = (entry: ExampleSummary): string => requestOf(entry, limit(MOST_REQUEST));
  const widest = (of: (row: Row) => string, most: number, least = 0): Column => {
    const widths = rows.map((row) => widthOf(of(row)));
    const column = Math.min(limit(most), Math.max(least, ...widths));
    return { least: column, most: column };
  };
  const columns = [
    widest(({ title }) => title, MOST_TITLE),
    widest(({ entry }) => entry.signature, MOST_SIGNATURE, LEAST_SIGNATURE),
    widest(({ entry }) => request(entry), MOST_REQUEST),
  ];
  const cells = rows.map(({ title, entry }): Cell[] => [
    title,
    {
      text: entry.signature,
      paint: (padded) => paintSignature(paint, entry.signature, padded),
    },
    request(entry),
    "|",
  ]);
  const leads = tableLines(cells, columns, { indent: "  " }).map((line) => line.slice(0, -1));
  const lines = rows.flatMap(({ entry, more }, at) =>
    besideOrBelow(leads[at] ?? "", aside(entry, more), paint, width),
  );
  return [paint("bold", "smallest examples"), ...lines, ""];
}

const requestOf = ({ text }: ExampleSummary, most: number): string =>
  text === "" ? "(an empty body)" : fitRequest(text, most);

/** The reason: the oddity that was accepted, or the difference from the stated request. */
function aside({ oddity, note, family, bytes, cut }: ExampleSummary, more: number): string {
  const what = oddity ?? note ?? family;
  const rest = [
    ...(bytes > LONG ? [`; ${whole(bytes)} bytes`] : []),
    ...(cut === undefined ? [] : ["; not fully shrunk"]),
    ...(more === 0 ? [] : [`; ${counted(more, "more kind")}`]),
  ].join("");
  return what + rest;
}

/** The reason at the end of its row; if it does not fit there, in lines of its own. */
function besideOrBelow(lead: string, reason: string, paint: Paint, width: number): string[] {
  if (widthOf(lead + reason) <= width) return [lead + paint("dim", reason)];
  return [lead.trimEnd(), ...hangingText(BELOW, reason, width).map((line) => paint("dim", line))];
}

function rowsOf({ title, entries }: ExampleGroup, most: typeof SHOWN): Row[] {
  const signatures = [...new Set(entries.map(({ signature }) => signature))];
  return signatures.flatMap((signature) => {
    const alike = entries
      .filter((entry) => entry.signature === signature)
      .toSorted((a, b) => a.bytes - b.bytes);
    const shown = alike.slice(0, classOf(signature) === "4xx" ? most.refused : most.other);
    return shown.map((entry, at) => {
      const more = at === shown.length - 1 ? alike.length - shown.length : 0;
      return { title, entry, more };
    });
  });
}
