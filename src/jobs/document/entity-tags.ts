import { setTimeout as sleep } from "node:timers/promises";
import { isVersionHeader, VERSION_HEADER } from "../../contract/index.ts";
import type { Interface, RequestResult } from "../../model/index.ts";
import type { WithCurrent } from "../../observe/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { readable } from "./readable.ts";

const CHANGES = new Set(["PUT", "PATCH", "DELETE"]);
/** RFC 6585, 3: the request is to have a condition. RFC 9110, 15.5.13: its condition does not hold. */
const UNMET = new Set([428, 412]);

/** The ETags of resources, for operations that change a resource only if the request names its version. */
export class EntityTags {
  readonly #operations: readonly DocumentOperation[];
  readonly #needed = new Set<string>();

  constructor(operations: readonly DocumentOperation[]) {
    this.#operations = operations;
  }

  /** Whether the document or an earlier response says that a change of this resource needs `If-Match`. */
  isNeeded(from: Interface): boolean {
    if (!CHANGES.has(from.method)) return false;
    return this.#needed.has(from.path) || isStated(from);
  }

  noteResponse(from: Interface, result: RequestResult): boolean {
    const isUnmet = result.outcome === "answered" && UNMET.has(result.status);
    if (!isUnmet || !CHANGES.has(from.method)) return false;
    this.#needed.add(from.path);
    return true;
  }

  readerOf = (from: Interface): Interface | undefined => readerOf(from, this.#operations);
}

/** A run keeps the header as a given one. */
const isStated = ({ parameters = [], given = [] }: Interface): boolean =>
  given.some(isVersionHeader) ||
  parameters.some((each) => each.in === "header" && isVersionHeader(each.name));

/** What reads the resource that a request names; undefined without such an operation. */
export function readerOf(
  from: Interface,
  operations: readonly DocumentOperation[],
): Interface | undefined {
  const reader = operations.find(({ method, path }) => method === "GET" && path === from.path);
  const asked = reader && readable(reader);
  const parameters = asked?.parameters?.map((each) => {
    const same = from.parameters?.find((other) => other.in === "path" && other.name === each.name);
    return each.in === "path" && same?.example !== undefined
      ? { ...each, example: same.example }
      : each;
  });
  return asked && { ...asked, ...(parameters && { parameters }) };
}

export type FoundValues = ReadonlyMap<string, string>;

export const tagValue = (tag: string): FoundValues =>
  new Map([[VERSION_HEADER.toLowerCase(), tag]]);

/** A request that takes longer does not keep the others waiting: many are to hang. */
const LONGEST_TURN_MS = 200;

/** Refusals of what was sent: the resource is as before (RFC 9110, 15.5). */
const UNCHANGED: ReadonlySet<number> = new Set([400, 405, 413, 415, 422]);

/** After so many refusals in a row, a new resource is made: the old one may be why. */
const MOST_USES = 20;

const leavesAsBefore = (results: readonly RequestResult[]): boolean =>
  results.length > 0 &&
  results.every((each) => each.outcome === "answered" && UNCHANGED.has(each.status));

/** Reads values before each request, or sends the last ones again. `own` values serve once, or again after a refusal of what was sent. */
export function withCurrentValues(
  first: FoundValues,
  read: () => Promise<FoundValues | undefined>,
  { own = false } = {},
): WithCurrent {
  let [found, before] = [first, Promise.resolve()];
  const unused: { values: FoundValues; uses: number }[] = [];
  return async (send) => {
    const next = async (): Promise<FoundValues> => (found = (await read()) ?? found);
    if (own) {
      const { values, uses } = unused.pop() ?? { values: await next(), uses: 0 };
      const reply = await send(values);
      const isUnused = reply !== "stale" && leavesAsBefore(reply.results);
      if (isUnused && uses + 1 < MOST_USES) unused.push({ values, uses: uses + 1 });
      return reply;
    }
    const reading = before.then(next);
    const sent = reading.then(send);
    before = settled(reading).then(() => Promise.race([settled(sent), sleep(LONGEST_TURN_MS)]));
    return sent;
  };
}

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {},
    () => {},
  );
