import type { Interface, Letter, RawRequest, RawStep } from "../model/index.ts";
import { kindOf, slugOf, withInner } from "../kinds/index.ts";
import { bytes, type Template } from "../template/index.ts";
import { encodedValue } from "./request-target.ts";
import { requestsOf, type Requests } from "./requests.ts";
import { type HeadOptions, read, wire } from "./steps.ts";

/** The letter about a new identity each time. */
export const ANOTHER = "another";

/** How long the letter `pause` waits. */
const PAUSE_MS = 1000;

type Message = { head: Template; body: Template };

/** Identities that sequences are about, at most; other fresh values of a request come after theirs. */
export const MOST_IDENTITIES = 3;

/** A letter with its request about the nth identity; a pause has none. */
export type StateLetter = Letter & {
  message?: (nth: number, change: HeadOptions["change"]) => Message;
};

/** One step of a sequence; `identity` is the first one if it is absent. */
export type LetterStep = { letter: StateLetter; identity?: number };

/**
 * The abstract requests of an interface for sequences about one identity: the stated request with it, with other values, in
 * another spelling and invalid, GET and DELETE of its path, the stated request with another identity, and a pause.
 */
export function stateLetters(from: Interface): StateLetter[] {
  const on = requestsOf(from);
  const { identity, freshSlots, parameters } = on.layout;
  const slot = freshSlots.find(({ path }) => path === identity);
  const pause = { id: "pause", title: `pause of ${PAUSE_MS} ms`, leadsTo: "later" };
  const message: StateLetter["message"] = (nth, change) => ({
    head: on.head({ line: on.requestLine({ path: on.path(nth) }), change: change ?? {} }),
    body: on.nthBody(nth),
  });
  const first = { id: "create", title: from.method, leadsTo: "exists", message };
  if (slot === undefined) return [first, pause];
  const isInPath = parameters.some(({ path }) => path === slot.path);
  const path = (nth: number): Template =>
    isInPath ? on.path(nth) : bytes`${{ target: "path" }}/${encodedValue(slot, nth)}`;
  const bare = (method: string, leadsTo: string): StateLetter[] =>
    isInPath && method === from.method
      ? []
      : [
          {
            id: method.toLowerCase(),
            title: method,
            leadsTo,
            message: (nth, change) => ({
              head: on.head({
                line: on.requestLine({ method, path: path(nth) }),
                change: { "Content-Type": null, "Content-Length": null, ...change },
              }),
              body: [],
            }),
          },
        ];
  return [
    first,
    ...variants(on, slugOf(slot.path)),
    ...bare("GET", "read"),
    ...bare("DELETE", "deleted"),
    {
      id: ANOTHER,
      title: `${from.method} (another ${slugOf(slot.path)})`,
      leadsTo: "other exists",
      message,
    },
    pause,
  ];
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
    message: (nth, change = {}) => ({
      head: on.head({ line: on.requestLine({ path: on.path(nth) }), change }),
      body: over(nth),
    }),
  }));
}

/**
 * A sequence of letters as one case: each request on a connection of its own, which it asks to be closed, or all on `one`
 * connection.
 */
export function letterSequence(sequence: readonly LetterStep[], one: boolean): RawRequest {
  let others = 2 * MOST_IDENTITIES;
  const steps = sequence.flatMap(({ letter, identity = 0 }, index): RawStep[] => {
    if (letter.message === undefined) return [{ do: "pause", ms: PAUSE_MS }];
    const nth = letter.id === ANOTHER ? others : identity;
    if (letter.id === ANOTHER) others += 1;
    // An idle connection would keep a server with few of them from the next request.
    const { head, body } = letter.message(nth, one ? {} : { Connection: "close" });
    const on = one ? 0 : index;
    return [{ do: "send", on, head, body }, read({ on })];
  });
  return wire(...steps);
}
