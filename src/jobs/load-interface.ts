import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { Interface } from "../model/index.ts";
import type { ListedOperation } from "../openapi/index.ts";

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

/**
 * The interface of an operation of an OpenAPI document.
 * @throws WitnessError `openapi`.
 */
export async function readOpenApi(file: string, operation?: string): Promise<Interface> {
  // The YAML reader and the schema compiler are loaded only for a document.
  const { interfaceOfOperation } = await import("./openapi.lazy.ts");
  return interfaceOfOperation(file, operation);
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

/** The module that a user's file imports as `api-witness`: this package; from the sources, the built one. */
const OWN = import.meta.url.endsWith(".ts") ? "../../dist/src/index.js" : "../index.js";

/** The default export of a file of the user, TypeScript or JavaScript, which may import `api-witness`. */
export async function importFile(file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const alias = { "api-witness": fileURLToPath(new URL(OWN, import.meta.url)) };
  // Nothing of the file is kept elsewhere: it may have secrets.
  return createJiti(import.meta.url, { alias, fsCache: false }).import(file, { default: true });
}

/**
 * The default export of a module of the user, TypeScript or JavaScript, which may import `api-witness`.
 * @throws WitnessError with this code if the file does not exist or cannot be loaded.
 */
export async function importDefault(
  path: string,
  { code, what }: { code: string; what: string },
): Promise<unknown> {
  const file = resolve(path);
  if (!existsSync(file)) throw new WitnessError(code, `no ${what} at ${path}`);
  try {
    return await importFile(file);
  } catch (error) {
    if (error instanceof WitnessError)
      throw new WitnessError(code, `${path}: ${error.message}`, { hint: error.hint ?? "" });
    throw new WitnessError(code, `${path} cannot be loaded: ${(error as Error).message}`);
  }
}
