import { WitnessError } from "../errors.ts";
import { Baseline, DocumentBaseline, suiteOf } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { entryText, withoutChance } from "./learned.ts";
import { z } from "zod";
import { byKey } from "./baseline.ts";

export const PARTS = ["contentTypes", "headers", "shapes"] as const;
const SECTIONS = [
  "stated",
  "cases",
  "usual",
  ...PARTS,
  "namedShapes",
  "shapeOf",
  "messages",
] as const;

/** A line for each case, axis and round, so that diffs are readable. What responses usually have is written once. */
export function baselineText(baseline: Baseline): string {
  const { boundaries, load, accepted, ...rest } = withNamedShapes(withUsual(baseline));
  const parts = [
    ...Object.entries(rest)
      .filter(([key, value]) => value !== undefined && !SECTIONS.some((each) => each === key))
      .map(([key, value]) => field(key, spaced(value))),
    ...SECTIONS.flatMap((key) => {
      const section = rest[key];
      return section === undefined ? [] : [field(key, lines(section))];
    }),
    field("boundaries", lines(boundaries)),
    ...(load === undefined ? [] : [field("load", loadText(load))]),
    field("accepted", list(accepted, "  ")),
  ];
  return `{\n${parts.join(",\n")}\n}\n`;
}

/** Writes the parts of responses once for each outcome and suite where most cases have the same, and by case where they differ. */
function withUsual(baseline: Baseline): Baseline {
  const ids = groupBy(Object.keys(baseline.cases), (id) => entryText(baseline.cases[id]));
  const usual: NonNullable<Baseline["usual"]> = {};
  const unusual: Baseline = { ...baseline };
  for (const part of PARTS) {
    const values = baseline[part];
    if (values === undefined) continue;
    const textOf = (id: string): string => JSON.stringify(values[id] ?? null);
    const own: Record<string, unknown> = {};
    for (const [outcome, all] of ids) {
      const most = mostHave(all, textOf);
      if (most !== NONE) usual[outcome] = { ...usual[outcome], [part]: JSON.parse(most) };
      for (const [suite, same] of groupBy(all, suiteOf)) {
        const here = mostHave(same, textOf);
        const key = inSuite(suite, outcome);
        const isOwn = here !== NONE && here !== most;
        if (isOwn) usual[key] = { ...usual[key], [part]: JSON.parse(here) };
        for (const id of same)
          if (textOf(id) !== (isOwn ? here : most)) own[id] = values[id] ?? null;
      }
    }
    unusual[part] = Object.fromEntries(Object.entries(own).toSorted(byKey)) as never;
  }
  return Object.keys(usual).length === 0 ? unusual : { ...unusual, usual };
}

function withNamedShapes(baseline: Baseline): Baseline {
  const own = Object.entries(baseline.shapes ?? {});
  const groups = groupBy(own, ([, shape]) => JSON.stringify(shape));
  groups.delete(NONE);
  const shared = [...groups].filter(([, same]) => same.length > 1);
  if (shared.length === 0) return baseline;
  const names = new Map(shared.map(([text], nth) => [text, `shape ${nth + 1}`] as const));
  const named = own.flatMap(([id, shape]): [string, string][] => {
    const name = names.get(JSON.stringify(shape));
    return name === undefined ? [] : [[id, name]];
  });
  return {
    ...baseline,
    shapes: Object.fromEntries(own.filter(([, shape]) => !names.has(JSON.stringify(shape)))),
    namedShapes: Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)])),
    shapeOf: Object.fromEntries(named),
  };
}

const NONE = "null";

const inSuite = (suite: string, outcome: string): string => `${suite}: ${outcome}`;

/** What most of these have, if it is more than one of them. */
function mostHave(ids: readonly string[], textOf: (id: string) => string): string {
  const counts = [...groupBy(ids, textOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[most, same] = [NONE, []]] = counts;
  return same.length > 1 ? most : NONE;
}

function withoutUsual({ usual, namedShapes = {}, shapeOf = {}, ...baseline }: Baseline): Baseline {
  const named = Object.entries(shapeOf).map(([id, name]) => [id, namedShapes[name] ?? null]);
  if (named.length > 0)
    baseline.shapes = { ...baseline.shapes, ...(Object.fromEntries(named) as object) };
  if (usual === undefined) return baseline;
  for (const part of PARTS) {
    if (baseline[part] === undefined) continue;
    const all = Object.entries(baseline.cases).flatMap(([id, entry]): [string, unknown][] => {
      const own = baseline[part]?.[id];
      const outcome = entryText(entry);
      const here = usual[inSuite(suiteOf(id), outcome)]?.[part] ?? usual[outcome]?.[part];
      const value = own === undefined ? here : own;
      return value == null ? [] : [[id, value]];
    });
    baseline[part] = Object.fromEntries(all) as never;
  }
  return baseline;
}

/** Each case with what its responses have, and without an order that is chance. */
function asRead(baseline: Baseline): Baseline {
  const read = withoutUsual(baseline);
  const cases = Object.entries(read.cases).map(([id, entry]) => [
    id,
    withoutChance(id, entry, read),
  ]);
  return { ...read, cases: Object.fromEntries(cases) };
}

const field = (key: string, text: string): string => `  ${JSON.stringify(key)}: ${text}`;

const inner = (record: Record<string, unknown>): string[] =>
  Object.entries(record).map(([key, value]) => `  ${field(key, spaced(value))}`);

function lines(record: Record<string, unknown>): string {
  const all = inner(record);
  return all.length === 0 ? "{}" : `{\n${all.join(",\n")}\n  }`;
}

const loadText = ({ rounds, ...head }: NonNullable<Baseline["load"]>): string =>
  `{\n${[...inner(head), `    "rounds": ${list(rounds, "    ")}`].join(",\n")}\n  }`;

function list(entries: readonly unknown[], indent: string): string {
  if (entries.length === 0) return "[]";
  return `[\n${entries.map((each) => `${indent}  ${spaced(each)}`).join(",\n")}\n${indent}]`;
}

/** JSON on one line, with spaces where people write them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`,
  );
  return `{ ${parts.join(", ")} }`;
}

/** The baseline of a whole document as a file: that of each operation as in a file of its own. */
export function documentBaselineText({ operations, sequences, ...head }: DocumentBaseline): string {
  const own = Object.entries(operations).toSorted(byKey);
  const inside = own.map(([name, each]) => {
    const [first = "", ...rest] = baselineText(each).trimEnd().split("\n");
    return [`    ${JSON.stringify(name)}: ${first}`, ...rest.map((line) => `    ${line}`)].join(
      "\n",
    );
  });
  const parts = [
    ...Object.entries(head).map(([key, value]) => field(key, spaced(value))),
    field("sequences", lines(sequences)),
    field("operations", inside.length === 0 ? "{}" : `{\n${inside.join(",\n")}\n  }`),
  ];
  return `{\n${parts.join(",\n")}\n}\n`;
}

/** Reads a baseline of one operation. `path` is for the messages. @throws WitnessError `baseline-file`. */
export function parseBaseline(text: string, path: string): Baseline {
  const parsed = parseAnyBaseline(text, path);
  if (!("operations" in parsed)) return parsed;
  throw new WitnessError("baseline-file", `${path} is the baseline of a whole document`, {
    hint: "gate the whole document, without --operation, or create one of this operation",
  });
}

/** Reads a baseline of an operation, or of a whole document. @throws WitnessError `baseline-file`. */
export function parseAnyBaseline(text: string, path: string): Baseline | DocumentBaseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new WitnessError("baseline-file", `${path} is not JSON: ${(error as Error).message}`);
  }
  const isWhole = typeof value === "object" && value !== null && "operations" in value;
  const parsed = isWhole ? DocumentBaseline.safeParse(value) : Baseline.safeParse(value);
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ");
    throw new WitnessError("baseline-file", `${path} is not a baseline: ${reason}`, {
      hint: "create one with witness baseline save <run>",
    });
  }
  if (!("operations" in parsed.data)) return asRead(parsed.data);
  const { operations } = parsed.data;
  const whole = Object.entries(operations).map(([name, each]) => [name, asRead(each)]);
  return { ...parsed.data, operations: Object.fromEntries(whole) };
}
