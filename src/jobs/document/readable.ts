import { statedFor } from "../../contract/index.ts";
import type { Interface } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";

/** The interface of an operation; undefined if its request cannot be expressed. */
export function readable(operation: DocumentOperation): Interface | undefined {
  try {
    return operation.read();
  } catch {
    return undefined;
  }
}

/** The statuses for a resource that does not exist; 414 for a value too long to name one. */
const ABSENT: readonly string[] = ["404", "410", "414"];

/** The document does not say which resources exist: absence is not judged. A resource is gone after its deletion. */
export function withoutExistence(from: Interface): Interface {
  const { responses = [], path } = from;
  const [first] = responses;
  if (first === undefined || !path.includes("{")) return from;
  const implied = ABSENT.filter((status) => statedFor(responses, status) === undefined).map(
    (status) => ({ status, at: first.at, implied: true as const }),
  );
  return { ...from, responses: [...responses, ...implied] };
}
