import { pathKey, withGivenPath, withVersion } from "../../contract/index.ts";
import type { Interface } from "../../model/index.ts";
import type { WithCurrent } from "../../observe/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { operationName } from "./choose-operations.ts";
import { type FoundValues, tagValue, withCurrentValues } from "./entity-tags.ts";
import type { PathValues } from "./path-values.ts";
import { pathParameters, type Resource } from "./producers.ts";
import { type StatedSender, VERSIONS_NOTE } from "./stated-sender.ts";
import type { ResourceValues } from "./value-in-response.ts";

/** Requests with values that are found just before each is sent; `notes` says so in the report. */
export type CurrentRequests = { interface: Interface; withCurrent: WithCurrent; notes: string[] };

type Making = { resource: Resource; values: PathValues; sender: StatedSender };

/**
 * Has each request that changes or deletes a resource name one that was made for it: what a request leaves behind would be in the
 * responses to others. The first one is sent to find out whether that works, and whether it needs a version. Undefined if no
 * resource can be made. @throws Interrupted after the signal.
 */
export async function ownResources(
  operation: DocumentOperation,
  from: Interface,
  { resource: { create, parameter }, values, sender }: Making,
): Promise<CurrentRequests | undefined> {
  const make = await values.maker(create, parameter);
  const first = (await make?.())?.values;
  const tried = first && (await values.withValues(operation, first));
  if (make === undefined || tried === undefined) return undefined;
  await sender.send(tried);
  const parameters = pathParameters(operation.path);
  const isVersioned = sender.needsVersion(from);
  const foundOf = async (made: ResourceValues): Promise<FoundValues | undefined> => {
    const inPath = parameters.flatMap(({ name, key }): [string, string][] => {
      const value = made.get(key);
      return value === undefined ? [] : [[pathKey(name), encodeURIComponent(String(value))]];
    });
    if (!isVersioned) return new Map(inPath);
    const own = await values.withValues(operation, made);
    const tag = own && (await sender.versionOf(own));
    return tag === undefined ? undefined : new Map([...inPath, ...tagValue(tag)]);
  };
  const next = async (): Promise<FoundValues | undefined> => {
    const { values: made } = await make();
    return made && foundOf(made);
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
      ...(isVersioned ? [VERSIONS_NOTE] : []),
    ],
  };
}
