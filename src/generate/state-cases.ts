import { freshId } from "../fresh-numbers.ts";
import { encodedValue } from "./request-target.ts";
import type { Requests } from "./requests.ts";
import { pause, read, sendBytes, type SendStepOptions, wire } from "./steps.ts";
import type { FieldSlot } from "../kinds/index.ts";
import { stateCase, type Case, type RawStep } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { bytes, type Template } from "../template/index.ts";

const CLAUSES = ["states", "transitions", "behaviour"];

const caseOf = (name: string, reason: string, steps: RawStep[]): Case => ({
  id: stateCase(name),
  reason,
  clauses: CLAUSES,
  request: wire(...steps),
});

/** Its requests share an identity on purpose. */
const sharing = (sent: Case): Case => ({ ...sent, sameIdentity: "may" });

const exchange = (on: Requests, connection: number, message: SendStepOptions): RawStep[] => [
  on.send({ ...message, on: connection }),
  read({ on: connection }),
];

const upTo = (count: number): number[] => Array.from({ length: count }, (_, nth) => nth);

/** Rounds of one request a connection: all but the last byte, then all last bytes. Later rounds are on warm ones. */
export function atOnce(on: Requests, size: number, rounds: number): Case {
  const steps = upTo(rounds).flatMap((nth) => {
    const [before, end] = on.nthInTwo(nth);
    return [
      ...upTo(size).map((each) => sendBytes(before, { on: each })),
      ...upTo(size).map((each) => sendBytes(end, { on: each })),
      ...upTo(size).map((each) => read({ on: each })),
    ];
  });
  const reason = `the same request on ${size} connections, the last bytes sent together, ${counted(rounds, "round")} on the same connections`;
  return sharing(caseOf(`at-once-${size}`, reason, steps));
}

export function inOrder(on: Requests, size: number): Case {
  const steps = upTo(size).flatMap((each) => [on.nthSend(0, { on: each }), read({ on: each })]);
  const reason = `the same request on ${size} connections, one after the other`;
  return sharing(caseOf(`in-order-${size}`, reason, steps));
}

export function onOne(on: Requests, size: number): Case {
  const steps = upTo(size).flatMap(() => exchange(on, 0, {}));
  const reason = `the same request ${size} times on one connection, and nothing else meanwhile`;
  return sharing(caseOf(`on-one-${size}`, reason, steps));
}

/** The same request `size` times, each on a new connection, with `between` other requests after each. */
export function spaced(on: Requests, size: number, between: number): Case {
  const steps = upTo(size * (between + 1)).flatMap((each) => [
    on.nthSend(each % (between + 1), { on: each }),
    read({ on: each }),
  ]);
  const reason = `the same request ${size} times, each on a new connection, and ${between} others between`;
  return sharing(caseOf(`spaced-${between}`, reason, steps));
}

/** The same request twice, on two connections, so many milliseconds between them. */
export function againAfter(on: Requests, ms: number): Case {
  const steps = [on.send(), read(), pause(ms), ...exchange(on, 1, {})];
  const reason = `the same request on two connections, ${ms} ms between them`;
  return sharing(caseOf(`later-after-${ms}-ms`, reason, steps));
}

/** The same requests, each on its own connection: the target closes them. Undefined if the case is not a sequence on one connection. */
export function apart(sent: Case, name: string): Case | undefined {
  if (sent.request.sender !== "wire") return undefined;
  const { steps } = sent.request;
  if (steps.some((step) => "on" in step && step.on !== undefined)) return undefined;
  let on = -1;
  const separated = steps.map((step): RawStep => {
    if (step.do === "send") on += 1;
    return step.do === "pause" ? step : { ...step, on: Math.max(0, on) };
  });
  const reason = `${sent.reason}; each request on a connection of its own`;
  return {
    ...caseOf(`apart-${name}`, reason, separated),
    ...(sent.sameIdentity !== undefined && { sameIdentity: sent.sameIdentity }),
  };
}

/** The value of an `Idempotency-Key`, as draft-ietf-httpapi-idempotency-key-header writes it: a string of structured fields. */
const keyOf = (identity: FieldSlot): Template =>
  bytes`"witness-${encodedValue(identity)}-3f1c2a9e"`;

/** Sends the nth of requests with one `Idempotency-Key`. Undefined without a fresh value. */
function keyedSend(on: Requests): ((nth: number, connection: number) => RawStep[]) | undefined {
  const { identity } = on;
  if (identity === undefined || on.interface.method === "GET") return undefined;
  const extra = [bytes`Idempotency-Key: ${keyOf(identity)}`];
  return (nth, connection) => {
    const head = on.head({ line: on.requestLine({ path: on.path(nth) }), extra });
    return exchange(on, connection, { head, body: on.nthBody(nth) });
  };
}

export const KEY_SAME = stateCase("key-same");

/** Requests with the same `Idempotency-Key`: equal ones, and one with other values. Empty without a fresh value. */
export function withKey(on: Requests): Case[] {
  const send = keyedSend(on);
  if (send === undefined) return [];
  return [
    sharing(
      caseOf("key-same", "the same request twice with the same Idempotency-Key", [
        ...send(0, 0),
        ...send(0, 1),
      ]),
    ),
    caseOf("key-other", "two requests with other values and the same Idempotency-Key", [
      ...send(0, 0),
      ...send(1, 1),
    ]),
  ];
}

/** The request of `KEY_SAME` once more, after a time. */
export function withKeyAgain(on: Requests, afterMs: number): Case {
  const reason = "an earlier request again, with its Idempotency-Key";
  const steps = keyedSend(on)?.(0, 0) ?? [];
  return { ...caseOf(`key-after-${Math.round(afterMs)}-ms`, reason, steps), sameIdentity: true };
}

/** Forms of a text identity: what is written after its own value, first and then. */
const FORMS: [name: string, what: string, first: string, then: string][] = [
  ["letter-case", "in another letter case", "a", "A"],
  ["composed", "with a letter in another Unicode form", "\u00e9", "e\u0301"],
  ["space-after", "with a space at its end", "a", "a "],
];

/** Pairs of requests whose identities are two forms of one text; empty where the identity is not a text of the body. */
export function formsOfText(on: Requests): Case[] {
  const identity = on.fields.find(({ path }) => path === on.layout.identity);
  if (identity?.type.kind !== "text") return [];
  const send = (end: string, connection: number): RawStep[] => {
    const body = on.body({ [identity.path]: bytes`"${identity.content()}${end}"` });
    return exchange(on, connection, { body });
  };
  return FORMS.map(([name, what, first, then]) =>
    sharing(
      caseOf(`form-${name}`, `the same ${identity.label} again, ${what}`, [
        ...send(first, 0),
        ...send(then, 1),
      ]),
    ),
  );
}

/** A variation of the stated body whose stored form may differ from the sent one. */
export type Variation = { name: string; what: string; body: Template };

/** The path of a resource that the newest success among these requests of a case made. */
export type ResourcePath = (of: number[]) => Template;

const PRECISE: Record<string, [name: string, what: string, json: string][]> = {
  "date-time": [
    ["fraction", "with nine digits of a second", '"2031-05-06T07:08:09.123456789Z"'],
    ["offset", "with an offset", '"2031-05-06T07:08:09.120+02:00"'],
  ],
  number: [["digits", "with 17 digits", "0.12345678901234568"]],
  text: [
    ["decomposed", "with a decomposed letter", '"cafe\\u0301 x"'],
    ["spaces", "with spaces around it", '"  ab "'],
  ],
};

/** With more fields, only the first of each kind. */
const MOST_VARIATIONS = 6;

/** The stated body with values that servers store in another form; the identity keeps its own. */
export function variations(on: Requests): Variation[] {
  const identity = on.layout.identity;
  if (!on.hasJson || on.fields.length === 0) return [];
  const seen = new Set<string>();
  const ofFields = on.fields.flatMap((field) => {
    const { kind } = field.type;
    if (field.path === identity || seen.has(kind)) return [];
    seen.add(kind);
    return (PRECISE[kind] ?? []).map(([name, what, json]): Variation => ({
      name: `${kind}-${name}`,
      what: `${field.label} ${what}`,
      body: on.body({ [field.path]: json }),
    }));
  });
  const further = on.withMembers('"witnessExtra":"kept?"');
  return [
    ...ofFields.slice(0, MOST_VARIATIONS),
    { name: "extra", what: "a further member", body: further },
  ];
}

/** Each request on a connection of its own: the server may close one after its response. */
const submitted = (on: Requests, body: Template): RawStep[] => exchange(on, 0, { body });
const bare = (on: Requests, method: string, connection: number, path: Template): RawStep[] =>
  exchange(on, connection, { head: on.bodyless(method, path), body: [] });

export const readBack = (
  on: Requests,
  { name, what, body }: Variation,
  path: ResourcePath,
  start = "read",
): Case =>
  caseOf(`${start}-${name}`, `${what} is submitted, then its resource is read`, [
    ...submitted(on, body),
    ...bare(on, "GET", 1, path([0])),
  ]);

/** Submits an identity, then again with this body, and reads its resource. */
export const replacedCase = (on: Requests, body: Template, path: ResourcePath): Case => ({
  ...caseOf("replaced", "the same identity with other values, then its resource is read", [
    ...submitted(on, on.nthBody(0)),
    ...exchange(on, 1, { body }),
    ...bare(on, "GET", 2, path([0])),
  ]),
  sameIdentity: true,
});

/** Submits an identity, deletes and reads its resource, submits the identity again, and reads once more. */
export const deletedCase = (on: Requests, path: ResourcePath): Case => {
  const reason =
    "the stated request is submitted, its resource is deleted and read, then it is submitted again and read";
  return sharing(
    caseOf("deleted", reason, [
      ...submitted(on, on.body()),
      ...bare(on, "DELETE", 1, path([0])),
      ...bare(on, "GET", 2, path([0])),
      ...exchange(on, 3, {}),
      ...bare(on, "GET", 4, path([0, 3])),
    ]),
  );
};

/** Submits a resource, to find out how its response names it. */
export const submittedCase = (on: Requests): Case =>
  caseOf("stored-found", "the stated request is submitted, to be read", submitted(on, on.body()));

export const asStated = (on: Requests): Variation => ({
  name: "stated",
  what: "the stated request",
  body: on.body(),
});

/** The identity, percent-encoded, of a request whose first fresh number is this one. */
export function identityText(on: Requests, firstId: number, fresh: number): string | undefined {
  const text = on.identity?.text?.(freshId(firstId, fresh));
  return text === undefined ? undefined : encodeURIComponent(text);
}
