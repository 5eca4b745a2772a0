import { rows, bytes, type Taken, type Template, type TemplatePart } from "../template/index.ts";
import type { ClientRequest, Interface, Letter, RawRequest, RawStep } from "../model/index.ts";
import { type FieldSlot, kindOf, slugOf, withInner } from "../kinds/index.ts";
import { encodedValue } from "./request-target.ts";
import { requestsOf, type Requests } from "./requests.ts";
import type { Replacements } from "./write-json.ts";
import { FRESH_ID_MIN } from "../fresh-numbers.ts";
import { type HeadOptions, read, wire } from "./steps.ts";

/** The letter about a new identity each time. */
export const ANOTHER = "another";

/** How long the letter that sends nothing lasts. */
export const PAUSE_MS = 1000;

/** A request of a letter about one resource; `resource` is a path of its own. */
type LetterRequest = {
  method: string;
  path: Template | "resource";
  body: Template;
  isBodyless?: true;
  /** Its response may have the name of a new resource. */
  creates?: true;
  /** Instead of the If-Match of the interface: none, or this; `first` is the ETag in the response to the first request of the letter. */
  match?: Template | "first" | null;
};

/** Identities that sequences are about, at most; other fresh values of a request come after theirs. */
export const MOST_IDENTITIES = 3;

/** Fresh dates of numbers this far apart are in different minutes: a server may know one by its minute only. */
const FAR = 64;

/** A letter with its requests about the nth identity; its response is that to the last of them. `turn` distinguishes values of several letters. */
export type StateLetter = Letter & { requests?: (nth: number, turn: number) => LetterRequest[] };

/** One step of a sequence; `identity` is the first one if it is absent. */
export type LetterStep = { letter: StateLetter; identity?: number };

/** What of a response names a resource, whether responses have an ETag, and whether DELETE is refused without `If-Match`. */
export type ResourceTraits = { named?: Taken | undefined; tagged?: boolean; guarded?: boolean };

/** The abstract requests for sequences about one identity: what changes or shows its resource, another identity, and a pause. */
export function stateLetters(from: Interface, traits: ResourceTraits = {}): StateLetter[] {
  const on = requestsOf(from);
  const slot = on.identity;
  const pause = { id: "pause", title: `pause of ${PAUSE_MS / 1000} s`, leadsTo: "later" };
  const { method } = from;
  const requests: StateLetter["requests"] = (nth) => [
    { method, path: on.path(nth), body: on.nthBody(nth), creates: true },
  ];
  const first = { id: "create", title: method, leadsTo: "exists", requests };
  if (slot === undefined && traits.named === undefined) return [first, pause];
  const isInPath = on.layout.parameters.some(({ path }) => path === slot?.path);
  const bare = (other: string, leadsTo: string): StateLetter[] =>
    isInPath && other === method
      ? []
      : [{ id: other.toLowerCase(), title: other, leadsTo, requests: () => [bodyless(other)] }];
  const another = {
    id: ANOTHER,
    title: slot === undefined ? "" : `${method} (another ${slugOf(slot.path)})`,
    leadsTo: "other exists",
    requests,
  };
  return [
    first,
    ...variants(on, slot),
    ...bare("GET", "read"),
    ...bare("DELETE", "deleted"),
    ...(traits.guarded ? guardedDeletes : []),
    ...replacing(on, traits),
    ...(slot === undefined ? [] : [another]),
    pause,
  ];
}

const bodyless = (method: string, match: LetterRequest["match"] = null): LetterRequest => ({
  method,
  path: "resource",
  body: [],
  isBodyless: true,
  match,
});

/** An entity-tag that no server gives. */
const NO_TAG = '"no such version"';

type LetterRow = [
  id: string,
  title: string,
  leadsTo: string,
  requests: NonNullable<StateLetter["requests"]>,
];

const lettersOf = (letters: LetterRow[]): StateLetter[] =>
  letters.map(([id, title, leadsTo, requests]) => ({ id, title, leadsTo, requests }));

/** DELETE on a condition, of a server that requires one: of a version that there is not, and of the newest one. */
const guardedDeletes = lettersOf([
  [
    "delete-stale",
    "DELETE (If-Match of no version)",
    "deleted",
    () => [bodyless("DELETE", [NO_TAG])],
  ],
  [
    "delete-current",
    "DELETE (If-Match of the ETag of GET)",
    "deleted",
    () => [bodyless("GET"), bodyless("DELETE", "first")],
  ],
]);

/** PUT where a document or a server asks for `If-Match`: without a condition, for any version, for none, for the newest one and the one before. */
function replacing(on: Requests, { tagged = false, guarded }: ResourceTraits): StateLetter[] {
  const { method, responses } = on.interface;
  const isStated = on.layout.headers.some(([name]) => name.toLowerCase() === "if-match");
  if ((responses === undefined && !guarded) || on.interface.body === undefined) return [];
  const put = (nth: number, match?: LetterRequest["match"], values?: number): LetterRequest => ({
    method: "PUT",
    path: "resource",
    body:
      values === undefined
        ? on.nthBody(nth)
        : on.body({ ...constantsOf(on, values), ...changedOf(on, nth + values) }, nth),
    ...(match !== undefined && { match }),
  });
  // A PUT that changes nothing leaves some ETags as they are: each has other values.
  const changed = (turn: number): number => 2 * (MOST_IDENTITIES + turn);
  const versioned =
    tagged && Object.keys({ ...constantsOf(on, 0), ...changedOf(on, 0) }).length > 0;
  const current = (nth: number, turn: number) => [
    bodyless("GET"),
    put(nth, "first", changed(turn)),
  ];
  return lettersOf(rows`
  put | PUT${isStated ? " (without If-Match)" : ""} | replaced | ${method === "PUT" && !isStated ? undefined : (nth) => [put(nth, null)]}
  put-any | PUT (If-Match: *) | replaced | ${(nth) => [put(nth, ["*"])]}
  put-stale | PUT (If-Match of no version) | replaced | ${(nth) => [put(nth, [NO_TAG])]}
  put-current | PUT (If-Match of the ETag of GET) | replaced | ${versioned ? current : undefined}
  put-outdated | PUT twice (If-Match of one ETag) | replaced | ${versioned ? (nth, turn) => [...current(nth, turn), put(nth, "first", changed(turn) + 1)] : undefined}
`);
}

/** Other valid values of what is the same in each stated request, where the type has them; different for each number. */
function constantsOf({ layout: { body } }: Requests, number: number): Replacements {
  const leaves = (body === undefined ? [] : withInner(body)).filter(
    ({ path, text, inner }) => path !== "" && text === undefined && inner.length === 0,
  );
  return Object.fromEntries(
    leaves.flatMap(({ path, type }) => {
      const { quoted, text } = kindOf(type);
      const [value, other] = [0, 1].map((more) => text(type, FRESH_ID_MIN + number + more));
      if (value === other || value === undefined) return [];
      return [[path, [quoted ? JSON.stringify(value) : value]]];
    }),
  );
}

const changing = ({ layout: { body, identity } }: Requests): FieldSlot[] =>
  (body === undefined ? [] : withInner(body)).filter(
    ({ path, text }) => text !== undefined && path !== identity,
  );

const changedOf = (on: Requests, nth: number): Replacements =>
  Object.fromEntries(changing(on).map(({ path, valid }) => [path, valid(nth)]));

/** The stated body with the first identity, and other values of all else that may be different. */
export const otherBody = (on: Requests): Template =>
  on.body({ ...constantsOf(on, FAR), ...changedOf(on, FAR) }, 0);

/** The stated request with the identity of before, and something else in its body. */
function variants(on: Requests, slot: FieldSlot | undefined): StateLetter[] {
  const { identity } = on.layout;
  const field = on.fields.find(({ path }) => path === identity);
  const last = on.fields.findLast((each) => each !== field);
  const labels = changing(on).map(({ label }) => label);
  const { method } = on.interface;
  const letter =
    (over: (nth: number) => Template): LetterRow[3] =>
    (nth) => [{ method, path: on.path(nth), body: over(nth), creates: true }];
  const ownNumber = slot && field && !kindOf(field.type).quoted ? field : undefined;
  return lettersOf(rows`
  other-values | ${method} (another ${labels.join(", ")}) | another ${labels.join(", ")} | ${slot && labels.length > 0 ? letter((nth) => on.body(changedOf(on, nth + FAR), nth)) : undefined}
  respelled | ${method} (${slugOf(slot?.path ?? "")} written with .0) | exists respelled | ${ownNumber && letter((nth) => on.body({ [ownNumber.path]: bytes`${ownNumber.content(nth)}.0` }, nth))}
  invalid | ${method} (${last?.label} null) | refused | ${last && letter((nth) => on.body({ [last.path]: "null" }, nth))}
`);
}

/** The path of a resource without a name from a response: that of the interface, if it has the identity. */
export function ownPath(on: Requests, nth: number): Template {
  const { identity, parameters } = on.layout;
  const isInPath = parameters.some(({ path, in: place }) => path === identity && place === "path");
  return isInPath ? on.path(nth) : bytes`${on.path(nth)}/${ownName(on, nth)}`;
}

const ownName = ({ identity }: Requests, nth: number): Template =>
  identity === undefined ? ["witness-none"] : encodedValue(identity, nth);

type TakenPart = Extract<TemplatePart, { taken: Taken }>;
type Take = (part: TakenPart) => TemplatePart | Template;

/** The path that the response to one of these requests of the case named; before that, the one that a client would try. */
export function namedPath(
  on: Requests,
  named: Taken,
  { of, nth = 0, take = (part) => part }: { of: number[]; nth?: number; take?: Take },
): Template {
  if (named === "location") return bytes`${take({ taken: named, of, or: ownPath(on, nth) })}`;
  return bytes`${on.path(nth)}/${take({ taken: named, of, or: ownName(on, nth) })}`;
}

/** A request of a sequence; `letter` is the number of its letter. */
type PlacedRequest = Pick<LetterRequest, "method" | "body" | "isBodyless"> & {
  letter: number;
  path: Template;
  match: Template | null | undefined;
};

function* requestsIn(
  sequence: readonly LetterStep[],
  on: Requests,
  { named, take = (part) => part }: ResourceTraits & { take?: Take },
): Generator<PlacedRequest | undefined> {
  let others = 2 * MOST_IDENTITIES;
  let sent = 0;
  const creators = new Map<number, number[]>();
  for (const [letter, { letter: each, identity = 0 }] of sequence.entries()) {
    if (each.requests === undefined) yield undefined;
    const nth = each.id === ANOTHER ? others : identity;
    if (each.id === ANOTHER) others += 1;
    const first = sent;
    for (const { path, match, creates, ...request } of each.requests?.(nth, letter) ?? []) {
      const of = creators.get(nth) ?? [];
      const resource = (): Template =>
        named === undefined ? ownPath(on, nth) : namedPath(on, named, { of, nth, take });
      yield {
        ...request,
        letter,
        path: path === "resource" ? resource() : path,
        match:
          match === "first" ? bytes`${take({ taken: "etag", of: [first], or: [NO_TAG] })}` : match,
      };
      if (creates) creators.set(nth, [...of, sent]);
      sent += 1;
    }
  }
}

const BODYLESS: NonNullable<HeadOptions["change"]> = {
  "Content-Type": null,
  "Content-Length": null,
};

/** A sequence as one case: each request on a connection that it asks to be closed, or all on `one`. A pause has no place in `answerOf`. */
export function letterSequence(
  sequence: readonly LetterStep[],
  from: Interface,
  { one, ...traits }: ResourceTraits & { one: boolean },
): { request: RawRequest; answerOf: (number | undefined)[] } {
  const on = requestsOf(from);
  // An idle connection would keep a server with few of them from the next request.
  const closing: HeadOptions["change"] = one ? {} : { Connection: "close" };
  const answerOf: (number | undefined)[] = sequence.map(() => undefined);
  let sent = 0;
  const steps = [...requestsIn(sequence, on, traits)].flatMap((request): RawStep[] => {
    if (request === undefined) return [{ do: "pause", ms: PAUSE_MS }];
    const { letter, method, path, body, isBodyless, match } = request;
    const at = { on: one ? 0 : sent };
    answerOf[letter] = sent;
    sent += 1;
    const head = on.head({
      line: on.requestLine({ method, path }),
      change: {
        ...(isBodyless && BODYLESS),
        ...closing,
        ...(match !== undefined && { "If-Match": match }),
      },
    });
    return [{ do: "send", ...at, head, body }, read(at)];
  });
  return { request: wire(...steps), answerOf };
}

/** The same as requests of an ordinary client, for people; `undefined` for a pause. `take` shows values of earlier responses. */
export function letterRequests(
  sequence: readonly LetterStep[],
  from: Interface,
  traits: ResourceTraits & { take: (part: TakenPart) => string },
): ({ letter: number; request: ClientRequest } | undefined)[] {
  const on = requestsOf(from);
  return [...requestsIn(sequence, on, traits)].map((placed) => {
    if (placed === undefined) return undefined;
    const { letter, method, path, body, isBodyless, match } = placed;
    const headers = on.headersWith({
      ...(isBodyless && { "Content-Type": null }),
      ...(match !== undefined && { "If-Match": match && match.map(String).join("") }),
    });
    return { letter, request: { sender: "client", method, path, headers, body } };
  });
}
