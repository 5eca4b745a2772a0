import type { Interface } from "../../model/index.ts";
import type { DocumentOperation, MemberPath } from "../../openapi/index.ts";
import { readable } from "./readable.ts";

/** A parameter in a path. `key` is the path up to it with the names left out: the same in every operation of a resource. */
export type PathParameter = { name: string; prefix: string; key: string };

/**
 * An operation whose response may have a value; `pointer` where a link of the document says so. One that is `inside` of another
 * resource, `/authors/{id}/books` for `/books/{id}`, may as well add one that exists: its response must say that it is new.
 */
export type Producer = { operation: DocumentOperation; pointer?: string; inside?: true };

const unnamed = (path: string): string => path.replace(/\{[^{}]*\}/g, "{}").replace(/\/+$/, "");

export const pathParameters = (path: string): PathParameter[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(({ 1: name = "", index }) => {
    const prefix = path.slice(0, index).replace(/[^/]*$/, "");
    return { name, prefix: unnamed(prefix), key: `${unnamed(prefix)}/{}` };
  });

/** The value that `--given` has for a parameter: `id=7` for each parameter `id`, `/books/{id}=7` for those that name a book. */
export function givenValues(
  given: readonly string[],
): (parameter: PathParameter) => string | undefined {
  const values = new Map(
    given.map((text): [string, string] => {
      const [name = "", ...value] = text.split("=");
      return [pathParameters(name).at(-1)?.key ?? name, value.join("=")];
    }),
  );
  return ({ key, name }) => values.get(key) ?? values.get(name);
}

/** Best first: those that a link names, those that create, those that list. `/silence/{id}` belongs to `/silences` too. */
export function producersOf(
  consumer: DocumentOperation,
  { name, prefix }: PathParameter,
  all: readonly DocumentOperation[],
): Producer[] {
  const others = all.filter((each) => each !== consumer);
  const linked = others.flatMap((operation) =>
    operation.links
      .filter(({ to, parameter }) => parameter === name && isMeant(to, consumer))
      .map(({ pointer }): Producer => ({ operation, pointer })),
  );
  const among = (method: string): Producer[] => {
    const own = collectionsOf(prefix).flatMap((path) =>
      others
        .filter((each) => each.method === method && unnamed(each.path) === path)
        .map((operation) => ({ operation })),
    );
    return own.length > 0
      ? own
      : others
          .filter((each) => each.method === method && isInside(unnamed(each.path), prefix))
          .filter((each) => !namesElement(each))
          .map((operation) => ({ operation, inside: true }));
  };
  return [...linked, ...among("POST"), ...among("GET")];
}

const collectionsOf = (prefix: string): string[] => [
  ...new Set([prefix, `${prefix}s`, `${prefix}es`, prefix.replace(/y$/, "ies")]),
];

/** Whether a path is that of such resources within another one: `/authors/{}/books` for `/books`. */
const isInside = (path: string, prefix: string): boolean =>
  collectionsOf(prefix).some((own) => {
    const at = own.lastIndexOf("/");
    return at >= 0 && path.startsWith(own.slice(0, at + 1)) && path.endsWith(`/{}${own.slice(at)}`);
  });

/** Whether a path is that of the resources of which a parameter names one. */
export const isCollectionOf = (path: string, { prefix }: PathParameter): boolean =>
  collectionsOf(prefix).includes(unnamed(path)) || isInside(unnamed(path), prefix);

const isMeant = (to: string, { operationId, at }: DocumentOperation): boolean =>
  to === operationId || to === at;

/** A value that may name a resource: `user_id` of a body or a form, `lines[].product_id`, or a filter of a query. */
export type Reference = PathParameter & {
  in: "body" | "form" | "query";
  path: MemberPath;
  producers: Producer[];
};

export const plainName = (name: string): string => name.replace(/[-_]/g, "").toLowerCase();

/** The collections of which a member may name an element: `user_id` one of `users`, `category` one of `categories`. */
export function collectionNames(member: string): string[] {
  const stem = plainName(member.replace(/(?<=[a-z])(?:[-_]id|Id|ID)s?$/, ""));
  return [`${stem}s`, `${stem}es`, stem.replace(/y$/, "ies")];
}

const lastPart = (path: string): string => plainName(unnamed(path).split("/").at(-1) ?? "");

/** Whether the body of a POST names an element of its own collection: `book_id` to `/shelves/{id}/books` adds one that exists. */
function namesElement(operation: DocumentOperation): boolean {
  const body = operation.method === "POST" ? readable(operation)?.body : undefined;
  const members = body?.kind === "object" ? body.fields : [];
  // Rails wraps what is new in an object of that name.
  return members.some(
    ({ name, type }) =>
      type.kind !== "object" && collectionNames(name).includes(lastPart(operation.path)),
  );
}

/** The end of a name that says that its value names something: `user_id`, `tagIds`. */
const NAMES_ONE = /[a-z](_id|Id|-id|ID)s?$/;

/** The values that may name a resource which another operation makes: `user_id`, in a body also a number `user` and `tag_ids`. */
export function referencesIn(
  consumer: DocumentOperation,
  { body, parameters = [] }: Interface,
  all: readonly DocumentOperation[],
): Reference[] {
  const members = membersOf(body, []).map((each) => ({ ...each, in: "body" as const }));
  const others = parameters.flatMap(({ name, in: place, type: { kind } }) =>
    place === "query" || place === "form" ? [{ name, path: [name], kind, in: place }] : [],
  );
  return [...members, ...others].flatMap(({ name, path, kind, in: place }) => {
    const isNumber = kind === "whole-number" || kind === "uuid";
    const isNamed = NAMES_ONE.test(name);
    // The name of a number in a query has to end like `_id`: `page` does not name an element of `/pages`.
    if (!(isNamed && kind === "text") && !(isNumber && (isNamed || place === "body"))) return [];
    const names = collectionNames(name);
    const producers = all.flatMap((operation) => {
      const isOther = operation !== consumer && operation.method === "POST";
      return isOther && !operation.path.includes("{") && names.includes(lastPart(operation.path))
        ? [{ operation }]
        : [];
    });
    const [first] = producers;
    if (first === undefined) return [];
    const prefix = unnamed(first.operation.path);
    return [{ name, in: place, path, prefix, key: `${prefix}/{}`, producers }];
  });
}

/** Members that may name a resource: `sku` by the name in the path `/products/{sku}`, the text `album` by `/albums/{slug}`. */
export function namesakesIn(
  consumer: DocumentOperation,
  { body }: Interface,
  all: readonly DocumentOperation[],
): Reference[] {
  const own = pathParameters(consumer.path).map(({ key }) => key);
  const members = membersOf(body, []).filter(({ kind }) => NAMES.has(kind));
  return resourcesOf(all).flatMap(({ parameter, create }) => {
    const inPath = plainName(parameter.name);
    const isOther = create.operation !== consumer && !own.includes(parameter.key);
    if (!isOther || create.operation.path.includes("{")) return [];
    const isOne = ({ name, kind }: Member): boolean =>
      kind === "text" &&
      !NAMES_ONE.test(name) &&
      collectionNames(name).includes(lastPart(create.operation.path));
    return members
      .filter((each) => (inPath !== "id" && plainName(each.name) === inPath) || isOne(each))
      .map(({ path }) => ({ ...parameter, path, in: "body" as const, producers: [create] }));
  });
}

/** The kinds of values in paths. */
const NAMES: ReadonlySet<string> = new Set(["text", "whole-number", "uuid"]);

type BodyType = NonNullable<Interface["body"]>;

type Member = { name: string; path: MemberPath; kind: BodyType["kind"] };

/** The members of an object that are not objects, those of its objects and of objects in its lists among them. */
function membersOf(type: BodyType | undefined, to: MemberPath): Member[] {
  if (type?.kind === "list") return membersOf(type.items, to);
  if (type?.kind !== "object") return [];
  return type.fields.flatMap(({ name, type: own }) => {
    const path = [...to, name];
    const { kind } = own.kind === "list" ? own.items : own;
    return kind === "object" ? membersOf(own, path) : [{ name, path, kind }];
  });
}

/** A kind of resource of a document, with the operations on one of them. */
export type Resource = {
  path: string;
  parameter: PathParameter;
  create: Producer;
  read?: DocumentOperation | undefined;
  update?: DocumentOperation | undefined;
  remove?: DocumentOperation | undefined;
  list?: DocumentOperation | undefined;
  /** What can be done with one of them, besides: `POST /orders/{id}/cancel`. */
  actions: DocumentOperation[];
};

/** Operations on `/items/{id}`, by the place of the parameter; not those below it. */
function onResources(operations: readonly DocumentOperation[]) {
  const found = new Map<string, { parameter: PathParameter; on: DocumentOperation[] }>();
  for (const operation of operations) {
    const parameter = pathParameters(operation.path).at(-1);
    // Django's paths end with a slash.
    if (!operation.path.replace(/\/$/, "").endsWith(`/{${parameter?.name}}`)) continue;
    if (parameter === undefined) continue;
    const known = found.get(parameter.key);
    if (known === undefined) found.set(parameter.key, { parameter, on: [operation] });
    else known.on.push(operation);
  }
  return [...found.values()];
}

/** The resources that an operation of these creates, and another one reads, changes or deletes. */
export function resourcesOf(operations: readonly DocumentOperation[]): Resource[] {
  const found = onResources(operations).flatMap(
    ({ parameter, on }): Omit<Resource, "actions">[] => {
      const [first] = on;
      if (first === undefined) return [];
      const producers = producersOf(first, parameter, operations);
      const create = producers.find(({ operation }) => operation.method === "POST");
      if (create === undefined) return [];
      const by = (...methods: string[]) => on.find(({ method }) => methods.includes(method));
      const list = producers.find(({ operation }) => operation.method === "GET")?.operation;
      const resource = { read: by("GET"), update: by("PUT", "PATCH"), remove: by("DELETE"), list };
      return [{ path: first.path, parameter, create, ...resource }];
    },
  );
  const makers = new Set(found.map(({ create }) => create.operation));
  return found.map((each) => {
    const isAction = ({ path }: DocumentOperation): boolean =>
      path.startsWith(`${each.path.replace(/\/$/, "")}/`) &&
      pathParameters(path).length === pathParameters(each.path).length &&
      unnamed(path) !== unnamed(each.path);
    const actions = operations.filter(
      (one) => one.method === "POST" && !makers.has(one) && isAction(one),
    );
    return { ...each, actions };
  });
}

/** Methods that leave something else behind for the next request. */
const CHANGES: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);

/** The resource that each request of an operation changes: `PUT /items/{id}`, or an action like `POST /items/{id}/close`. */
export function changedBy(
  operation: DocumentOperation,
  resources: readonly Resource[],
  all: readonly DocumentOperation[],
): Pick<Resource, "create" | "parameter"> | undefined {
  const isMaker = resources.some(({ create }) => create.operation === operation);
  const isAction = operation.method === "POST" && !isMaker;
  if (!isAction && !CHANGES.has(operation.method)) return undefined;
  const parameter = pathParameters(operation.path).at(-1);
  const known = resources.find((each) => each.parameter.key === parameter?.key);
  if (known !== undefined || parameter === undefined) return known;
  // `/items/{id}` itself may have no operation.
  const producers = producersOf(operation, parameter, all);
  const create = producers.find((each) => each.operation.method === "POST");
  return create && { create, parameter };
}

/** What has to name a resource. A request with a filter may be sent without a value for it. */
export const wantedNames = (
  operation: DocumentOperation,
  read: Interface,
  all: readonly DocumentOperation[],
): string[] => [
  ...pathParameters(operation.path).map(({ name }) => name),
  ...referencesIn(operation, read, all).flatMap(({ in: place, name }) =>
    place === "query" ? [] : [name],
  ),
];
