import type { Response } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { type PathParameter, pathParameters, type Producer } from "./producers.ts";
import { type ResourceValue, valueIn } from "./value-in-response.ts";

/** Values of resources by the path up to them with the names left out: `/items/{}`. */
export type ResourceValues = ReadonlyMap<string, ResourceValue>;

/** A resource that responses to its producer name: how often, and whether one of them was 201. */
type Named = { values: ResourceValues; times: number; isCreated: boolean };

export class NamedResources {
  readonly #named = new Map<DocumentOperation, Map<string, Named>>();

  /** Keeps the value that a response to a producer names, and returns it. Undefined if there is none, or the response is not a success. */
  note(
    response: Response,
    { operation, pointer }: Producer,
    { parameter, known }: { parameter: PathParameter; known: ResourceValues },
  ): ResourceValue | undefined {
    const { status } = response;
    if (status < 200 || status > 299) return undefined;
    const value = valueIn(response, parameter, pointer);
    if (value === undefined || operation.method !== "POST") return value;
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

  /** 201 says that it was made; another success that several requests get may name one that was there before. */
  by = ({ operation }: Producer): ResourceValues[] =>
    [...(this.#named.get(operation)?.values() ?? [])].flatMap(({ values, times, isCreated }) =>
      isCreated || times === 1 ? [values] : [],
    );
}
