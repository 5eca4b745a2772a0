import { parsedJson, isObject } from "../text/index.ts";
import { classOf, headerOf, rawText, resultWord, type RequestResult } from "../model/index.ts";
import type { Taken } from "../template/index.ts";

const NAMES = /^_?(?:id|uuid|guid|key)$/i;
const MOST_NAMES = 3;
/** RFC 9110, 8.8.3. */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** The value of the newest success among these that has it, a name as a segment of a path; undefined if none has it. */
export function takenValue(
  taken: Taken,
  answers: readonly (RequestResult | undefined)[],
): string | undefined {
  for (const each of answers.toReversed()) {
    const value = each === undefined ? undefined : valueIn(taken, each);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueIn(taken: Taken, result: RequestResult): string | undefined {
  if (result.outcome !== "answered" || classOf(resultWord(result)) !== "2xx") return undefined;
  if (taken === "location") return locationOf(result);
  if (taken === "etag") {
    const tag = headerOf(result.response, "etag");
    return tag !== undefined && ENTITY_TAG.test(tag) ? tag : undefined;
  }
  const value = membersIn(result)[taken.member];
  // A larger number is not the one that was written.
  const isName = typeof value === "string" ? value !== "" : Number.isSafeInteger(value);
  return isName ? encodeURIComponent(wellFormed(String(value))) : undefined;
}

/** Without half a surrogate pair, which has no encoding. */
const wellFormed = (text: string): string => Buffer.from(text).toString("utf8");

/** The path that the `Location` of a response has, on the same server. */
function locationOf(result: RequestResult): string | undefined {
  const location =
    result.outcome === "answered" ? headerOf(result.response, "location") : undefined;
  if (location === undefined || !URL.canParse(location, "http://here.invalid/")) return undefined;
  const { pathname, search } = new URL(location, "http://here.invalid/");
  return pathname + search;
}

/** The members of a response that is a JSON object; else none. */
function membersIn(result: RequestResult): Record<string, unknown> {
  if (result.outcome !== "answered") return {};
  const text = rawText((result.response.decoded ?? result.response.body).text ?? "");
  const value = parsedJson(text);
  return isObject(value) ? value : {};
}

/** The first members of a response that may be the name of a new resource, such as `id` and `uuid`. */
const nameMembers = (result: RequestResult): string[] =>
  Object.keys(membersIn(result))
    .filter((key) => NAMES.test(key))
    .slice(0, MOST_NAMES);

/** Where a response may have the name of a new resource: its `Location`, then its members. */
export function namesIn(result: RequestResult): Taken[] {
  const all: Taken[] = ["location", ...nameMembers(result).map((member) => ({ member }))];
  return all.filter((taken) => valueIn(taken, result) !== undefined);
}
