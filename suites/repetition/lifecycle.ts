import type { Requests, CaseDefinition } from "../../src/generate/index.ts";
import { encodedValue, read, wire } from "../../src/generate/index.ts";
import { slugOf, withInner, type FieldSlot } from "../../src/kinds/index.ts";
import { type Template, bytes } from "../../src/template/index.ts";
import type { RawStep } from "../../src/model/index.ts";

export type Identity = {
  /** Its name in cases: `id`, or `request` without an identity. */
  slug: string;
  slot?: FieldSlot;
  field?: FieldSlot;
  others: FieldSlot[];
  /** The body with the same identity and the n-th values of the others. */
  otherValues: (nth: number) => Template;
  otherFields: FieldSlot[];
};

export function identityOf(on: Requests): Identity {
  const { identity, freshSlots, body } = on.layout;
  const slot = freshSlots.find(({ path }) => path === identity);
  const field = on.fields.find(({ path }) => path === identity);
  const others = (body === undefined ? [] : withInner(body)).filter(
    ({ path, text }) => text !== undefined && path !== identity,
  );
  return {
    slug: slot === undefined ? "request" : slugOf(slot.path),
    ...(slot && { slot }),
    ...(field && { field }),
    others,
    otherValues: (nth) =>
      on.body(Object.fromEntries(others.map(({ path, valid }) => [path, valid(nth)]))),
    otherFields: on.fields.filter((each) => each !== field),
  };
}

type Row = [name: string, what: string, method: string, steps: RawStep[]];

function requestsTo(on: Requests) {
  const bare = (name: string, what: string, method: string, path: Template): Row => [
    name,
    `${method} ${what}`,
    method,
    [
      on.send({ head: on.bodyless(method, path), body: [] }),
      read(method === "HEAD" ? { bodyless: true } : {}),
    ],
  ];
  const full = (
    name: string,
    what: string,
    method: string,
    to: { path: Template; body: Template },
  ): Row => [
    name,
    `${method} ${what}`,
    method,
    [
      on.send({
        head: on.head({ line: on.requestLine({ method, path: to.path }) }),
        body: to.body,
      }),
      read(),
    ],
  ];
  return { bare, full };
}

/** The path of the submitted resource: the interface's own if the identity is part of it. */
const pathOf = (on: Requests, slot: FieldSlot): Template =>
  on.layout.parameters.some(({ path }) => path === slot.path)
    ? on.path()
    : bytes`${{ target: "path" }}/${encodedValue(slot)}`;

function between(on: Requests, { slot, field, others, otherValues, otherFields }: Identity): Row[] {
  if (slot === undefined) return [];
  const { bare, full } = requestsTo(on);
  const { method, path: text } = on.interface;
  const path = pathOf(on, slot);
  const all: Template = on.hasConstantPath ? on.vacantPath() : [{ target: "path" }];
  const single: Row[] = [
    bare("get", "of its path", "GET", path),
    bare("head", "of its path", "HEAD", path),
    bare("delete", "of its path", "DELETE", path),
  ];
  if (field === undefined) return single.filter(([, , each]) => each !== method);
  const named = bytes`${encodeURIComponent(field.key ?? "")}=${encodedValue(field)}`;
  const query = on.pathWith(named);
  // A server may ignore the query, and delete what the path names.
  const vacant = on.pathWith(named, on.vacantPath());
  const other = { path, body: otherValues(1) };
  const changed = otherFields.filter((each) => others.includes(each));
  const [part = otherFields.at(-1)] = changed;
  const name = part === undefined ? "value" : slugOf(part.path);
  return [
    ...single,
    full("put-same", "of the same document to its path", "PUT", { path, body: on.body() }),
    full(`put-other-${name}`, `of another ${name} to its path`, "PUT", other),
    ...(part === undefined
      ? []
      : [
          full("patch", `of another ${name} to its path`, "PATCH", {
            path,
            body: bytes`{${on.member(part, 1)}}`,
          }),
        ]),
    full(`${method.toLowerCase()}-path`, "of the same document to its path", method, {
      path,
      body: on.body(),
    }),
    bare("get-query", `with the ${field.label} in the query`, "GET", query),
    bare("delete-query", `with the ${field.label} in the query`, "DELETE", vacant),
    bare("get-all", `of ${text}`, "GET", all),
    bare("head-all", `of ${text}`, "HEAD", all),
    full("put-all", `of another ${name} to ${text}`, "PUT", { path: all, body: otherValues(1) }),
    full("patch-all", `of another ${name} to ${text}`, "PATCH", {
      path: all,
      body: otherValues(1),
    }),
    full("delete-all-body", `of ${text} with the ${field.label} in the body`, "DELETE", {
      path: all,
      body: bytes`{${on.member(field)}}`,
    }),
  ];
}

function before(on: Requests, { slot, field }: Identity): Row[] {
  if (slot === undefined) return [];
  const { bare, full } = requestsTo(on);
  const path = pathOf(on, slot);
  return [
    bare("get", "of its path", "GET", path),
    ...(field === undefined ? [] : [full("put", "to its path", "PUT", { path, body: on.body() })]),
    bare("delete", "of its path", "DELETE", path),
  ].filter(([, , method]) => field !== undefined || method !== on.interface.method);
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
  return [
    ...between(on, identity).map(([name, what, , steps]) => ({
      name: `lifecycle-${name}`,
      reason: `the ${slug} is submitted, then ${what}, then it is submitted again`,
      family: "lifecycle",
      clauses,
      request: wire(...stated(), ...steps, ...stated()),
    })),
    ...before(on, identity).map(([name, what, , steps]) => ({
      name: `before-${name}`,
      reason: `${what} of a ${slug} not submitted before, then the stated request with it`,
      family: "lifecycle",
      clauses,
      request: wire(...steps, ...stated()),
    })),
  ];
}
