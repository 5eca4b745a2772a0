import { Files } from "./document-part.ts";
import { dialectOf, operationsOf } from "./find-operation.ts";

/** An operation of a document, as `--operation` names it: by its operationId, or by method and path. */
export type ListedOperation = { method: string; path: string; operationId?: string };

/** All operations of a document: its paths in their order. @throws WitnessError `openapi` if the document cannot be read. */
export function listOperations(file: string): ListedOperation[] {
  const files = new Files(file);
  dialectOf(files);
  return operationsOf(files).map(({ method, path, id }) => ({
    method,
    path,
    ...(id !== undefined && { operationId: id }),
  }));
}
