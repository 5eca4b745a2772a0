import { type DeletedResources, resultWord } from "../../model/index.ts";
import type { PathValues } from "./path-values.ts";
import { isCollectionOf, pathParameters } from "./producers.ts";
import type { Resource } from "./resources.ts";
import type { StatedSender } from "./stated-sender.ts";

/** A server that takes longer to delete everything keeps the rest. */
const MOST_MS = 60_000;

/** Whether its operation makes such a resource. An order may link to its user, and has not made it. */
export const makesOne = ({ create, parameter }: Resource): boolean =>
  isCollectionOf(create.operation.path, parameter);

/** Deletes what the requests have made, what is inside of others first. @throws Interrupted after the signal. */
export async function deleteMade(
  resources: readonly Resource[],
  values: PathValues,
  sender: StatedSender,
): Promise<DeletedResources[]> {
  const found: DeletedResources[] = [];
  const untilMs = Date.now() + MOST_MS;
  const depth = ({ path }: Resource): number => pathParameters(path).length;
  for (const resource of resources.toSorted((a, b) => depth(b) - depth(a))) {
    const { remove, path, create } = resource;
    const made = remove && makesOne(resource) ? values.made.by(create) : [];
    if (remove === undefined || made.length === 0) continue;
    const results = new Map<string, number>();
    for (const each of made) {
      const isLate = Date.now() >= untilMs;
      const from = isLate ? undefined : await values.withValues(remove, each);
      const late = isLate ? "not sent in time" : "not sent";
      const word = from === undefined ? late : resultWord((await sender.send(from)).result);
      results.set(word, (results.get(word) ?? 0) + 1);
    }
    found.push({ resource: path, made: made.length, results: [...results] });
  }
  return found;
}
