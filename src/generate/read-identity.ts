import type { Interface } from "../model/index.ts";
import { layoutOf } from "./layout.ts";

/**
 * The identities that a lenient server reads in a body: of a JSON document its member, else everything that follows the
 * member's key.
 */
export function readIdentities(body: string, from: Interface): string[] {
  const steps = stepsOf(layoutOf(from).identity ?? "");
  const parsed = parsedText(body);
  if (parsed !== undefined) return memberAt(parsed.value, steps);
  const key = steps.findLast((step) => typeof step === "string");
  if (key === undefined) return [];
  return Array.from(body.matchAll(memberWith(key)), ([, value = ""]) =>
    value.replace(/^"|"$/g, ""),
  );
}

const HEAD_END = /\r?\n\r?\n/;

/**
 * The bodies of the messages on a raw connection, one character for each byte; undefined if the announced lengths let a
 * server read a part of one.
 */
export function bodiesOn(connection: string): string[] | undefined {
  const { index, 0: end } = HEAD_END.exec(connection) ?? { index: connection.length, 0: "" };
  const head = connection.slice(0, index);
  const rest = connection.slice(index + end.length);
  const framing = head.split(/\r?\n/).filter((line) => FRAMING.test(line));
  const lengths = framing.flatMap((line) => (CHUNKED.test(line) ? [] : (line.match(/\d+/g) ?? [])));
  const read = framing.some((line) => CHUNKED.test(line))
    ? readChunks(rest)
    : readLength(rest, lengths[0]);
  if (read === undefined || lengths.some((each) => isPart(each, rest, read))) return undefined;
  if (!HEAD_END.test(read.later)) return [read.body];
  const others = bodiesOn(read.later);
  return others && [read.body, ...others];
}

const FRAMING = /content-length|transfer-encoding/i;
const CHUNKED = /transfer-encoding.*chunked/i;

type ReadBody = { body: string; later: string };

/** Whether a length ends within a body: neither before it, nor where its message ends. */
const isPart = (digits: string, rest: string, { later }: ReadBody): boolean =>
  Number(digits) > 0 && Number(digits) < rest.length - later.length;

/** Of several messages the first one; else what comes after the end is read as well. */
function readLength(rest: string, digits = ""): ReadBody | undefined {
  const length = digits === "" ? rest.length : Number(digits);
  const later = rest.slice(length);
  if (length === 0 || HEAD_END.test(later)) return { body: rest.slice(0, length), later };
  return length < rest.length ? undefined : { body: rest, later: "" };
}

const CHUNK = /^[ \t]*([\da-f]+)[ \t]*(?:;[^\r\n]*)?\r?\n/i;
const CHUNK_END = /^\r?\n/;
const TRAILERS = /^(?:\r?\n|[^]*?\r?\n\r?\n)/;

/** A body in chunks, as far as it was sent. */
function readChunks(rest: string): ReadBody | undefined {
  let [body, left] = ["", rest];
  while (left !== "") {
    const [line, digits = ""] = CHUNK.exec(left) ?? [];
    if (line === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    left = left.slice(line.length);
    if (size === 0) return { body, later: left.replace(TRAILERS, "") };
    body += left.slice(0, size);
    left = left.slice(size);
    if (left !== "" && !CHUNK_END.test(left)) return undefined;
    left = left.replace(CHUNK_END, "");
  }
  return { body, later: "" };
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
