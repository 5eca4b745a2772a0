import type { CaseRow, CaseDefinition, Requests } from "../src/generate/index.ts";
import { ladderRows, halfClose, predecessorsOf, read, reset } from "../src/generate/index.ts";
import { sendBytes, wire, suiteFor, casesOf, pause } from "../src/generate/index.ts";
import { slice, type Template, rows, bytes } from "../src/template/index.ts";
import type { RawStep, RawRequest, Suite } from "../src/model/index.ts";
import { identityOf, lifecycle, type Identity } from "./repetition/lifecycle.ts";
import { jsonEscapes } from "../src/text/index.ts";
import { commaSeparated, kindOf, slugOf, type FieldSlot } from "../src/kinds/index.ts";

function brokenOff(on: Requests): CaseRow<RawStep[]>[] {
  const halfHead = sendBytes([slice(on.message(), 0, 60)]);
  const half = slice(on.body(), 0, Math.floor(on.bodyBytes / 2));
  const halfBody = sendBytes([...on.headAlone(), half]);
  const chunked = on.head({ change: { "Content-Length": null, "Transfer-Encoding": "chunked" } });
  const ofBody = (...steps: RawStep[]) => (on.hasBody ? steps : undefined);
  return rows`
  reset-in-head | one reset inside its head | ${[halfHead, reset()]}
  reset-in-body | one reset inside its body | ${ofBody(halfBody, reset())}
  reset-after | one reset before its response | ${[on.send(), reset()]}
  half-close-in-body | one that stops inside its body | ${ofBody(halfBody, halfClose())}
  half-head | one that still waits inside its head | ${[halfHead]}
  half-body | one that still waits inside its body | ${ofBody(halfBody)}
  open-chunks | one whose chunks do not end | ${ofBody(on.send({ head: chunked, body: ["5\r\n"] }))}
  silence | a connection on which nothing is sent | ${[sendBytes([])]}
  noise | 256 bytes 0x00 and no more | ${[sendBytes([{ repeat: ["\0"], times: 256 }])]}
`;
}

const afterOthersOnNewConnection = (on: Requests): CaseDefinition[] =>
  [
    ...predecessorsOf(on).map(([name, what, before]): CaseRow<RawStep[]> => [
      name,
      what,
      [on.send(before), read()],
    ]),
    ...brokenOff(on),
  ].map(([name, what, steps]) => ({
    name: `after-${name}`,
    reason: `the stated request follows ${what} on another connection`,
    family: "after-other",
    clauses: ["behaviour", "states", "error-conditions", "response-status"],
    request: wire(...steps, on.nthSend(1, { on: 1 }), read({ on: 1 })),
  }));

type Halves = [before: Template, end: Template];

/** All but the last byte on every connection, then the last bytes, then the responses. */
function released(count: number, halves: (nth: number) => Halves): RawRequest {
  const connections = Array.from({ length: count }, (_, index) => index);
  const steps = [
    ...connections.map((index) => sendBytes(halves(index)[0], { on: index })),
    ...connections.map((index) => sendBytes(halves(index)[1], { on: index })),
    ...connections.map((index) => read({ on: index })),
  ];
  return { ...wire(...steps), unordered: true };
}

function requests(on: Requests): CaseRow<(nth: number) => Halves>[] {
  const { slug, others, otherValues } = identityOf(on);
  return rows`
  same | the same request | ${() => on.inTwo()}
  same-${slug} | the same ${slug} with other values of ${others.map(({ label }) => label).join(", ")} | ${others.length === 0 ? undefined : (nth) => on.inTwo(otherValues(nth))}
  different | requests with different fresh values | ${(nth) => on.nthInTwo(nth)}
`;
}

const atOnce = (on: Requests): CaseDefinition[] =>
  requests(on).flatMap(([name, what, halves]) =>
    [2, 5, 10, 20].map((count) => ({
      name: `at-once-${name}-${count}`,
      reason: `${what} on ${count} connections, the last bytes sent together`,
      family: "at-once",
      alone: true,
      request: released(count, halves),
    })),
  );

const CONNECTIONS = 5;

function burst(on: Requests, count: number): RawStep[] {
  return Array.from({ length: count / CONNECTIONS }, (_, round) => {
    const connections = Array.from({ length: CONNECTIONS }, (_unused, index) => index);
    return [
      ...connections.map((index) => on.nthSend(round * CONNECTIONS + index, { on: index })),
      ...connections.map((index) => read({ on: index })),
    ];
  }).flat();
}

const bursts = (on: Requests): CaseDefinition[] =>
  ladderRows({ alone: true, clauses: ["limit-rate", "behaviour", "response-status"] })`
  burst | N requests on ${String(CONNECTIONS)} connections, as fast as responses come | burst | requests in a burst | requests | ${[50, 100, 200]} | ${(count) => ({ ...wire(...burst(on, count)), unordered: true })}
`;

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "repetition",
    about:
      "repeated requests, requests at the same moment, the stated request after others, bursts",
    clauses: [
      `${identityOf(on).slug}-uniqueness`,
      "states",
      "behaviour",
      "response-status",
      "response-body",
    ],
    cases: () =>
      [same, atOnce, lifecycle, afterOthersOnNewConnection, bursts].flatMap((make) => make(on)),
  });

const again = (count: number, step: (index: number) => RawStep[]) =>
  Array.from({ length: count }, (_, index) => step(index)).flat();

function whole(on: Requests, { slug, slot }: Identity): CaseRow<RawStep[]>[] {
  const { send } = on;
  const onOne = (count: number) => again(count, () => [send(), read()]);
  const onEach = (count: number) =>
    again(count, (index) => [send({ on: index }), read({ on: index })]);
  const query = on.head({ line: on.requestLine({ path: on.pathWith("again=1") }) });
  const entries: CaseRow<RawStep[]>[] = rows`
  twice | the same request twice on one connection | ${onOne(2)}
  3-times | the same request three times on one connection | ${onOne(3)}
  5-times | the same request five times on one connection | ${onOne(5)}
  two-connections | the same request on two connections, one after the other | ${onEach(2)}
  3-connections | the same request on three connections, one after the other | ${onEach(3)}
  5-connections | the same request on five connections, one after the other | ${onEach(5)}
  pipelined | the same request twice in one write | ${[sendBytes([...on.message(), ...on.message()]), read(), read()]}
  after-250-ms | the same request twice, 250 ms between them | ${[send(), read(), pause(250), send(), read()]}
  between-other | the same request twice, another ${slug} between them | ${slot === undefined ? undefined : [send(), read(), on.nthSend(1), read(), send(), read()]}
  other-query | the same request twice, the second with a query | ${[send(), read(), send({ head: query }), read()]}
  unread | the same request on two connections, the first response read last | ${[send(), send({ on: 1 }), read({ on: 1 }), read()]}
`;
  return entries.map(([name, reason, steps]) => [`same-${slug}-${name}`, reason, steps]);
}

function second(on: Requests, identity: Identity): CaseRow<RawStep>[] {
  const { slug, slot, others } = identity;
  if (slot === undefined) return [];
  const names = others.map(({ label }) => label).join(", ");
  const other = otherName(others);
  return rows`
  same-${slug}-other-${other} | the same ${slug} twice with two values of ${names} | ${others.length === 0 ? undefined : on.send({ body: identity.otherValues(1) })}
  same-${other}-other-${slug} | the same value of ${names} twice with two values of ${slug} | ${others.length === 0 ? undefined : on.otherIdentity(1)}
  other-${slug}-other-${other} | two requests with different fresh values | ${on.nthSend(1)}
  ${writtenOtherwise(on, identity).map(([name, reason, body]): CaseRow<RawStep> => [
    `same-${slug}-${name}`,
    reason,
    on.send({ body }),
  ])}
`;
}

/** One other field by its name, several as values. */
const otherName = (others: FieldSlot[]): string => {
  const [only, ...more] = others;
  return only === undefined || more.length > 0 ? "values" : slugOf(only.path);
};

function writtenOtherwise(on: Requests, identity: Identity): CaseRow<Template>[] {
  const { slug, field, otherFields } = identity;
  if (field === undefined || field.key === undefined) return [];
  const { key } = field;
  const reversed = commaSeparated(on.fields.map((each) => on.member(each)).toReversed());
  const escape = jsonEscapes(key.slice(0, 1)) + key.slice(1);
  const escaped = commaSeparated(
    on.fields.map((each) =>
      each === field ? bytes`"${escape}":${each.valid()}` : on.member(each),
    ),
  );
  return rows`
  ${kindOf(field.type).quoted ? [] : numerals(on, slug, field)}
  keys-reversed | the same ${slug} again, the keys in reverse order | ${otherFields.length === 0 ? undefined : bytes`{${reversed}}`}
  spaces | the same request again with white space | ${on.document({ open: "{ ", close: " }", comma: " , ", colon: " : " })}
  escaped-key | the same request again with an escape in a key | ${bytes`{${escaped}}`}
  more-fields | the same request again with a further field | ${on.withMembers('"more":1')}
  ${otherFields.flatMap(
    (other): CaseRow<Template>[] => rows`
    without-${slugOf(other.path)} | the same ${slug} again without ${other.label} | ${without(on, other)}
    null-${slugOf(other.path)} | the same ${slug} again with ${other.label} null | ${on.body({ [other.path]: "null" })}
  `,
  )}
`;
}

const numerals = (
  on: Requests,
  slug: string,
  { path, content }: FieldSlot,
): CaseRow<Template>[] => rows`
  dot-zero | the same ${slug} again, written with .0 | ${on.body({ [path]: bytes`${content()}.0` })}
  exponent | the same ${slug} again, written with e0 | ${on.body({ [path]: bytes`${content()}e0` })}
  as-text | the same ${slug} again, as a string | ${on.body({ [path]: bytes`"${content()}"` })}
  minus | the same digits again with a minus sign | ${on.body({ [path]: bytes`-${content()}` })}
  fraction | the same ${slug} again with .5 after it | ${on.body({ [path]: bytes`${content()}.5` })}
`;

const without = (on: Requests, left: FieldSlot): Template =>
  bytes`{${commaSeparated(
    on.fields.filter((each) => each !== left).map((each) => on.member(each)),
  )}}`;

function first(on: Requests, { slug, field, otherFields }: Identity): CaseRow<Template>[] {
  if (field === undefined) return [];
  const { path, type, content } = field;
  return rows`
  ${otherFields.flatMap(
    (other): CaseRow<Template>[] => rows`
    first-without-${slugOf(other.path)} | the ${slug} comes first without ${other.label}, then as stated | ${without(on, other)}
    first-null-${slugOf(other.path)} | the ${slug} comes first with ${other.label} null, then as stated | ${on.body({ [other.path]: "null" })}
  `,
  )}
  first-as-text | the ${slug} comes first as a string, then as stated | ${kindOf(type).quoted ? undefined : on.body({ [path]: bytes`"${content()}"` })}
  first-cut | the request comes first with the last brace missing | ${bytes`{${on.members()}`}
`;
}

const family = "same";

function same(on: Requests): CaseDefinition[] {
  const identity = identityOf(on);
  const { slug, others } = identity;
  // The response to the second sending is the target's response to a repeated identity.
  const marked =
    identity.slot === undefined
      ? []
      : [`same-${slug}-twice`, `same-${slug}-other-${otherName(others)}`];
  return [
    ...casesOf("", whole(on, identity), (steps) => wire(...steps), { family }),
    ...casesOf("", second(on, identity), (step) => wire(on.send(), read(), step, read()), {
      family,
    }),
    ...casesOf(
      "",
      first(on, identity),
      (body) => wire(on.send({ body }), read(), on.send(), read()),
      { family },
    ),
  ].map((each) => ({
    ...each,
    ...(marked.includes(each.name) && { sameIdentity: true as const }),
  }));
}
