import type { Interface } from "../model/index.ts";

/**
 * The interface of an operation of an OpenAPI 3.0 or 3.1 document, to pass as `interface`. The operation
 * is an operationId, or method and path (`POST /v1/orders`); it may be omitted if there is only one.
 * `$ref`s are followed to other files, never to the network. @throws WitnessError `openapi` if the
 * document cannot be read, has no such operation, or its request cannot be expressed.
 */
export async function interfaceFromOpenApi(file: string, operation?: string): Promise<Interface> {
  const { readOpenApi } = await import("./jobs.lazy.ts");
  return readOpenApi(file, operation);
}
