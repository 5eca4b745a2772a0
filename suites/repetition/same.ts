import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { casesOf, pause, read, sendBytes, wire } from "../../src/generate/index.ts";
import { bytes, type Template, rows } from "../../src/template/index.ts";
import { commaSeparated, kindOf, slugOf, type FieldSlot } from "../../src/kinds/index.ts";
import type { RawStep } from "../../src/model/index.ts";
import { identityOf, type Identity } from "./lifecycle.ts";

const again = (count: number, step: (index: number) => RawStep[]) =>
  Array.from({ length: count }, (_, index) => step(index)).flat();

type Steps = [name: string, reason: string, steps: RawStep[]];

function whole(on: Requests, { slug, slot }: Identity): Steps[] {
  const { send } = on;
  const onOne = (count: number) => again(count, () => [send(), read()]);
  const onEach = (count: number) =>
    again(count, (index) => [send({ on: index }), read({ on: index })]);
  const query = on.head({ line: on.requestLine({ path: on.pathWith("again=1") }) });
  const entries: Steps[] = rows`
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

type Second = [name: string, reason: string, second: RawStep];

/** Requests that follow the stated one and have its identity. */
function second(on: Requests, identity: Identity): Second[] {
  const { slug, slot, others } = identity;
  if (slot === undefined) return [];
  const names = others.map(({ label }) => label).join(", ");
  const other = otherName(others);
  return rows`
  same-${slug}-other-${other} | the same ${slug} twice with two values of ${names} | ${others.length === 0 ? undefined : on.send({ body: identity.otherValues(1) })}
  same-${other}-other-${slug} | the same value of ${names} twice with two values of ${slug} | ${others.length === 0 ? undefined : on.otherIdentity(1)}
  other-${slug}-other-${other} | two requests with different fresh values | ${on.nthSend(1)}
  ${writtenOtherwise(on, identity).map(([name, reason, body]): Second => [
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

type Written = [name: string, reason: string, body: Template];

function writtenOtherwise(on: Requests, identity: Identity): Written[] {
  const { slug, field, otherFields } = identity;
  if (field === undefined || field.key === undefined) return [];
  const { key } = field;
  const reversed = commaSeparated(on.fields.map((each) => on.member(each)).toReversed());
  const escape = `\\u${key.charCodeAt(0).toString(16).padStart(4, "0")}${key.slice(1)}`;
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
    (other): Written[] => rows`
    without-${slugOf(other.path)} | the same ${slug} again without ${other.label} | ${without(on, other)}
    null-${slugOf(other.path)} | the same ${slug} again with ${other.label} null | ${on.body({ [other.path]: "null" })}
  `,
  )}
`;
}

const numerals = (on: Requests, slug: string, { path, content }: FieldSlot): Written[] => rows`
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

function first(on: Requests, { slug, field, otherFields }: Identity): Written[] {
  if (field === undefined) return [];
  const { path, type, content } = field;
  return [
    ...otherFields.flatMap(
      (other): Written[] => rows`
    first-without-${slugOf(other.path)} | the ${slug} comes first without ${other.label}, then as stated | ${without(on, other)}
    first-null-${slugOf(other.path)} | the ${slug} comes first with ${other.label} null, then as stated | ${on.body({ [other.path]: "null" })}
  `,
    ),
    ...(kindOf(type).quoted
      ? []
      : ([
          [
            "first-as-text",
            `the ${slug} comes first as a string, then as stated`,
            on.body({ [path]: bytes`"${content()}"` }),
          ],
        ] satisfies Written[])),
    ["first-cut", "the request comes first with the last brace missing", bytes`{${on.members()}`],
  ];
}

const family = "same";

export function same(on: Requests): CaseDefinition[] {
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
