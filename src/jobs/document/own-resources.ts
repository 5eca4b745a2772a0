import { pathKey, withGivenPath, withVersion } from "../../contract/index.ts";
import type { Interface } from "../../model/index.ts";
import type { WithCurrent } from "../../observe/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { operationName } from "./choose-operations.ts";
import { type FoundValues, tagValue, withCurrentValues } from "./entity-tags.ts";
import type { PathValues } from "./path-values.ts";
import { changedBy, givenValues, pathParameters, type Resource } from "./producers.ts";
import { type StatedSender, tagIn, VERSIONS_NOTE } from "./stated-sender.ts";
import type { ResourceValues } from "./value-in-response.ts";

/** Requests with values that are found just before each is sent; `notes` says so in the report. */
export type CurrentRequests = { interface: Interface; withCurrent: WithCurrent; notes: string[] };

/** The values of a resource for a path, as they are given when sending. */
export const inPathOf = (path: string, named: ResourceValues): FoundValues =>
  new Map(
    pathParameters(path).flatMap(({ name, key }): [string, string][] => {
      const value = named.get(key);
      return value === undefined ? [] : [[pathKey(name), encodeURIComponent(String(value))]];
    }),
  );

type Making = {
  resource: Pick<Resource, "create" | "parameter">;
  values: PathValues;
  sender: StatedSender;
};

/**
 * Has each request that changes or deletes a resource name one that was made for it: what a request leaves behind would be in the
 * responses to others. The first one is sent to find out whether that works, and whether it needs a version. Undefined if no
 * resource can be made. @throws Interrupted after the signal.
 */
async function ownResources(
  operation: DocumentOperation,
  from: Interface,
  { resource: { create, parameter }, values, sender }: Making,
): Promise<CurrentRequests | undefined> {
  const make = await values.maker(create, parameter);
  const made = await make?.();
  const first = made?.values;
  const tried = first && (await values.withValues(operation, first));
  if (make === undefined || tried === undefined) return undefined;
  // Before the request changes it.
  const tag = sender.needsVersion(from) ? await sender.versionOf(tried) : undefined;
  const isNamedAtOnce = tag !== undefined && tag === (made && tagIn(made.exchange));
  await sender.send(tried);
  const parameters = pathParameters(operation.path);
  const isVersioned = sender.needsVersion(from);
  const readTag = async (named: ResourceValues): Promise<string | undefined> => {
    const own = await values.withValues(operation, named);
    return own && sender.versionOf(own);
  };
  const next = async (): Promise<FoundValues | undefined> => {
    const another = await make();
    const { values: named } = another;
    if (named === undefined) return undefined;
    const inPath = inPathOf(operation.path, named);
    if (!isVersioned) return inPath;
    const current = isNamedAtOnce ? tagIn(another.exchange) : await readTag(named);
    return current === undefined ? undefined : new Map([...inPath, ...tagValue(current)]);
  };
  const found = await next();
  if (found === undefined || parameters.some(({ name }) => !found.has(pathKey(name))))
    return undefined;
  const names = parameters.map(({ name }) => name);
  const verb = operation.method === "DELETE" ? "deletes" : "changes";
  return {
    interface: withGivenPath(isVersioned ? withVersion(from) : from, names),
    withCurrent: withCurrentValues(found, next, { own: true }),
    notes: [
      `each request ${verb} a resource that ${operationName(create.operation)} has made for it`,
      ...(isVersioned ? ["If-Match of each request is the ETag of its resource"] : []),
    ],
  };
}

type Finding = Pick<Making, "values" | "sender"> & {
  /** Resources of all operations of the document, and these. */
  resources: readonly Resource[];
  operations: readonly DocumentOperation[];
  given: readonly string[];
};

/** What is read or made before each request: a resource for each that changes or deletes one, else its ETag. */
export async function currentRequests(
  operation: DocumentOperation,
  from: Interface,
  { resources, operations, given, values, sender }: Finding,
): Promise<CurrentRequests | undefined> {
  const resource = changedBy(operation, resources, operations);
  const givenOf = givenValues(given);
  const isGiven = pathParameters(operation.path).some((each) => givenOf(each) !== undefined);
  const own = isGiven ? undefined : resource && { resource, values, sender };
  const made = own && (await ownResources(operation, from, own));
  if (made !== undefined) return made;
  const versions = await sender.withVersions(from);
  return versions && { ...versions, notes: [VERSIONS_NOTE] };
}
