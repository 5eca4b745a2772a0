import { distance } from "fastest-levenshtein";
import { WitnessError } from "../errors.ts";
import type { Files, DocumentPart } from "./document-part.ts";

/** An operation of a document: the request, and its path item. */
export type Operation = {
  method: string;
  path: string;
  id: string | undefined;
  part: DocumentPart;
  pathItem: DocumentPart;
};

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
/** How many of the nearest ones an error lists. */
const LISTED = 10;

/** The supported versions of documents. */
export type Dialect = "3.0" | "3.1";

/**
 * The version of the document. @throws WitnessError `openapi` if it is not an OpenAPI 3.0 or 3.1
 * document.
 */
export function dialectOf({ root }: Files): Dialect {
  const hint = "witness reads OpenAPI 3.0 and 3.1";
  if (root.own("swagger") !== undefined)
    throw root.error(
      `is Swagger ${String(root.own("swagger")?.value)}`,
      `${hint}: convert it first`,
    );
  const version = root.own("openapi");
  if (version === undefined)
    throw root.error("is not an OpenAPI document: it has no openapi", hint);
  const dialect = /^3\.[01](?=\.|$)/.exec(String(version.value))?.[0];
  if (dialect === undefined) throw version.error(`is ${JSON.stringify(version.value)}`, hint);
  return dialect as Dialect;
}

/**
 * The operation with this operationId, or with this method and path (`POST /v1/orders`); it may be
 * omitted if the document has only one. @throws WitnessError `openapi` that lists the operations,
 * nearest first.
 */
export function findOperation(files: Files, wanted: string | undefined): Operation {
  const all = operationsOf(files);
  const [first, ...others] = all;
  if (first === undefined) throw files.root.error("has no operations under paths");
  if (wanted === undefined) {
    if (others.length === 0) return first;
    throw listed(
      files,
      `has ${all.length} operations: choose one with --operation`,
      all.map(nameOf),
    );
  }
  const [method = "", path] = wanted.trim().split(/\s+/);
  const found =
    all.find(({ id }) => id === wanted) ??
    all.find((each) => each.path === path && each.method === method.toUpperCase());
  if (found !== undefined) return found;
  const near = (operation: Operation): number =>
    Math.min(
      ...[operation.id, addressOf(operation)].map((name) =>
        name === undefined ? Infinity : distance(name.toLowerCase(), wanted.toLowerCase()),
      ),
    );
  const nearest = all.toSorted((a, b) => near(a) - near(b)).map(nameOf);
  throw listed(files, `has no operation ${JSON.stringify(wanted)}`, nearest);
}

function listed({ root }: Files, what: string, names: readonly string[]): WitnessError {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return root.error(
    what,
    `use ${names.length === 1 ? "" : "one of "}${names.slice(0, LISTED).join(", ")}${more}`,
  );
}

const addressOf = ({ method, path }: Operation): string => `${method} ${path}`;
const nameOf = (operation: Operation): string =>
  operation.id === undefined ? addressOf(operation) : `${operation.id} (${addressOf(operation)})`;

function operationsOf({ root }: Files): Operation[] {
  const paths = root.member("paths");
  if (paths === undefined) return [];
  return paths.entries
    .filter(([path]) => path.startsWith("/"))
    .flatMap(([path, item]) => {
      const pathItem = item.followed();
      return METHODS.flatMap((name): Operation[] => {
        const part = pathItem.own(name);
        if (part === undefined) return [];
        return [{ method: name.toUpperCase(), path, id: part.text("operationId"), part, pathItem }];
      });
    });
}
