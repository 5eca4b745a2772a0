import { z } from "zod";
import { userSubmission } from "../contract/index.ts";
import { importDefault } from "./import-module.ts";
import { WitnessError } from "../errors.ts";
import { Interface } from "../model/index.ts";
import type { DocumentOperation, ListedOperation } from "../openapi/index.ts";

/**
 * The requested interface: from a program, a module or an OpenAPI document; by default the built-in
 * one. @throws WitnessError `interface`, `openapi` if it cannot be read, or two are given.
 */
export async function chosenInterface(from: {
  interface?: Interface | string | undefined;
  openapi?: string | undefined;
  operation?: string | undefined;
}): Promise<Interface> {
  const { interface: given = userSubmission, openapi, operation } = from;
  if (openapi !== undefined && from.interface !== undefined)
    throw new WitnessError("interface", "--openapi and --interface exclude each other", {
      hint: "leave one of them out; WITNESS_OPENAPI, WITNESS_INTERFACE and the configuration count too",
    });
  if (openapi === undefined && operation !== undefined)
    throw new WitnessError("openapi", "--operation requires --openapi", {
      hint: "--openapi api.yaml --operation createOrder",
    });
  if (openapi !== undefined) return readOpenApi(openapi, operation);
  return typeof given === "string" ? loadInterface(given) : given;
}

/** The interface of an operation of an OpenAPI document. @throws WitnessError `openapi`. */
export async function readOpenApi(file: string, operation?: string): Promise<Interface> {
  // The YAML reader and the schema compiler are loaded only for a document.
  const { interfaceOfOperation } = await import("./openapi.lazy.ts");
  return interfaceOfOperation(file, operation);
}

/** A whole OpenAPI document. @throws WitnessError `openapi` if it cannot be read, or has no operation. */
export async function readWhole(file: string): Promise<DocumentOperation[]> {
  const { readDocument } = await import("./openapi.lazy.ts");
  return readDocument(file);
}

/** The operations of an OpenAPI document. @throws WitnessError `openapi` if it cannot be read. */
export async function readOperations(file: string): Promise<ListedOperation[]> {
  const { listOperations } = await import("./openapi.lazy.ts");
  return listOperations(file);
}

/**
 * The interface that a module exports. @throws WitnessError `interface` if the file does not exist, or
 * its export is not an interface.
 */
async function loadInterface(path: string): Promise<Interface> {
  if (/\.(?:ya?ml|json)$/i.test(path))
    throw new WitnessError("interface", `${path} is not a module`, {
      hint: "--openapi reads an OpenAPI document; --interface takes a TypeScript or JavaScript module",
    });
  const exported = await importDefault(path, { code: "interface", what: "interface file" });
  const parsed = Interface.safeParse(exported);
  if (parsed.success) return parsed.data;
  const why = whyNone(exported, parsed.error);
  throw new WitnessError("interface", `${path} does not export an interface: ${why}`, {
    hint: 'export default defineInterface({ path: "/v1/orders", fields: { ... } }), from api-witness',
  });
}

function whyNone(exported: unknown, { issues }: z.ZodError): string {
  if (typeof exported !== "object" || exported === null)
    return `its default export is a ${exported === null ? "null" : typeof exported}`;
  if ("clauses" in exported)
    return issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`).join("; ");
  return "path" in exported
    ? "its default export is not made by defineInterface"
    : "it has no default export, or one of another type";
}
