import type { Comparison, ComparisonView, DepthGroup } from "../../model/index.ts";
import { counted, sharePercent, whole } from "../../text/index.ts";
import {
  fitRequest,
  fitText,
  mostColumns,
  paintSignature,
  type Screen,
  widthOf,
  wrapText,
  wrapWords,
} from "./screen-text.ts";
import { type Cell, type Column, tableLines } from "./table.ts";
import { countsText, depthWords, MOST_COLUMNS } from "../comparison-words.ts";

const MOST_GROUPS = 25;
const MOST_OVERLOAD = 6;
const SIZE = 8;
const GAP = 2;
const INDENT = SIZE + GAP;
/** With less room than this, the common properties of a group go below its row. */
const LEAST_REASON = 28;
/** With less room than this, no request is shown. */
const LEAST_REQUEST = 12;
const MOST_REQUEST = 80;
const MOST_COUNTS = 48;
const MOST_REASON = 44;
const REASON_SHARE = 0.6;

/** A row for each group of cases to which the targets respond differently, at the depth of the comparison. */
export function groupTable(view: ComparisonView, screen: Screen): string[] {
  const { depth, depths } = view.comparison.behaviour;
  const { groups } = depths[depth];
  const [overload, usual] = [true, false].map((is) =>
    groups.filter((each) => each.overload === is),
  );
  return [...tableOf(view, usual ?? [], screen), ...overloadLines(overload ?? [], screen)];
}

const overloadLines = (groups: readonly DepthGroup[], screen: Screen): string[] =>
  groups.length === 0
    ? []
    : [
        screen.bold("time-outs that look like overload"),
        ...groups
          .slice(0, MOST_OVERLOAD)
          .flatMap(({ size, case: id, name }) =>
            screen.hang(
              "  ",
              `${counted(size, "case")}${name.endsWith(id) ? "" : `, e.g. ${id}`}: ${name}`,
            ),
          ),
        ...screen.more(groups.length - MOST_OVERLOAD),
        "",
      ];

function tableOf(
  { comparison, evidence }: ComparisonView,
  groups: readonly DepthGroup[],
  screen: Screen,
): string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, MOST_GROUPS);
  const cut = screen.more(groups.length - shown.length);
  return [...rowsOf({ comparison, evidence }, shown, screen), ...cut, ""];
}

/** The head and the rows; long common properties of a group are in further lines. */
function rowsOf(
  { comparison, evidence }: ComparisonView,
  shown: readonly DepthGroup[],
  screen: Screen,
): string[] {
  const counts = comparison.targets.length > MOST_COLUMNS;
  const columns = counts
    ? countColumn(shown, screen.width)
    : targetColumns(
        comparison,
        shown.map(({ outcomes }) => outcomes),
        screen,
      );
  const { what, request } = widthsOf(shown, columns, screen);
  const names = shown.map((group) =>
    wrapText(nameText(group), what?.most ?? screen.width - INDENT),
  );
  const rows = shown.map((group, at): Cell[] => [
    whole(group.size),
    ...outcomeCells(group, counts, screen),
    ...(what === undefined ? [] : [names[at]?.[0] ?? ""]),
    ...(request === undefined ? [] : [fitRequest(requestOf(group, evidence), request)]),
  ]);
  const heads = [
    ...(what === undefined ? [] : ["difference"]),
    ...(request === undefined ? [] : ["example"]),
  ];
  const [head = "", ...firstLines] = tableLines(
    [["cases", ...columns.heads, ...heads], ...rows],
    [{ right: true, least: SIZE }, ...columns.columns, what],
  );
  const margin = " ".repeat(what === undefined ? INDENT : INDENT + columns.width + GAP);
  const lines = firstLines.flatMap((line, at) => [
    line,
    ...(names[at] ?? [])
      .slice(what === undefined ? 0 : 1)
      .map((rest) => margin + fitText(rest, what?.most ?? screen.width - INDENT)),
  ]);
  return [...legendLines(columns, screen), screen.dim(head), ...lines];
}

const legendLines = ({ legend }: TargetColumns, screen: Screen): string[] =>
  legend.length === 0
    ? []
    : [...wrapWords(legend, "   ", screen.width - 2).map((line) => `  ${line}`), ""];

const outcomeCells = ({ outcomes }: DepthGroup, counts: boolean, screen: Screen): Cell[] =>
  counts
    ? [countsText(outcomes)]
    : outcomes.map((text) => ({
        text,
        paint: (padded) => paintSignature(screen.paint, text, padded),
      }));

const nameText = ({ name, example }: DepthGroup): string => (example ? `e.g. ${name}` : name);

function countColumn(groups: readonly DepthGroup[], room: number): TargetColumns {
  const widest = Math.max(...groups.map(({ outcomes }) => widthOf(countsText(outcomes))));
  const width = Math.min(mostColumns(room, MOST_COUNTS), Math.max(widest, widthOf("targets")));
  return { heads: ["targets"], columns: [{ least: width, most: width }], width, legend: [] };
}

/** The column that describes a group, if there is room next to the targets, and the room for its request. */
function widthsOf(
  shown: readonly DepthGroup[],
  columns: TargetColumns,
  screen: Screen,
): { what?: Column & { most: number }; request?: number } {
  const left = screen.width - INDENT - columns.width - GAP;
  if (left < LEAST_REASON) return {};
  const widest = Math.max(widthOf("difference"), ...shown.map((group) => widthOf(nameText(group))));
  const most = Math.min(
    mostColumns(screen.width, MOST_REASON),
    widest,
    Math.floor(left * REASON_SHARE),
  );
  const reason = Math.max(LEAST_REASON, most);
  const request = Math.min(left - reason - 2, MOST_REQUEST);
  if (request < LEAST_REQUEST) return { what: { most: left } };
  return { what: { least: reason, most: reason }, request };
}

function requestOf({ case: id }: DepthGroup, evidence: ComparisonView["evidence"]): string {
  const found = evidence.get(id);
  const [first = "", ...more] = found?.request.brief.split(/ ⏎ |\r?\n/) ?? [];
  return found === undefined ? "" : `${first || "(an empty body)"}${more.length > 0 ? " …" : ""}`;
}

const MOST_NAME = 24;
const FEWEST_TARGETS = 3;
const MOST_ROWS = 15;

/**
 * The share of cases in which each pair of targets agrees, ordered by likeness, and the number of cases in which a
 * target is the only one that differs; for three or more. With many targets, the ones that never differ share a row.
 */
export function agreementLines(comparison: Comparison, screen: Screen): string[] {
  const { targets, behaviour } = comparison;
  if (targets.length < FEWEST_TARGETS || behaviour.compared === 0) return [];
  const { depth } = behaviour;
  const { agreement, alone, likeness } = behaviour.depths[depth];
  const merged = targets.length > MOST_ROWS;
  const sets = merged ? likeness.clusters : likeness.order.map((target) => [target]);
  const names = sets.map((set) => setName(set, comparison));
  const title = `${screen.bold("agreement")} ${depthWords[depth]}, of ${counted(behaviour.compared, "case")}`;
  if (sets.length > MOST_ROWS && sets.every(({ length }) => length === 1)) return [];
  if (sets.length > MOST_ROWS)
    return [
      title,
      ...sets
        .filter(({ length }) => length > 1)
        .flatMap((set) => screen.hang("  always alike: ", namesOf(set, comparison).join(", "))),
      "",
    ];
  const rows = sets.map(([a = 0]) =>
    sets.map(([b = 0]) =>
      a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / behaviour.compared),
    ),
  );
  const shown = { ...comparison, targets: names.map((name) => ({ name })) };
  const columns = targetColumns(shown, rows, screen);
  const isNumbered = columns.legend.length > 0;
  const [head = "", ...lines] = tableLines(
    [
      ["", ...columns.heads, "differs alone"],
      ...rows.map((row, at) => [
        isNumbered ? `${at + 1} ${names[at]}` : (names[at] ?? ""),
        ...row,
        whole(alone[sets[at]?.[0] ?? 0] ?? 0),
      ]),
    ],
    [{ most: mostColumns(screen.width, MOST_NAME) }, ...columns.columns],
    { indent: "  " },
  );
  return [title, screen.dim(head), ...lines, ""];
}

const namesOf = (set: readonly number[], { targets }: Comparison): string[] =>
  set.map((at) => targets[at]?.name ?? "");

function setName(set: readonly number[], comparison: Comparison): string {
  const [first = "", ...others] = namesOf(set, comparison);
  return others.length === 0 ? first : `${first} and ${counted(others.length, "other")}`;
}

const ROOM = 66;
const LEAST = 4;

type TargetColumns = {
  heads: string[];
  columns: Column[];
  width: number;
  /** Which number is which target, if names do not fit. */
  legend: string[];
};

/** Columns as wide as names and cells need; many targets get numbers and short columns. */
function targetColumns(
  { targets }: { targets: readonly { name: string }[] },
  rows: readonly (readonly string[])[],
  screen: Screen,
): TargetColumns {
  const names = targets.map(({ name }) => name);
  const room = mostColumns(screen.width, ROOM);
  const most = Math.max(LEAST, Math.floor(room / names.length) - GAP);
  const isNumbered = names.some((name) => widthOf(name) > most);
  const heads = isNumbered ? names.map((_, at) => String(at + 1)) : names;
  const widths = heads.map((head, at) => {
    const cells = rows.map((row) => widthOf(row[at] ?? ""));
    return Math.min(most, Math.max(LEAST, widthOf(head), ...cells));
  });
  const legend = isNumbered ? names.map((name, at) => `${at + 1} ${fitText(name, room)}`) : [];
  return {
    heads,
    columns: widths.map((each) => ({ least: each, most: each })),
    width: widths.reduce((sum, each) => sum + each + GAP, -GAP),
    legend,
  };
}
