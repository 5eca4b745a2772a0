import { withGivenPath } from "../../contract/index.ts";
import { unlessInterrupted } from "../../errors.ts";
import { type DeletedResources, resultWord } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { inPathOf } from "./own-resources.ts";
import type { PathValues } from "./path-values.ts";
import { pathParameters, type Resource } from "./producers.ts";
import type { StatedSender } from "./stated-sender.ts";
import { makesOne, type ResourceValues } from "./value-in-response.ts";

export const deletedBy = (
  resources: readonly Resource[],
  chosen: readonly DocumentOperation[],
): Resource[] => resources.filter(({ remove }) => remove !== undefined && chosen.includes(remove));

/** A server that takes longer to delete everything keeps the rest: as long as a quarter of what was sent before, and at least so long. */
const LEAST_MS = 60_000;
const SHARE = 0.25;
const AT_ONCE = 10;

/**
 * What is inside of others first, then what was made last: a server may keep what others refer to. After an interruption nothing is
 * sent any more, and what is left on the target is counted.
 */
export async function deleteMade(
  resources: readonly Resource[],
  values: PathValues,
  sender: StatedSender,
  { sentMs, isServed, signal }: { sentMs: number; isServed: boolean; signal: AbortSignal },
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
      const word = signal.aborted
        ? "not sent: interrupted"
        : Date.now() >= untilMs
          ? "not sent in time"
          : ((await unlessInterrupted(deleteOne(each))) ?? "interrupted");
      results.set(word, (results.get(word) ?? 0) + 1);
    };
    await deleteIt(first);
    // A served target that ends is started again, by one request.
    const width = isServed ? 1 : AT_ONCE;
    for (let at = 0; at < others.length; at += width)
      await Promise.all(others.slice(at, at + width).map(deleteIt));
    const counted = [...results].toSorted(([, a], [, b]) => b - a);
    found.push({ resource: path, made: 1 + others.length, results: counted });
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
