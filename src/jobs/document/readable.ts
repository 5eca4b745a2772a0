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
