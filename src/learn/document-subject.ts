import { exampleBytes, exampleUpTo, memberTokens, type Requests } from "../generate/index.ts";
import { countEach } from "../group-by.ts";
import { isObject, parsedJson } from "../text/index.ts";
import type { CharsetValue, DocumentValue, RuleValue, ValueRule } from "../kinds/index.ts";
import { kindOf, messageLimits, messageRules, tokenValue } from "../kinds/index.ts";
import type { RuleFinding } from "../model/index.ts";
import type { Encoding } from "../template/index.ts";
import {
  knownOf,
  type ProbeValue,
  type SeenResponse,
  type Subject,
  withPool,
} from "./candidate.ts";
import { experiment, MOST_REQUESTS } from "./experiment.ts";
import { isStatedPath, subjectOf, type MessageInput } from "./message-subjects.ts";
import type { Probe, Reply } from "./probe.ts";
import { ruleFinding } from "./rule-finding.ts";

const FEWEST = 3;
const ABOUT = { part: "document", name: "document", subject: "document" };

/** If no known parser reads as the server does, single aspects describe it: duplicate keys, comments. Undefined if too few documents are known. */
export async function documentFinding<R extends Reply>(
  input: MessageInput,
  limits: RuleFinding["limits"],
  asking: Probe<R>,
  language?: string,
): Promise<RuleFinding | undefined> {
  if (!input.on.hasJson) return undefined;
  const parsers = documentSubject(input, "parser");
  if (parsers.pool.length < FEWEST) return undefined;
  const found = await experiment(parsers, asking);
  const whole = { ...ruleFinding(ABOUT, parsers, found, language), limits };
  const isKnown = ({ checks }: RuleFinding): boolean =>
    checks.every(({ state }) => state !== "none");
  if (isKnown(whole) || whole.undecided === true || whole.cut !== undefined) return whole;
  const one = asOneParser(parsers, found.seen, asking);
  if (one !== undefined) {
    const again = await experiment(one.subject, one.asking, MOST_REQUESTS - found.requests);
    const joined = { ...ruleFinding(ABOUT, one.subject, again, language), limits };
    const requests = whole.requests + joined.requests;
    if (isKnown(joined) && joined.undecided !== true) return { ...joined, requests };
  }
  const aspects = { ...documentSubject(input, "aspects"), known: found.seen };
  const further = await experiment(aspects, asking, MOST_REQUESTS - found.requests);
  const single = ruleFinding(ABOUT, aspects, further);
  return {
    ...whole,
    checks: [...whole.checks, ...single.checks],
    unstable: further.unstable.length + whole.unstable,
    requests: whole.requests + single.requests,
    cut: single.cut,
  };
}

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
  if (!on.hasJson) return undefined;
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
    return parsedJson(text) === undefined || !hasFields(text, input);
  },
});

/** Whether a member that the interface does not have is accepted: two requests. Undefined if the body is not an object. */
export async function inferFurtherMembers<R extends Reply>(
  on: Requests,
  asking: Probe<R>,
  accepted: string,
): Promise<RuleFinding | undefined> {
  if (on.fields.length === 0) return undefined;
  const request = on.request(on.withExtra("1"));
  const replies = [await asking.ask(request), await asking.ask(request)];
  const [signature = "", again] = replies.map((reply) => reply.signature);
  if (signature !== again) return undefined;
  const isAccepted = signature === accepted;
  const kept = asking.keep(
    {
      name: "rules/further-members",
      reason: `a further member: ${on.extraKey}`,
      clauses: ["behaviour"],
      request,
    },
    replies,
  );
  const [rule, other] = isAccepted ? [IGNORED, REFUSED] : [REFUSED, IGNORED];
  return {
    type: "finding",
    kind: "rule",
    part: "further-members",
    name: "further members",
    subject: "object",
    accepted,
    checks: [
      {
        aspect: "further members",
        signature: isAccepted ? undefined : signature,
        state: "sure",
        rules: [rule],
        refuted: [{ ...other, by: `{"${on.extraKey}":1}`, signature, case: kept }],
        support: { accepted: Number(isAccepted), refused: Number(!isAccepted) },
        cases: [kept],
      },
    ],
    limits: [],
    unstable: 0,
    requests: replies.length,
  };
}

const IGNORED = { id: "further-members-accepted", name: "accepted" };
const REFUSED = { id: "further-members-refused", name: "refused" };

/** Longer documents are not sent. */
const MOST_BYTES = 20_000;

/** Rules read documents by recursion: deeper ones exhaust the stack. */
const MOST_LEVELS = 2000n;

const isDeep = (value: DocumentValue): boolean =>
  messageLimits.document.some(
    ({ id, measure }) => id === "document-depth" && (measure(value) ?? 0n) > MOST_LEVELS,
  );

/** The body: as whole parsers read it, or one deviation from RFC 8259 at a time. */
export function documentSubject(
  input: MessageInput,
  by: "parser" | "aspects",
): Subject<DocumentValue> {
  // Most parsers read a document as the same text.
  const known = new Map<string, boolean>();
  const hasOwn = (text: string): boolean => {
    const found = known.get(text) ?? hasFields(text, input);
    known.set(text, found);
    return found;
  };
  return subjectOf(input, {
    name: "document",
    rules: messageRules.document
      .filter(({ aspect }) => (aspect === "parser") === (by === "parser"))
      .map((rule) => withFields(rule, hasOwn)),
    limited: messageLimits.document,
    valueOf: ({ body, headers, path, method }): DocumentValue | undefined => {
      if (headers !== undefined || method !== undefined || !isStatedPath(input.on, path))
        return undefined;
      const bytes = exampleUpTo(MOST_BYTES, body, input.on.interface);
      if (bytes === undefined) return undefined;
      const value: DocumentValue = { of: "document", bytes };
      return isDeep(value) ? undefined : value;
    },
    textOf: (_, reason) => reason,
  });
}

/** Express reads an empty body as an object, which has no fields: another check refuses it. */
const isEmptyDocument = ({ bytes }: DocumentValue): boolean => bytes.length === 0;

/** A rule about documents that does not judge a document with a wrong field, because another check refuses it. */
const withFields = (
  rule: ValueRule<DocumentValue>,
  hasOwn: (text: string) => boolean,
): ValueRule<DocumentValue> => ({
  ...rule,
  ...(rule.id === "document-express" && { isBeyond: isEmptyDocument }),
  judges: (value) =>
    rule.judges(value) &&
    (!rule.accepts(value) ||
      (rule.id === "document-express" && isEmptyDocument(value)) ||
      hasOwn(rule.reads?.(value) ?? new TextDecoder().decode(value.bytes))),
});

/** Whether a document has the fields, with values that the server accepts; true for text that is not JSON. */
function hasFields(text: string, { on, fields, refusesFurther }: MessageInput): boolean {
  const body = parsedJson(text);
  if (body === undefined || on.fields.length === 0) return true;
  if (!isObject(body)) return false;
  const names = new Set(on.fields.map(({ key }) => key));
  if (refusesFurther && Object.keys(body).some((key) => !names.has(key))) return false;
  const tokens = memberTokens(text);
  return on.fields.every((slot) => {
    const written = tokens.get(slot.key ?? "");
    const accepts = fields.get(slot.path);
    const token = tokenValue(written);
    if (accepts === undefined || token === undefined)
      return written !== undefined && kindOf(slot.type).fits(slot.type, JSON.parse(written));
    return accepts(token);
  });
}

const isOf = (signature: string, digit: string): boolean =>
  signature.startsWith(digit) && /^\d{3}$/.test(signature);

/**
 * The experiments with a parser whose errors get several statuses: frameworks of Python respond to broken JSON otherwise than
 * to bytes that are no text, or to deep nesting. All of 4xx count as one refusal, named by all. An error of the server says nothing:
 * it may come after the parser. Undefined where there is one status only.
 */
function asOneParser<V extends RuleValue, R extends Reply>(
  subject: Subject<V>,
  seen: ReadonlyMap<number, SeenResponse>,
  asking: Probe<R>,
): { subject: Subject<V>; asking: Probe<R> } | undefined {
  const { pool, accepted } = subject;
  const got = [...seen.values()].map(({ signature }) => signature);
  const counts = countEach(got.filter((signature) => signature !== accepted));
  const refusals = [...counts.keys()]
    .filter((each) => isOf(each, "4"))
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  if (counts.size < 2 || refusals.length === 0) return undefined;
  const all = refusals.join(" or ");
  const settled = (signature: string): string => (refusals.includes(signature) ? all : signature);
  const kept = pool.flatMap((value, at) => {
    const known = seen.get(at);
    if (known !== undefined && isOf(known.signature, "5")) return [];
    return [{ value, seen: known && { ...known, signature: settled(known.signature) } }];
  });
  return {
    subject: withPool(subject, kept),
    asking: {
      width: asking.width,
      ask: async (request) => {
        const reply = await asking.ask(request);
        return { ...reply, signature: settled(reply.signature) };
      },
      keep: (evidence, replies) => asking.keep(evidence, replies),
    },
  };
}
