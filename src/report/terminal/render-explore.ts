import {
  classOf,
  type DivergenceSummary,
  type ExampleGroup,
  type ExampleSummary,
  type ExploreSummary,
} from "../../model/index.ts";
import { counted, whole } from "../../text/index.ts";
import { fitRequest, fitText, paintSignature, type Screen, widthOf } from "./screen-text.ts";
import { boundaryLines } from "./boundary-lines.ts";
import { statesLines } from "./states-lines.ts";
import { type Cell, type Column, tableLines } from "./table.ts";

/**
 * The findings of exploration: boundaries, smallest examples (only a few if `brief`), differences, and what was left out.
 * An empty line follows each block.
 */
export function exploreLines(view: ExploreSummary, screen: Screen, brief = false): string[] {
  const blocks = [
    ...statesLines(view.states, screen),
    ...boundaryLines(view.axes, screen),
    ...exampleLines(view.examples, screen, brief),
    ...differenceLines(view.divergences, screen),
    ...unstableLines(view, screen),
  ];
  const nothing =
    view.compared === undefined
      ? "nothing was found"
      : `no difference in ${whole(view.compared)} requests compared`;
  return [...(blocks.length === 0 ? [nothing, ""] : blocks), ...cutLines(view.cutShort, screen)];
}

function unstableLines({ unstable }: ExploreSummary, screen: Screen): string[] {
  if (unstable.length === 0) return [];
  return [
    screen.bold("unstable"),
    ...unstable.map(({ where, signatures, count, text }) => {
      const times = count > 1 ? ` (${whole(count)} times)` : "";
      const line = `${where}: the same request gets ${signatures.join(" or ")}${times}: ${text}`;
      return `  ${fitText(line, screen.width - 2)}`;
    }),
    "",
  ];
}

export function cutLines(cutShort: readonly string[], screen: Screen): string[] {
  if (cutShort.length === 0) return [];
  const mark = `${screen.paint("yellow", "!")} `;
  return [...cutShort.flatMap((text) => screen.hang(mark, text)), ""];
}

const LEAST_REQUEST = 24;
const MOST_TOLD = 30;
const BELOW_COUNT = " ".repeat(9);

/** Where targets respond differently: a column for each of them, the most frequent first. */
function differenceLines(found: readonly DivergenceSummary[], screen: Screen): string[] {
  const [first] = found;
  if (first === undefined) return [];
  const columns = columnsOf(found, first);
  const taken = columns.reduce((sum, { least = 0 }) => sum + least + 2, 2);
  const shown = found.toSorted((a, b) => b.met - a.met).slice(0, MOST_TOLD);
  const [head = "", ...lines] =
    screen.width - taken >= LEAST_REQUEST
      ? besides(shown, columns, screen, screen.width - taken)
      : stacked(shown, columns, screen);
  return [
    screen.bold("differences"),
    screen.dim(head),
    ...lines,
    ...screen.more(found.length - MOST_TOLD),
    "",
  ];
}

const targetsOf = (found: readonly DivergenceSummary[]): string[] =>
  (found[0]?.signatures ?? []).map(({ target }) => target);

const outcomesOf = (each: DivergenceSummary, screen: Screen): Cell[] =>
  each.signatures.map(({ signature: text }): Cell => ({
    text,
    paint: (padded) => paintSignature(screen.paint, text, padded),
  }));

/** A row for each difference, with its request. */
function besides(
  found: readonly DivergenceSummary[],
  columns: readonly Column[],
  screen: Screen,
  room: number,
): string[] {
  const heads = ["met", "family", ...targetsOf(found), "smallest request"];
  const rows = found.map((each): Cell[] => [
    whole(each.met),
    each.family,
    ...outcomesOf(each, screen),
    smallestRequest(each, room),
  ]);
  return tableLines([heads, ...rows], columns, { indent: "  " });
}

/** Where rows are too wide: the family and the request of each below its responses. */
function stacked(
  found: readonly DivergenceSummary[],
  columns: readonly Column[],
  screen: Screen,
): string[] {
  const [met = {}, , ...others] = columns;
  const rows = found.map((each): Cell[] => [whole(each.met), ...outcomesOf(each, screen)]);
  const [head = "", ...lines] = tableLines(
    [["met", ...targetsOf(found)], ...rows],
    [met, ...others],
    { indent: "  " },
  );
  return [
    head,
    ...found.flatMap((each, at) => [
      lines[at] ?? "",
      ...screen.hang(BELOW_COUNT, each.family),
      BELOW_COUNT + smallestRequest(each, screen.width - BELOW_COUNT.length),
    ]),
  ];
}

function columnsOf(
  found: readonly DivergenceSummary[],
  { signatures }: DivergenceSummary,
): Column[] {
  const widest = (texts: readonly string[]): Column => ({ least: Math.max(...texts.map(widthOf)) });
  return [
    { right: true, least: 5 },
    widest(["family", ...found.map(({ family }) => family)]),
    ...signatures.map(({ target }, at) =>
      widest([target, ...found.map((each) => each.signatures[at]?.signature ?? "")]),
    ),
  ];
}

function smallestRequest({ text, cut }: DivergenceSummary, room: number): string {
  const rest = cut === undefined ? "" : "   not fully shrunk";
  return fitRequest(text === "" ? "(an empty body)" : text, room - widthOf(rest)) + rest;
}

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
function exampleLines(groups: readonly ExampleGroup[], screen: Screen, brief: boolean): string[] {
  const rows = groups.flatMap((group) => rowsOf(group, brief ? SHOWN_IN_BRIEF : SHOWN));
  if (rows.length === 0) return [];
  const limit = (usual: number): number => (screen.width === Infinity ? Infinity : usual);
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
      paint: (padded) => paintSignature(screen.paint, entry.signature, padded),
    },
    request(entry),
    "|",
  ]);
  const leads = tableLines(cells, columns, { indent: "  " }).map((line) => line.slice(0, -1));
  const lines = rows.flatMap(({ entry, more }, at) =>
    besideOrBelow(leads[at] ?? "", aside(entry, more), screen),
  );
  return [screen.bold("smallest examples"), ...lines, ""];
}

const requestOf = ({ text }: ExampleSummary, most: number): string =>
  text === "" ? "(an empty body)" : fitRequest(text, most);

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
function besideOrBelow(lead: string, reason: string, screen: Screen): string[] {
  if (widthOf(lead + reason) <= screen.width) return [lead + screen.dim(reason)];
  return [lead.trimEnd(), ...screen.hang(BELOW, reason).map((line) => screen.dim(line))];
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
