import type { Interface, Letter, RawRequest, RawStep } from "../model/index.ts";
import { kindOf, slugOf, withInner } from "../kinds/index.ts";
import { bytes, type Template } from "../template/index.ts";
import { encodedValue } from "./request-target.ts";
import { requestsOf, type Requests } from "./requests.ts";
import { type HeadOptions, read, wire } from "./steps.ts";

/** How long the letter `pause` waits. */
export const PAUSE_MS = 1000;

type Message = { head: Template; body: Template };

/** A letter with its request; `another` gets a new identity each time that it occurs, and a pause has no request. */
export type StateLetter = Letter & {
  message?: (occurrence: number, change: HeadOptions["change"]) => Message;
};

/**
 * The abstract requests of an interface for sequences about one identity: the stated request with it, with other values, in
 * another spelling and invalid, GET and DELETE of its path, the stated request with another identity, and a pause.
 */
export function stateLetters(from: Interface): StateLetter[] {
  const on = requestsOf(from);
  const { identity, freshSlots, parameters } = on.layout;
  const slot = freshSlots.find(({ path }) => path === identity);
  const pause = { id: "pause", title: `a pause of ${PAUSE_MS} ms`, leadsTo: "later" };
  const first = {
    id: "create",
    title: from.method,
    leadsTo: "exists",
    message: (_: number, change: HeadOptions["change"]) => stated(on, 0, change),
  };
  if (slot === undefined) return [first, pause];
  const isInPath = parameters.some(({ path }) => path === slot.path);
  const path = isInPath ? on.path() : bytes`${{ target: "path" }}/${encodedValue(slot)}`;
  const bare = (method: string, leadsTo: string): StateLetter[] =>
    isInPath && method === from.method
      ? []
      : [
          {
            id: method.toLowerCase(),
            title: `${method} its path`,
            leadsTo,
            message: (_, change) => ({
              head: on.head({
                line: on.requestLine({ method, path }),
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
      id: "another",
      title: `${from.method} of another ${slugOf(slot.path)}`,
      leadsTo: "other exists",
      message: (occurrence, change) => stated(on, occurrence + 1, change),
    },
    pause,
  ];
}

const stated = (on: Requests, nth: number, change: HeadOptions["change"] = {}): Message => ({
  head: on.head({ line: on.requestLine({ path: on.path(nth) }), change }),
  body: on.nthBody(nth),
});

type Row = [id: string, what: string, leadsTo: string, body: Template];

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
    const other = Object.fromEntries(changing.map(({ path, valid }) => [path, valid(1)]));
    const labels = changing.map(({ label }) => label).join(", ");
    rows.push(["other-values", `another ${labels}`, "changed", on.body(other)]);
  }
  if (field !== undefined && !kindOf(field.type).quoted) {
    const respelled = on.body({ [field.path]: bytes`${field.content()}.0` });
    rows.push(["respelled", "written with .0", "exists respelled", respelled]);
  }
  if (last !== undefined)
    rows.push(["invalid", `${last.label} null`, "refused", on.body({ [last.path]: "null" })]);
  return rows.map(([id, what, leadsTo, over]) => ({
    id,
    title: `${on.interface.method} the same ${name}, ${what}`,
    leadsTo,
    message: (_, change = {}) => ({ head: on.head({ change }), body: over }),
  }));
}

/**
 * A sequence of letters as one case: each request on a connection of its own, which it asks to be closed, or all on `one`
 * connection.
 */
export function letterSequence(letters: readonly StateLetter[], one: boolean): RawRequest {
  const occurrences = new Map<string, number>();
  const steps = letters.flatMap((letter, index): RawStep[] => {
    const seen = occurrences.get(letter.id) ?? 0;
    occurrences.set(letter.id, seen + 1);
    if (letter.message === undefined) return [{ do: "pause", ms: PAUSE_MS }];
    // An idle connection would keep a server with few of them from the next request.
    const { head, body } = letter.message(seen, one ? {} : { Connection: "close" });
    const on = one ? 0 : index;
    return [{ do: "send", on, head, body }, read({ on })];
  });
  return wire(...steps);
}
