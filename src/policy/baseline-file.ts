import { WitnessError } from "../errors.ts";
import { Baseline } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { entryText } from "./learned.ts";
import { z } from "zod";
import { byKey } from "./baseline.ts";

const PARTS = ["contentTypes", "headers", "shapes"] as const;

/**
 * A baseline as a file: a line for each case, each axis and each round, so that diffs are readable. What responses with
 * one outcome usually have is written once.
 */
export function baselineText(baseline: Baseline): string {
  const { cases, contentTypes, headers, shapes, boundaries, load, accepted, ...head } =
    withUsual(baseline);
  const usual = head.usual;
  delete head.usual;
  const parts = [
    ...Object.entries(head)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => field(key, spaced(value))),
    field("cases", lines(cases)),
    ...(usual === undefined ? [] : [field("usual", lines(usual))]),
    ...(contentTypes === undefined ? [] : [field("contentTypes", lines(contentTypes))]),
    ...(headers === undefined ? [] : [field("headers", lines(headers))]),
    ...(shapes === undefined ? [] : [field("shapes", lines(shapes))]),
    field("boundaries", lines(boundaries)),
    ...(load === undefined ? [] : [field("load", loadText(load))]),
    field("accepted", list(accepted, "  ")),
  ];
  return `{\n${parts.join(",\n")}\n}\n`;
}

/** The parts of responses by outcome where most have the same, and by case where they differ. */
function withUsual(baseline: Baseline): Baseline {
  const ids = groupBy(Object.keys(baseline.cases), (id) => entryText(baseline.cases[id]));
  const usual: NonNullable<Baseline["usual"]> = {};
  const unusual: Baseline = { ...baseline };
  for (const part of PARTS) {
    const values = baseline[part];
    if (values === undefined) continue;
    const own: Record<string, unknown> = {};
    for (const [outcome, all] of ids) {
      const counts = groupBy(all, (id) => JSON.stringify(values[id] ?? null));
      const [[most, same] = ["null", []]] = [...counts].toSorted(
        ([, a], [, b]) => b.length - a.length,
      );
      const isUsual = most !== "null" && same.length > 1;
      if (isUsual) usual[outcome] = { ...usual[outcome], [part]: JSON.parse(most) };
      for (const id of all)
        if (isUsual ? JSON.stringify(values[id] ?? null) !== most : values[id] !== undefined)
          own[id] = values[id] ?? null;
    }
    unusual[part] = Object.fromEntries(Object.entries(own).toSorted(byKey)) as never;
  }
  return Object.keys(usual).length === 0 ? unusual : { ...unusual, usual };
}

/** The same with every part by case. */
function withoutUsual({ usual, ...baseline }: Baseline): Baseline {
  if (usual === undefined) return baseline;
  for (const part of PARTS) {
    if (baseline[part] === undefined) continue;
    const all = Object.entries(baseline.cases).flatMap(([id, entry]): [string, unknown][] => {
      const own = baseline[part]?.[id];
      const value = own === undefined ? usual[entryText(entry)]?.[part] : own;
      return value == null ? [] : [[id, value]];
    });
    baseline[part] = Object.fromEntries(all) as never;
  }
  return baseline;
}

const field = (key: string, text: string): string => `  ${JSON.stringify(key)}: ${text}`;

const inner = (record: Record<string, unknown>): string[] =>
  Object.entries(record).map(([key, value]) => `  ${field(key, spaced(value))}`);

function lines(record: Record<string, unknown>): string {
  const all = inner(record);
  return all.length === 0 ? "{}" : `{\n${all.join(",\n")}\n  }`;
}

function loadText({ rounds, ...head }: NonNullable<Baseline["load"]>): string {
  return `{\n${[...inner(head), `    "rounds": ${list(rounds, "    ")}`].join(",\n")}\n  }`;
}

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

/** Reads a baseline. `path` is for the messages. */
export function parseBaseline(text: string, path: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new WitnessError("baseline-file", `${path} is not JSON: ${(error as Error).message}`);
  }
  const parsed = Baseline.safeParse(value);
  if (parsed.success) return withoutUsual(parsed.data);
  const reason = z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ");
  throw new WitnessError("baseline-file", `${path} is not a baseline: ${reason}`, {
    hint: "create one with witness baseline save <run>",
  });
}
