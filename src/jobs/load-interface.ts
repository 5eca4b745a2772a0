import { z } from "zod";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { importDefault } from "./import-module.ts";
import { WitnessError } from "../errors.ts";
import { Interface } from "../model/index.ts";
import { readDocumentOf } from "../observe/index.ts";
import type { DocumentOperation, ListedOperation } from "../openapi/index.ts";
import { routed, type RouteOptions } from "./routed.ts";

/** From a program, a module or an OpenAPI document; else the built-in one. @throws WitnessError `interface`, `openapi` */
export async function chosenInterface(
  from: {
    interface?: Interface | string | undefined;
    openapi?: string | undefined;
    operation?: string | undefined;
  } & ServerOptions,
): Promise<Interface> {
  const { interface: given = userSubmission, openapi, operation } = from;
  if (openapi !== undefined && from.interface !== undefined)
    throw new WitnessError("interface", "--openapi and --interface exclude each other", {
      hint: "leave one of them out; WITNESS_OPENAPI, WITNESS_INTERFACE and the configuration count too",
    });
  if (openapi === undefined && operation !== undefined)
    throw new WitnessError("openapi", "--operation requires --openapi", {
      hint: "--openapi api.yaml --operation createOrder",
    });
  if (openapi !== undefined) return readOpenApi(openapi, operation, from);
  return typeof given === "string" ? loadInterface(given) : given;
}

/** How a document is read from a server: as the target is reached. */
export type ServerOptions = RouteOptions & {
  insecure?: boolean | undefined;
  /** Base URLs of the targets: only their server gets the credentials. */
  sentTo?: readonly string[] | undefined;
};

/** The text of a document on a server; undefined for a file. @throws WitnessError `openapi` if it cannot be read. */
async function textFromServer(
  openapi: string,
  { sentTo = [], insecure = false, ...options }: ServerOptions,
): Promise<string | undefined> {
  // Before anything that quotes it, and without a scheme too, since that is quoted as a path.
  if (/^(?:https?:\/\/[^/?#]*|[^/?#]*:[^?#]*)@/i.test(openapi))
    throw new WitnessError("openapi", "the URL of --openapi carries credentials", {
      hint: "leave them out: --basic-from USER_PASSWORD sends them",
    });
  if (!/^https?:\/\//i.test(openapi)) return undefined;
  if (!URL.canParse(openapi)) throw new WitnessError("openapi", `not a valid URL: ${openapi}`);
  const { origin, pathname, search } = new URL(openapi);
  const isTarget = sentTo.some((target) => new URL(parseBaseUrl(target).href).origin === origin);
  const { headers, bearerFrom, basicFrom, cert, key, unixSocket, ...others } = options;
  const own = { headers, bearerFrom, basicFrom, cert, key, unixSocket };
  const server = routed(parseBaseUrl(origin), { ...others, ...(isTarget && own) });
  return readDocumentOf(server, `${pathname}${search}`, insecure);
}

/** The interface of an operation of an OpenAPI document. @throws WitnessError `openapi`. */
export async function readOpenApi(
  file: string,
  operation?: string,
  server: ServerOptions = {},
): Promise<Interface> {
  // The YAML reader and the schema compiler are loaded only for a document.
  const { interfaceOfOperation } = await import("./openapi.lazy.ts");
  return interfaceOfOperation(file, operation, await textFromServer(file, server));
}

/** A whole OpenAPI document. @throws WitnessError `openapi` if it cannot be read, or has no operation. */
export async function readWhole(file: string, server: ServerOptions): Promise<DocumentOperation[]> {
  const { readDocument } = await import("./openapi.lazy.ts");
  return readDocument(file, await textFromServer(file, server));
}

/** The operations of an OpenAPI document. @throws WitnessError `openapi` if it cannot be read. */
export async function readOperations(file: string): Promise<ListedOperation[]> {
  const { listOperations } = await import("./openapi.lazy.ts");
  return listOperations(file, await textFromServer(file, {}));
}

/** The interface that a module exports. @throws WitnessError `interface` if the file or its export is not usable. */
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
