import { pathKey, withGivenPath, withVersion } from "../../contract/index.ts";
import type { Interface } from "../../model/index.ts";
import type { WithCurrent } from "../../observe/index.ts";
import { operationName } from "./choose-operations.ts";
import { type FoundValues, tagValue, withCurrentValues } from "./entity-tags.ts";
import type { PathValues } from "./path-values.ts";
import { pathParameters, type Resource } from "./producers.ts";
import { type StatedSender, VERSIONS_NOTE } from "./stated-sender.ts";
import type { ResourceValues } from "./value-in-response.ts";

/** Requests with values that are found just before each is sent; `notes` says so in the report. */
export type CurrentRequests = { interface: Interface; withCurrent: WithCurrent; notes: string[] };

/**
 * Has each request that deletes name a resource that was made for it. The first one is deleted to find out whether that works, and
 * whether it needs a version. Undefined if no resource can be made. @throws Interrupted after the signal.
 */
export async function ownResources(
  { create, parameter, remove }: Resource,
  from: Interface,
  { values, sender }: { values: PathValues; sender: StatedSender },
): Promise<CurrentRequests | undefined> {
  const make = remove && (await values.maker(create, parameter));
  const first = (await make?.())?.values;
  const tried = remove && first && (await values.withValues(remove, first));
  if (remove === undefined || make === undefined || first === undefined || tried === undefined)
    return undefined;
  await sender.send(tried);
  const parameters = pathParameters(remove.path);
  const isVersioned = sender.needsVersion(from);
  const foundOf = async (made: ResourceValues): Promise<FoundValues> => {
    const own = isVersioned ? await values.withValues(remove, made) : undefined;
    const tag = own && (await sender.versionOf(own));
    return new Map([
      ...valuesInPath(remove.path, made),
      ...(tag === undefined ? [] : tagValue(tag)),
    ]);
  };
  const next = async (): Promise<FoundValues | undefined> => {
    const { values: made } = await make();
    return made && foundOf(made);
  };
  const found = await next();
  if (found === undefined || parameters.some(({ name }) => !found.has(pathKey(name))))
    return undefined;
  const names = parameters.map(({ name }) => name);
  return {
    interface: withGivenPath(isVersioned ? withVersion(from) : from, names),
    withCurrent: withCurrentValues(found, next, { own: true }),
    notes: [
      `each request deletes a resource that ${operationName(create.operation)} has made for it`,
      ...(isVersioned ? [VERSIONS_NOTE] : []),
    ],
  };
}

/** What names this resource in a path that was made with `withGivenPath`. */
export const valuesInPath = (path: string, made: ResourceValues): FoundValues =>
  new Map(
    pathParameters(path).flatMap(({ name, key }): [string, string][] => {
      const value = made.get(key);
      return value === undefined ? [] : [[pathKey(name), encodeURIComponent(String(value))]];
    }),
  );
