import type { Interface } from "../model/interface.ts";
import { layoutOf } from "./layout.ts";

/** A line between two chunks of a chunked body. */
const CHUNK_LINE = /\r\n[\da-f]+(?:;[^\r\n]*)?\r\n/gi;

/** The identity that a server reads in a JSON document; undefined for another text. */
export function readDocument(text: string, from: Interface): string[] | undefined {
  const parsed = parsedText(text);
  return parsed && memberAt(parsed.value, stepsOf(layoutOf(from).identity ?? ""));
}

/** What a lenient server may read as identities in a body that is not JSON, or in everything on a raw connection. */
export function readLeniently(text: string, from: Interface): string[] {
  const steps = stepsOf(layoutOf(from).identity ?? "");
  const key = steps.findLast((step) => typeof step === "string");
  if (key === undefined) return [];
  return Array.from(text.replace(CHUNK_LINE, "").matchAll(memberWith(key)), ([, value = ""]) =>
    value.replace(/^"|"$/g, ""),
  );
}

const memberWith = (key: string): RegExp =>
  new RegExp(`${escaped(JSON.stringify(key))}\\s*:\\s*("[^"]*"?|[^\\s,}\\]"]+)`, "g");

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Of `order.items[0].id` the keys and indexes. */
const stepsOf = (path: string): (string | number)[] =>
  Array.from(
    path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g),
    ([, at, quoted, key]) => (at === undefined ? (quoted ?? key ?? "") : Number(at)),
  );

function parsedText(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function memberAt(root: unknown, steps: readonly (string | number)[]): string[] {
  let value = root;
  for (const step of steps) {
    if (typeof value !== "object" || value === null) return [];
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === undefined || value === null ? [] : [String(value)];
}
