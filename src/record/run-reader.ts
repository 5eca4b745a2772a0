import { createReadStream } from "node:fs";
import { z } from "zod";
import { RunRecord } from "../model/run.ts";
import { Outline } from "./outline.ts";

/** A line that could not be read: its number, and why. */
export type Damage = { line: number; what: string };

/**
 * Reads `run.ndjson` line by line. Tolerant: a line that is damaged is named through `onDamage`
 * and passed over, and so is a last line that was cut off.
 */
export async function* readRun(
  path: string,
  onDamage: (damage: Damage) => void,
): AsyncGenerator<RunRecord> {
  let line = 0;
  for await (const lines of linesOf(path))
    for (const text of lines) {
      line += 1;
      if (text === "") continue;
      const record = readLine(text);
      if (typeof record === "string") onDamage({ line, what: record });
      else yield record;
    }
}

/** The lines of a file, as many at a time as come. Only a line feed ends one: U+2028 may be inside. */
async function* linesOf(path: string): AsyncGenerator<string[]> {
  let rest = "";
  for await (const chunk of createReadStream(path, "utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  yield [rest];
}

function readLine(text: string): RunRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  if (Outline.safeParse(value).success) return value as RunRecord;
  const parsed = RunRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  return `not a record: ${z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ")}`;
}
