import type { GivenValue, Interface, Parameter } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Reference } from "./producers.ts";
import { type StatedSender, successIn } from "./stated-sender.ts";
import type { ResourceValue } from "./value-in-response.ts";
import { misfitNote } from "./value-notes.ts";

/** The interface with a value that names a resource; undefined if the document does not allow it there. */
export async function withReference(
  from: Interface,
  { in: place, name, path }: Reference,
  { value, isOnly }: { value: ResourceValue; isOnly: boolean },
): Promise<Interface | undefined> {
  const { withBodyValue, withParameterValue } = await import("../openapi.lazy.ts");
  return place === "body"
    ? withBodyValue(from, path, value)
    : withParameterValue(from, { in: place, name }, value, isOnly);
}

type Found = { interface: Interface; values: GivenValue[]; notes: string[] };

type Taken = { name: string; key: string; value: ResourceValue; from: string | undefined };

/** Sends this value in the path from here on; false if it does not fit what the document states. */
export async function takeInPath(
  { name, key, value, from }: Taken,
  { found, known }: { found: Found; known: Map<string, ResourceValue> },
): Promise<boolean> {
  const { withPathValue } = await import("../openapi.lazy.ts");
  const sent = withPathValue(found.interface, name, value);
  if (sent === undefined) {
    found.notes.push(misfitNote(name, value, from ?? "--given"));
    return false;
  }
  known.set(key, value);
  found.interface = sent;
  found.values = [...found.values, { parameter: name, value: String(value), from }];
  return true;
}

export const hasExample = (
  { parameters = [] }: Interface,
  { in: place, name }: Pick<Parameter | Reference, "in" | "name">,
): boolean =>
  parameters.some((each) => each.in === place && each.name === name && each.example !== undefined);

/** The filters of queries, each tried once. */
export class Filters {
  readonly #sender: StatedSender;
  readonly #tried = new Map<string, boolean>();

  constructor(sender: StatedSender) {
    this.#sender = sender;
  }

  /** Whether a filter takes a value that names nothing: then other values are valid, too. */
  async takesAny(
    operation: DocumentOperation,
    { in: place, name }: Reference,
    from: Interface,
  ): Promise<boolean> {
    if (place !== "query" || operation.method !== "GET") return false;
    const key = `${operation.at} ${name}`;
    const known = this.#tried.get(key);
    if (known !== undefined) return known;
    const takesAny = successIn(await this.#sender.send(from)) !== undefined;
    this.#tried.set(key, takesAny);
    return takesAny;
  }
}
