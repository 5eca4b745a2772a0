import type { Exchange, KeptBytes, ObservedPart, RequestResult } from "../model/index.ts";
import { classOf, headerOf, rawText, signatureOf } from "../model/index.ts";
import { createHash } from "node:crypto";

/** The compared parts, and the paths that are ignored in JSON bodies. */
export type ComparedBy = { parts: readonly ObservedPart[]; ignore: readonly string[] };

/** Values of a request that a response may repeat: different for each sending. */
type SignatureContext = { unordered: boolean; fresh: readonly string[] };

/** The compared part of an exchange, as text: `201`, `201 · application/json · kept`. */
export const signatureBy = (
  { parts, ignore }: ComparedBy,
  exchange: Pick<Exchange, "answers" | "end">,
  sent: SignatureContext,
): string => parts.map((part) => partOf(part, exchange, sent, ignore)).join(" · ");

function partOf(
  part: ObservedPart,
  exchange: Pick<Exchange, "answers" | "end">,
  { unordered, fresh }: SignatureContext,
  ignore: readonly string[],
): string {
  const last = exchange.answers.at(-1);
  switch (part) {
    case "status":
      return signatureOf(exchange, unordered);
    case "class":
      return eachWord(signatureOf(exchange, unordered), classOf);
    case "outcome":
      return eachWord(signatureOf(exchange, unordered), () => "answered");
    case "content-type":
      return last?.outcome === "answered" ? mediaType(last) : (last?.outcome ?? "none");
    case "body":
      return last?.outcome === "answered"
        ? bodySignature(last.response.decoded ?? last.response.body, ignore, fresh)
        : (last?.outcome ?? "none");
    case "close":
      return exchange.end;
  }
}

const eachWord = (signature: string, word: (status: string) => string): string =>
  signature
    .split(", ")
    .map((each) => each.replace(/^\d+(?:-refusal)?/, word))
    .join(", ");

function mediaType({ response }: RequestResult & { outcome: "answered" }): string {
  const [type = ""] = (headerOf(response, "content-type") ?? "").split(";");
  return type.trim().toLowerCase() || "no content type";
}

/** Longer bodies are identified by their beginning and digest. */
const SHOWN = 60;
const DIGEST = 8;
const TEXT_DIGEST = 16;

/**
 * A body as text for comparison. JSON is compared structurally: keys sorted, white space and
 * ignored paths dropped. Text that is not JSON, or longer than the recorded part, is compared by
 * its bytes. Fresh values of the request do not count where the response repeats them.
 */
function bodySignature(
  body: KeptBytes,
  ignore: readonly string[],
  fresh: readonly string[],
): string {
  if (body.bytes === 0) return "no body";
  const whole = body.text !== undefined && Buffer.byteLength(rawText(body.text)) === body.bytes;
  if (!whole) return `${body.bytes} bytes, sha256 ${body.sha256.slice(0, DIGEST)}`;
  return shortText(withoutFresh(canonical(rawText(body.text ?? ""), ignore), fresh));
}

/** Matches strings, which stay as they are, and numbers: as doubles, 2^53 and 2^53 + 1 would be equal, and so would 1 and 1.0. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const KEPT_NUMBER = /"\\u0000([-+.\deE]+)"/g;
const keepNumber = (token: string): string => (token.startsWith('"') ? token : `"\\u0000${token}"`);

function canonical(text: string, ignore: readonly string[]): string {
  try {
    const value: unknown = JSON.parse(text.replace(TOKEN, keepNumber));
    const written = JSON.stringify(sortedKeys(ignorePaths(value, ignore)));
    return written.replaceAll(KEPT_NUMBER, "$1");
  } catch {
    return text;
  }
}

export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortedKeys(each)]));
}

/** `fresh` values in order: the nth of them becomes `<nth>` wherever the response repeats it. */
const withoutFresh = (text: string, fresh: readonly string[]): string =>
  fresh.reduce((left, value, index) => left.replaceAll(value, `<${index}>`), text);

function shortText(text: string): string {
  if (text.length <= SHOWN) return text;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, TEXT_DIGEST);
  return `${text.slice(0, SHOWN)}… (${digest})`;
}

/**
 * A JSON value without the values at these paths: `$.user.id`, `items[*].createdAt`, `**.timestamp`
 * at any depth. `*` is any key or index; a path without a match changes nothing.
 */
const ignorePaths = (value: unknown, paths: readonly string[]): unknown =>
  paths.reduce((left, path) => without(left, stepsOf(path)), value);

function stepsOf(path: string): string[] {
  return path
    .replace(/^\$\.?/, "")
    .replace(/\[(\*|\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
}

function without(value: unknown, steps: string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== "object" || value === null) return value;
  if (step === "**") return anywhere(without(value, rest), steps);
  const keeps = (key: string): boolean => rest.length > 0 || !fits(key, step);
  const inside = (key: string, each: unknown): unknown =>
    fits(key, step) ? without(each, rest) : each;
  if (Array.isArray(value))
    return value
      .map((each, index) => ({ each, key: String(index) }))
      .filter(({ key }) => keeps(key))
      .map(({ each, key }) => inside(key, each));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => keeps(key))
      .map(([key, each]) => [key, inside(key, each)]),
  );
}

function anywhere(value: unknown, steps: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, steps));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, without(each, steps)]),
  );
}

const fits = (key: string, step: string): boolean => step === "*" || step === key;
