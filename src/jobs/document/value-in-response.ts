import type { Received } from "../../contract/index.ts";
import { type GivenValue, headerOf, rawText, type Response } from "../../model/index.ts";
import {
  collectionNames,
  isCollectionOf,
  type PathParameter,
  pathParameters,
  type Producer,
} from "./producers.ts";
import { plainName, type Resource } from "./producers.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { isObject, parsedJson } from "../../text/index.ts";

/** A value that can stand in a path. */
export type ResourceValue = string | number;

const isValue = (value: unknown): value is ResourceValue =>
  (typeof value === "string" && value !== "") ||
  (typeof value === "number" && Number.isFinite(value));

/** What a response may name a resource with. A body that is too long for a record is read whole, or not at all: its parts have other ids. */
export type Naming = { status: number; json: unknown; location?: string | undefined };

/** `whole` is a body that is too long for the record. */
export function namingIn(response: Response, whole?: Buffer): Naming {
  const { status, body, decoded = body } = response;
  const text = whole?.toString("utf8") ?? rawText(decoded.text ?? "");
  const location = headerOf(response, "location");
  // Most responses name nothing, and are not read.
  return {
    status,
    location,
    get json() {
      return parsedJson(text);
    },
  };
}

/** Has the responses of a run noted, also those that are too long for its record. */
export const heardBy = (note: (naming: Naming) => void) => ({
  heard: (response: Response): void => note(namingIn(response)),
  heardBody: ({ status, body }: Received): void =>
    note({ status, json: parsedJson(body.toString("utf8")) }),
});

/** The value at a JSON pointer (RFC 6901). */
function pointedValue(json: unknown, pointer: string): ResourceValue | undefined {
  let value = json;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    value = isObject(value) || Array.isArray(value) ? (value as Record<string, unknown>)[name] : {};
  }
  return isValue(value) ? value : undefined;
}

/** The value of a parameter in the JSON of a resource: in the object, in one that it wraps, or in the first one of a list. */
export function valueOf(json: unknown, parameter: PathParameter): ResourceValue | undefined {
  const names = namesOf(parameter);
  const within = (value: unknown, depth: number): ResourceValue | undefined => {
    if (Array.isArray(value)) return isValue(value[0]) ? value[0] : within(value[0], depth);
    if (!isObject(value)) return undefined;
    const members = Object.entries(value);
    for (const name of names)
      for (const [own, found] of members)
        if (plainName(own) === name && isValue(found)) return found;
    if (depth === 0) return undefined;
    for (const [, inner] of members) {
      const found = isObject(inner) || Array.isArray(inner) ? within(inner, depth - 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return within(json, 1);
}

/** Names of the member that has the value of a parameter, best first: `itemid`, and `id` for it. */
function namesOf({ name, prefix }: PathParameter): string[] {
  const own = plainName(name);
  const collection = plainName(prefix.split("/").at(-1) ?? "");
  const isIdentity =
    /ids?$|^pk$/.test(own) ||
    (own !== "" && collection.startsWith(own)) ||
    collectionNames(name).includes(collection);
  return isIdentity ? [own, "id"] : [own];
}

/** The value in the path of a Location header, if it leads to a resource of the collection. */
function locatedValue(
  location: string | undefined,
  { prefix }: PathParameter,
): ResourceValue | undefined {
  if (location === undefined) return undefined;
  const path = location.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  const parts = path.replace(/\/+$/, "").split("/");
  const [last = "", before = ""] = [parts.at(-1), parts.at(-2)];
  if (last === "" || before !== prefix.split("/").at(-1)) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return undefined;
  }
}

/** Values of resources by the path up to them with the names left out: `/items/{}`. */
export type ResourceValues = ReadonlyMap<string, ResourceValue>;

/** A resource that responses to its producer name: how often, and whether one of them was 201. */
type Named = { values: ResourceValues; times: number; isCreated: boolean };

export class NamedResources {
  readonly #named = new Map<DocumentOperation, Map<string, Named>>();

  /** Keeps the value that a response to a producer names, and returns it. Undefined if there is none, or the response is not a success. */
  note(
    { status, json, location }: Naming,
    { operation, pointer, inside }: Producer,
    { parameter, known }: { parameter: PathParameter; known: ResourceValues },
  ): ResourceValue | undefined {
    if (status < 200 || status > 299) return undefined;
    const value =
      pointer === undefined
        ? (valueOf(json, parameter) ?? locatedValue(location, parameter))
        : pointedValue(json, pointer);
    if (value === undefined || operation.method !== "POST") return value;
    const isNew = status === 201 || locatedValue(location, parameter) !== undefined;
    if (inside && !isNew) return undefined;
    const values = new Map([[parameter.key, value]]);
    for (const { key } of pathParameters(operation.path)) {
      const above = known.get(key);
      if (above !== undefined) values.set(key, above);
    }
    const named = this.#named.get(operation) ?? new Map<string, Named>();
    const key = JSON.stringify([...values]);
    const before = named.get(key);
    const isCreated = status === 201 || before?.isCreated === true;
    named.set(key, { values, times: (before?.times ?? 0) + 1, isCreated });
    this.#named.set(operation, named);
    return value;
  }

  /** The place of a producer among those that named a resource, in the order of their first ones; -1 if it named none. */
  nth = ({ operation }: Producer): number => [...this.#named.keys()].indexOf(operation);

  /** The resources that a producer made. Without a 201, one that several responses name may have been there before, and is left out. */
  by = ({ operation }: Producer): ResourceValues[] =>
    [...(this.#named.get(operation)?.values() ?? [])].flatMap(({ values, times, isCreated }) =>
      isCreated || times === 1 ? [values] : [],
    );
}

/** Whether its operation makes such a resource. An order may link to its user, and has not made it. */
export const makesOne = ({ create, parameter }: Resource): boolean =>
  isCollectionOf(create.operation.path, parameter);

/** A function that keeps which of these resources a response to an operation names; `given` is what its path names. */
export function notingMade(
  operation: DocumentOperation,
  given: readonly GivenValue[],
  resources: readonly Resource[],
  made: NamedResources,
): (naming: Naming) => void {
  const own = resources.filter((each) => each.create.operation === operation && makesOne(each));
  const known = new Map(
    pathParameters(operation.path).flatMap(({ name, key }): [string, ResourceValue][] => {
      const found = given.find(({ parameter }) => parameter === name);
      return found === undefined ? [] : [[key, found.value]];
    }),
  );
  return (naming) => {
    for (const { create, parameter } of own) made.note(naming, create, { parameter, known });
  };
}
