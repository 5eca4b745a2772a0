import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { Baseline } from "../model/index.ts";

/** A baseline as a file: a line for each case, each axis and each round, so that diffs are readable. */
export function baselineText(baseline: Baseline): string {
  const { cases, contentTypes, shapes, boundaries, load, accepted, ...head } = baseline;
  const parts = [
    ...Object.entries(head).map(([key, value]) => field(key, JSON.stringify(value))),
    field("cases", lines(cases)),
    ...(contentTypes === undefined ? [] : [field("contentTypes", lines(contentTypes))]),
    ...(shapes === undefined ? [] : [field("shapes", lines(shapes))]),
    field("boundaries", lines(boundaries)),
    ...(load === undefined ? [] : [field("load", loadText(load))]),
    field("accepted", list(accepted, "  ")),
  ];
  return `{\n${parts.join(",\n")}\n}\n`;
}

const field = (key: string, text: string): string => `  ${JSON.stringify(key)}: ${text}`;

function lines(record: Record<string, unknown>): string {
  const all = Object.entries(record).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${spaced(value)}`,
  );
  return all.length === 0 ? "{}" : `{\n${all.join(",\n")}\n  }`;
}

function loadText({ rounds, ...head }: NonNullable<Baseline["load"]>): string {
  const parts = Object.entries(head).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${spaced(value)}`,
  );
  return `{\n${[...parts, `    "rounds": ${list(rounds, "    ")}`].join(",\n")}\n  }`;
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
  if (parsed.success) return parsed.data;
  const reason = z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ");
  throw new WitnessError("baseline-file", `${path} is not a baseline: ${reason}`, {
    hint: "create one with witness baseline save <run>",
  });
}
