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

  /** Whether this response says so. */
  noteResponse(from: Interface, result: RequestResult): boolean {
    const isUnmet = result.outcome === "answered" && UNMET.has(result.status);
    if (!isUnmet || !CHANGES.has(from.method)) return false;
    this.#needed.add(from.path);
    return true;
  }

  /** What reads the same resource; undefined without such an operation. */
  readerOf(from: Interface): Interface | undefined {
    const reader = this.#operations.find(
      ({ method, path }) => method === "GET" && path === from.path,
    );
    const asked = reader && readable(reader);
    if (asked === undefined) return undefined;
    const parameters = withSame(asked, from);
    return { ...asked, ...(parameters && { parameters }) };
  }
}

/** A run keeps the header as a given one. */
const isStated = ({ parameters = [], given = [] }: Interface): boolean =>
  given.some(isVersionHeader) ||
  parameters.some((each) => each.in === "header" && isVersionHeader(each.name));

/** Has the path of an operation name the same resource. */
export const withSame = (of: Interface, from: Interface): Interface["parameters"] =>
  of.parameters?.map((each) => {
    const same = from.parameters?.find((other) => other.in === "path" && other.name === each.name);
    return each.in !== "path" || same?.example === undefined
      ? each
      : { ...each, example: same.example };
  });

/** Reads the ETag before each request; after the resource is gone its last one is sent. */
export function withCurrentTag(
  first: string,
  read: () => Promise<string | undefined>,
): WithCurrent {
  let [tag, before] = [first, Promise.resolve()];
  return (send) => {
    const turn = before.then(async () => {
      tag = (await read()) ?? tag;
      return send(new Map([[VERSION_HEADER.toLowerCase(), tag]]));
    });
    before = turn.then(
      () => {},
      () => {},
    );
    return turn;
  };
}
