import { rows, type Template, bytes } from "../../src/template/index.ts";
import type { Requests, CaseDefinition } from "../../src/generate/index.ts";
import { encodedValue, read, wire } from "../../src/generate/index.ts";
import { slugOf, withInner, type FieldSlot } from "../../src/kinds/index.ts";
import type { RawStep } from "../../src/model/index.ts";

export type Identity = ReturnType<typeof identityOf>;

export function identityOf(on: Requests) {
  const { identity, body } = on.layout;
  const slot = on.identity;
  const field = on.fields.find(({ path }) => path === identity);
  const others = (body === undefined ? [] : withInner(body)).filter(
    ({ path, text }) => text !== undefined && path !== identity,
  );
  return {
    /** Its name in cases: `id`, or `request` without an identity. */
    slug: slot === undefined ? "request" : slugOf(slot.path),
    slot,
    field,
    others,
    /** The body with the same identity and the n-th values of the others. */
    otherValues: (nth: number): Template =>
      on.body(Object.fromEntries(others.map(({ path, valid }) => [path, valid(nth)]))),
    otherFields: on.fields.filter((each) => each !== field),
  };
}

type Row = [name: string, method: string, what: string, path: Template, body?: Template];

const stepsOf = (on: Requests, method: string, path: Template, body?: Template): RawStep[] =>
  body === undefined
    ? [
        on.send({ head: on.bodyless(method, path), body: [] }),
        read(method === "HEAD" ? { bodyless: true } : {}),
      ]
    : [on.send({ head: on.head({ line: on.requestLine({ method, path }) }), body }), read()];

/** The path of the submitted resource: the interface's own if the identity is part of it. */
const pathOf = (on: Requests, slot: FieldSlot): Template =>
  on.layout.parameters.some(({ path }) => path === slot.path)
    ? on.path()
    : bytes`${{ target: "path" }}/${encodedValue(slot)}`;

function between(on: Requests, { slot, field, others, otherValues, otherFields }: Identity): Row[] {
  if (slot === undefined) return [];
  const { method, path: text } = on.interface;
  const path = pathOf(on, slot);
  const all: Template = on.hasConstantPath ? on.vacantPath() : [{ target: "path" }];
  const single: Row[] = rows`
  get | GET | of its path | ${path}
  head | HEAD | of its path | ${path}
  delete | DELETE | of its path | ${path}
`;
  if (field === undefined) return single.filter(([, each]) => each !== method);
  const named = bytes`${encodeURIComponent(field.key ?? "")}=${encodedValue(field)}`;
  const query = on.pathWith(named);
  // A server may ignore the query, and delete what the path names.
  const vacant = on.pathWith(named, on.vacantPath());
  const changed = otherFields.filter((each) => others.includes(each));
  const [part = otherFields.at(-1)] = changed;
  const name = part === undefined ? "value" : slugOf(part.path);
  return rows`
  ${single}
  put-same | PUT | of the same document to its path | ${path} | ${on.body()}
  put-other-${name} | PUT | of another ${name} to its path | ${path} | ${otherValues(1)}
  patch | PATCH | of another ${name} to its path | ${path} | ${part && bytes`{${on.member(part, 1)}}`}
  ${method.toLowerCase()}-path | ${method} | of the same document to its path | ${path} | ${on.body()}
  get-query | GET | with the ${field.label} in the query | ${query}
  delete-query | DELETE | with the ${field.label} in the query | ${vacant}
  get-all | GET | of ${text} | ${all}
  head-all | HEAD | of ${text} | ${all}
  put-all | PUT | of another ${name} to ${text} | ${all} | ${otherValues(1)}
  patch-all | PATCH | of another ${name} to ${text} | ${all} | ${otherValues(1)}
  delete-all-body | DELETE | of ${text} with the ${field.label} in the body | ${all} | ${bytes`{${on.member(field)}}`}
`;
}

function before(on: Requests, { slot, field }: Identity): Row[] {
  if (slot === undefined) return [];
  const path = pathOf(on, slot);
  const entries: Row[] = rows`
  get | GET | of its path | ${path}
  put | PUT | to its path | ${path} | ${field && on.body()}
  delete | DELETE | of its path | ${path}
`;
  return entries.filter(([, method]) => field !== undefined || method !== on.interface.method);
}

export function lifecycle(on: Requests): CaseDefinition[] {
  const identity = identityOf(on);
  const { slug } = identity;
  const clauses: CaseDefinition["clauses"] = [
    "states",
    "transitions",
    `${slug}-uniqueness`,
    "other-methods",
    "other-endpoints",
    "returned-fields",
  ];
  const stated = (): RawStep[] => [on.send(), read()];
  const cases = (prefix: string, entries: Row[], reason: (what: string) => string) =>
    entries.map(([name, method, what, ...to]) => ({
      name: `${prefix}-${name}`,
      reason: reason(`${method} ${what}`),
      family: prefix === "before" ? "before-creation" : prefix,
      clauses,
      request: wire(
        ...(prefix === "lifecycle" ? stated() : []),
        ...stepsOf(on, method, ...to),
        ...stated(),
      ),
    }));
  return [
    ...cases(
      "lifecycle",
      between(on, identity),
      (what) => `the ${slug} is submitted, then ${what}, then it is submitted again`,
    ),
    ...cases(
      "before",
      before(on, identity),
      (what) => `${what} for a new ${slug}, then the stated request with it`,
    ),
  ];
}
