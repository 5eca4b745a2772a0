import { exampleBytes, type Requests } from "../generate/index.ts";
import { messageRules, type CharsetValue, type ValueRule } from "../kinds/index.ts";
import type { Encoding } from "../template/index.ts";
import type { ProbeValue, Subject } from "./candidate.ts";
import { knownOf } from "./field-subject.ts";
import { hasFields, type MessageInput } from "./message-subjects.ts";

/** Charsets with the encoding of the body; UTF-8 for a name without one. */
const CHARSETS: readonly [text: string, as?: Encoding][] = [
  ["utf-8"],
  ["UTF-8"],
  ['"utf-8"'],
  ["utf8"],
  ["us-ascii"],
  ["iso-8859-1"],
  ["windows-1252"],
  ["utf-7"],
  ["bogus"],
  ["utf-16"],
  ["utf-16le"],
  ["utf-16le", "utf16le"],
  ["utf-16be", "utf16be"],
  ["utf-8", "utf16le"],
  ["bogus", "utf16le"],
];

/** The parameter charset of Content-Type; undefined without a JSON body. */
export function charsetSubject(input: MessageInput): Subject<CharsetValue> | undefined {
  const { on, known, accepted } = input;
  if (!on.hasBody) return undefined;
  const pool = CHARSETS.map((each) => specimenOf(on, ...each));
  return {
    name: "charset",
    slug: "charset",
    rules: messageRules.charset.map((rule) => ofDocument(rule, input)),
    limited: [],
    pool,
    tests: pool.length,
    known: knownOf(pool, known),
    accepted,
  };
}

function specimenOf(on: Requests, text: string, as?: Encoding): ProbeValue<CharsetValue> {
  const body = as === undefined ? on.body() : [{ encode: on.body(), as }];
  const type = `${on.interface.contentType ?? "application/json"}; charset=${text}`;
  return {
    value: { of: "charset", text, bytes: exampleBytes(body, on.interface) },
    text: `charset=${text}${as === undefined ? "" : ` on a body in ${as}`}`,
    family: as === undefined ? text : `a body in ${as}`,
    request: on.request(body, { headers: on.headersWith({ "Content-Type": type }) }),
  };
}

/** A charset is accepted if the body, read in it, is the document. */
const ofDocument = (
  rule: ValueRule<CharsetValue>,
  input: MessageInput,
): ValueRule<CharsetValue> => ({
  ...rule,
  isBeyond: (value) => {
    const text = rule.reads(value) ?? new TextDecoder().decode(value.bytes);
    return !isJson(text) || !hasFields(text, input);
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
