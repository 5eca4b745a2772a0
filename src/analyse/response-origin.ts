import { type RequestResult, type Response, headerOf } from "../model/index.ts";
import { bodyWords } from "./observation-folds.ts";

const LONGEST_WORDS = 60;

/**
 * What shows who made a response: the shape of its body, its media type if the body does not imply it, and the software
 * that its head names, without a version: `HTML, nginx`. Of several responses, the first one with a server error counts,
 * otherwise the last one. Empty without a response.
 */
export function originOf(results: readonly RequestResult[]): string {
  const responses = results.flatMap((each) => (each.outcome === "answered" ? each : []));
  const told = responses.find(({ status }) => status >= 500) ?? responses.at(-1);
  return told === undefined ? "" : wordsOf(told.response);
}

/** The words are shown in sentences and sent to CI services: of a server's text, only plain characters are left. */
const plainWords = (text: string): string =>
  text.slice(0, LONGEST_WORDS).replaceAll(/[^\w :,{}[\]….+/$-]|:(?=:)/gu, "?");

/** Responses with the same bytes are one object (`send/tapped-response.ts`). */
const known = new WeakMap<Response, string>();

function wordsOf(response: Response): string {
  const before = known.get(response);
  if (before !== undefined) return before;
  const body = bodyWords(response);
  const [type = ""] = (headerOf(response, "content-type") ?? "").toLowerCase().split(";", 1);
  const implied = body.startsWith("JSON") ? /json$/ : body === "text" ? /^text\/plain$/ : /html$/;
  const isImplied = implied.test(type.trim());
  const [server = ""] = (headerOf(response, "server") ?? "").trim().split(/[/ ]/, 1);
  const isBare = body === "empty" || body === "text";
  const shape = isBare ? `${body} body` : body;
  const parts = [shape, isImplied || body === "empty" ? "" : type.trim(), server];
  const words = parts.filter((part) => part !== "").map(plainWords);
  known.set(response, words.join(", "));
  return words.join(", ");
}

const HIT = /(?:^|[^a-z])hit(?![a-z])/i;

/** Headers by which a cache says that it responded itself. */
const HITS: readonly [name: string, hit: RegExp][] = [
  // RFC 9211, 2.1
  ["Cache-Status", /;\s*hit(?=\s*(?:[;,]|=\?1|$))/i],
  ["X-Cache", HIT],
  ["X-Cache-Status", HIT],
  ["CF-Cache-Status", HIT],
  ["X-Proxy-Cache", HIT],
  // The second number is that of the request whose response it was.
  ["X-Varnish", /^\s*\d+\s+\d+\s*$/],
];

const MOST_SHOWN = 40;

/**
 * What shows that a cache gave a response, in words: its age, or a header. Undefined where nothing does: a cache that did not
 * respond itself gives no `Age`, or one of 0 (RFC 9111, 5.1).
 */
export function cacheSign(response: Response): string | undefined {
  const age = headerOf(response, "age") ?? "";
  if (/^\d{1,9}$/.test(age) && Number(age) > 0) return `an Age, ${age} s at first`;
  for (const [name, hit] of HITS) {
    const value = headerOf(response, name.toLowerCase());
    if (value !== undefined && hit.test(value)) return `"${name}: ${shown(value)}"`;
  }
  return undefined;
}

const shown = (value: string): string =>
  value.replaceAll(/[^\x20-\x7e]|"/g, "?").slice(0, MOST_SHOWN);
