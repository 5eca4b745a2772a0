import { withGivenPath } from "../../contract/index.ts";
import { type DeletedResources, type OtherMethod, resultWord } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { operationName } from "./choose-operations.ts";
import type { ResourceValues } from "./value-in-response.ts";
import { inPathOf } from "./own-resources.ts";
import type { PathValues } from "./path-values.ts";
import { isCollectionOf, pathParameters } from "./producers.ts";
import type { Resource } from "./producers.ts";
import type { StatedSender } from "./stated-sender.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Sending = {
  /** All operations of the document: a method that another one has is documented. */
  operations: readonly DocumentOperation[];
  resources: readonly Resource[];
};

/** Methods that the document does not have; with parameters only to resources of its own. @throws Interrupted */
export async function sendOtherMethods(
  chosen: readonly DocumentOperation[],
  { operations, resources }: Sending,
  values: PathValues,
  sender: StatedSender,
): Promise<OtherMethod[]> {
  const sent: OtherMethod[] = [];
  for (const path of new Set(chosen.map((each) => each.path))) {
    const own = operations.filter((each) => each.path === path);
    const [operation] = own.toSorted((a, b) => rankOf(a) - rankOf(b));
    const methods = METHODS.filter((method) => own.every((each) => each.method !== method));
    const isConstant = pathParameters(path).length === 0;
    if (operation === undefined || methods.length === 0) continue;
    const of = isConstant ? new Map() : await ownResource(path, resources, values);
    const from = of && (await values.withValues(operation, of));
    if (from === undefined) continue;
    for (const method of methods) {
      const { path: target, curl, result } = await sender.send(from, { method });
      const asked = { operation: operationName(operation), method, path: target };
      sent.push({ ...asked, curl, result });
    }
  }
  return sent;
}

const rankOf = ({ method }: DocumentOperation): number => (method === "GET" ? 0 : 1);

async function ownResource(
  path: string,
  resources: readonly Resource[],
  values: PathValues,
): Promise<ResourceValues | undefined> {
  const last = pathParameters(path).at(-1);
  const resource = resources.find(({ parameter }) => parameter.key === last?.key);
  const made = resource && (await values.make(resource.create, resource.parameter));
  return made?.values;
}

/** A server that takes longer to delete everything keeps the rest: as long as a quarter of what was sent before, and at least so long. */
const LEAST_MS = 60_000;
const SHARE = 0.25;
const AT_ONCE = 10;

/** Whether its operation makes such a resource. An order may link to its user, and has not made it. */
export const makesOne = ({ create, parameter }: Resource): boolean =>
  isCollectionOf(create.operation.path, parameter);

/**
 * Deletes what the requests have made, what is inside of others first, then what was made last: it may refer to what was made before,
 * and a server may keep what is referred to. @throws Interrupted after the signal.
 */
export async function deleteMade(
  resources: readonly Resource[],
  values: PathValues,
  sender: StatedSender,
  { sentMs, isServed }: { sentMs: number; isServed: boolean },
): Promise<DeletedResources[]> {
  const found: DeletedResources[] = [];
  const untilMs = Date.now() + Math.max(LEAST_MS, SHARE * sentMs);
  const depth = ({ path }: Resource): number => pathParameters(path).length;
  const nth = ({ create }: Resource): number => values.made.nth(create);
  for (const resource of resources.toSorted((a, b) => depth(b) - depth(a) || nth(b) - nth(a))) {
    const { remove, path, create } = resource;
    const all = remove && makesOne(resource) ? values.made.by(create) : [];
    const [first, ...others] = all.filter((each) => each.has(resource.parameter.key));
    if (remove === undefined || first === undefined) continue;
    const deleteOne = deletion(remove, values, sender);
    const results = new Map<string, number>();
    const deleteIt = async (each: ResourceValues): Promise<void> => {
      const word = Date.now() >= untilMs ? "not sent in time" : await deleteOne(each);
      results.set(word, (results.get(word) ?? 0) + 1);
    };
    await deleteIt(first);
    // A served target that ends is started again, by one request.
    const width = isServed ? 1 : AT_ONCE;
    for (let at = 0; at < others.length; at += width)
      await Promise.all(others.slice(at, at + width).map(deleteIt));
    found.push({ resource: path, made: 1 + others.length, results: [...results] });
  }
  return found;
}

/** A function that deletes one resource, and says what came: nothing is prepared for each of them. */
function deletion(
  remove: DocumentOperation,
  values: PathValues,
  sender: StatedSender,
): (made: ResourceValues) => Promise<string> {
  const names = pathParameters(remove.path).map(({ name }) => name);
  const read = values.interfaceOf(remove);
  const from = read && withGivenPath(read, names);
  return async (made) => {
    const inPath = inPathOf(remove.path, made);
    if (from !== undefined && inPath.size === names.length)
      return resultWord((await sender.sendTo(from, inPath)).result);
    const own = await values.withValues(remove, made);
    return own === undefined ? "not sent" : resultWord((await sender.send(own)).result);
  };
}
