import type { ClientRequest, Interface, Letter, RawRequest, RawStep } from "../model/index.ts";
import { kindOf, slugOf, withInner } from "../kinds/index.ts";
import { bytes, type Template } from "../template/index.ts";
import { encodedValue } from "./request-target.ts";
import { requestsOf, type Requests } from "./requests.ts";
import { type HeadOptions, read, wire } from "./steps.ts";

/** The letter about a new identity each time. */
export const ANOTHER = "another";

/** How long the letter `pause` waits. */
const PAUSE_MS = 1000;

type LetterRequest = {
  method: string;
  path: Template;
  body: Template;
  isBodyless?: true;
  match?: string;
};

/** Identities that sequences are about, at most; other fresh values of a request come after theirs. */
export const MOST_IDENTITIES = 3;

/** A letter with its request about the nth identity; a pause has none. */
export type StateLetter = Letter & { request?: (nth: number) => LetterRequest };

/** One step of a sequence; `identity` is the first one if it is absent. */
export type LetterStep = { letter: StateLetter; identity?: number };

/** The abstract requests about one identity: stated, with other values, otherwise spelled, invalid, GET, DELETE, a pause. */
export function stateLetters(from: Interface): StateLetter[] {
  const on = requestsOf(from);
  const { identity, freshSlots, parameters } = on.layout;
  const slot = freshSlots.find(({ path }) => path === identity);
  const pause = { id: "pause", title: `pause of ${PAUSE_MS} ms`, leadsTo: "later" };
  const { method } = from;
  const request = (nth: number): LetterRequest => ({
    method,
    path: on.path(nth),
    body: on.nthBody(nth),
  });
  const first = { id: "create", title: method, leadsTo: "exists", request };
  if (slot === undefined) return [first, pause];
  const isInPath = parameters.some(({ path }) => path === slot.path);
  const path = (nth: number): Template =>
    isInPath ? on.path(nth) : bytes`${{ target: "path" }}/${encodedValue(slot, nth)}`;
  const bare = (other: string, leadsTo: string): StateLetter[] =>
    isInPath && other === method
      ? []
      : [
          {
            id: other.toLowerCase(),
            title: other,
            leadsTo,
            request: (nth) => ({ method: other, path: path(nth), body: [], isBodyless: true }),
          },
        ];
  return [
    first,
    ...variants(on, slugOf(slot.path)),
    ...bare("GET", "read"),
    ...bare("DELETE", "deleted"),
    ...replacing(on, path),
    {
      id: ANOTHER,
      title: `${method} (another ${slugOf(slot.path)})`,
      leadsTo: "other exists",
      request,
    },
    pause,
  ];
}

/** An entity-tag that no server gives. */
const NO_TAG = '"no such version"';

/** PUT of the identity's path: without a condition, for any version, and for a version that there is not. */
function replacing(on: Requests, path: (nth: number) => Template): StateLetter[] {
  const { method, responses } = on.interface;
  if (responses === undefined || on.interface.body === undefined) return [];
  const put = (nth: number): LetterRequest => ({
    method: "PUT",
    path: path(nth),
    body: on.nthBody(nth),
  });
  const matching = (match: string) => (nth: number) => ({ ...put(nth), match });
  const rows: StateLetter[] = [
    { id: "put", title: "PUT", leadsTo: "replaced", request: put },
    { id: "put-any", title: "PUT (If-Match: *)", leadsTo: "replaced", request: matching("*") },
    {
      id: "put-stale",
      title: "PUT (If-Match of no version)",
      leadsTo: "replaced",
      request: matching(NO_TAG),
    },
  ];
  // The stated request is the first of them.
  return method === "PUT" ? rows.slice(1) : rows;
}

type Row = [id: string, what: string, leadsTo: string, body: (nth: number) => Template];

/** The stated request with the identity of before, and something else in its body. */
function variants(on: Requests, name: string): StateLetter[] {
  const { identity, body } = on.layout;
  const field = on.fields.find(({ path }) => path === identity);
  const last = on.fields.findLast((each) => each !== field);
  const changing = (body === undefined ? [] : withInner(body)).filter(
    ({ path, text }) => text !== undefined && path !== identity,
  );
  const rows: Row[] = [];
  if (changing.length > 0) {
    const other = (nth: number): Template =>
      on.body(
        Object.fromEntries(changing.map(({ path, valid }) => [path, valid(nth + MOST_IDENTITIES)])),
        nth,
      );
    const labels = changing.map(({ label }) => label).join(", ");
    rows.push(["other-values", `another ${labels}`, "changed", other]);
  }
  if (field !== undefined && !kindOf(field.type).quoted) {
    const respelled = (nth: number): Template =>
      on.body({ [field.path]: bytes`${field.content(nth)}.0` }, nth);
    rows.push(["respelled", `${name} written with .0`, "exists respelled", respelled]);
  }
  if (last !== undefined)
    rows.push([
      "invalid",
      `${last.label} null`,
      "refused",
      (nth) => on.body({ [last.path]: "null" }, nth),
    ]);
  return rows.map(([id, what, leadsTo, over]) => ({
    id,
    title: `${on.interface.method} (${what})`,
    leadsTo,
    request: (nth) => ({ method: on.interface.method, path: on.path(nth), body: over(nth) }),
  }));
}

/** The identity of each step: `another` has a new one each time. */
function* requestsIn(sequence: readonly LetterStep[]): Generator<LetterRequest | undefined> {
  let others = 2 * MOST_IDENTITIES;
  for (const { letter, identity = 0 } of sequence) {
    yield letter.request?.(letter.id === ANOTHER ? others : identity);
    if (letter.id === ANOTHER) others += 1;
  }
}

const BODYLESS: HeadOptions["change"] = { "Content-Type": null, "Content-Length": null };

/** A sequence of letters as one case: each on a connection that it asks to be closed, or all on `one` connection. */
export function letterSequence(
  sequence: readonly LetterStep[],
  from: Interface,
  one: boolean,
): RawRequest {
  const { head, requestLine } = requestsOf(from);
  // An idle connection would keep a server with few of them from the next request.
  const closing: HeadOptions["change"] = one ? {} : { Connection: "close" };
  const steps = [...requestsIn(sequence)].flatMap((request, index): RawStep[] => {
    if (request === undefined) return [{ do: "pause", ms: PAUSE_MS }];
    const { method, path, body, isBodyless, match } = request;
    const change = { ...(isBodyless && BODYLESS), ...closing };
    const on = one ? 0 : index;
    const line = requestLine({ method, path });
    const extra = match === undefined ? [] : [[`If-Match: ${match}`]];
    return [{ do: "send", on, head: head({ line, change, extra }), body }, read({ on })];
  });
  return wire(...steps);
}

/** The same as requests of an ordinary client, without pauses. */
export function letterRequests(
  sequence: readonly LetterStep[],
  from: Interface,
): (ClientRequest | undefined)[] {
  const { headersWith } = requestsOf(from);
  return [...requestsIn(sequence)].map(
    (request) =>
      request && {
        sender: "client",
        method: request.method,
        path: request.path,
        ...(request.isBodyless && { headers: headersWith({ "Content-Type": null }) }),
        ...(request.match !== undefined && {
          headers: headersWith({}, [["If-Match", request.match]]),
        }),
        body: request.body,
      },
  );
}
