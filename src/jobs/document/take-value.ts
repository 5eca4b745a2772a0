import type { GivenValue, Interface } from "../../model/index.ts";
import { misfitNote } from "./value-notes.ts";
import type { ResourceValue } from "./value-in-response.ts";

/** What is known of an operation's values so far. */
type Found = { interface: Interface; values: GivenValue[]; notes: string[] };

type Taken = { name: string; key: string; value: ResourceValue; from: string | undefined };

/** Sends this value from here on; false if it does not fit what the document states. */
export async function take(
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
