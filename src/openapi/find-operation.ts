import { nearest, shellWord } from "../text/index.ts";
import type { WitnessError } from "../errors.ts";
import { Files, type DocumentPart } from "./document-part.ts";

export type Operation = {
  method: string;
  path: string;
  id: string | undefined;
  part: DocumentPart;
  pathItem: DocumentPart;
};

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const LISTED = 10;

export type Dialect = "3.0" | "3.1";

/** Swagger 2.0 is read as 3.0, and OpenAPI 3.2 as 3.1. @throws WitnessError `openapi` for any other version. */
export function dialectOf({ root }: Files): Dialect {
  const hint = "witness reads OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0";
  if (typeof root.value !== "object" || root.value === null || Array.isArray(root.value))
    throw root.error("is not an OpenAPI document", hint);
  if (root.own("swagger") !== undefined)
    throw root.error(
      `is Swagger ${String(root.own("swagger")?.value)}`,
      `${hint}: convert it first`,
    );
  const version = root.own("openapi");
  if (version === undefined)
    throw root.error("is not an OpenAPI document: it has no openapi", hint);
  const [, minor] = /^3\.([012])(?:\.|$)/.exec(String(version.value)) ?? [];
  if (minor === undefined) throw version.error(`is ${JSON.stringify(version.value)}`, hint);
  return minor === "0" ? "3.0" : "3.1";
}

/** By operationId, or method and path (`POST /v1/orders`). @throws WitnessError `openapi` that names the nearest operation, or lists them. */
export function findOperation(files: Files, wanted: string | undefined): Operation {
  const all = operationsOf(files);
  const [first, ...others] = all;
  if (first === undefined) throw noOperations(files);
  if (wanted === undefined) {
    if (others.length === 0) return first;
    throw pathsOf(files).error(
      `has ${all.length} operations: choose one with --operation`,
      listed(files, all),
    );
  }
  const found = named(all, wanted);
  if (found !== undefined) return found;
  const near = nearestOperation(all, wanted);
  throw pathsOf(files).error(
    `has no operation ${JSON.stringify(wanted)}`,
    near === undefined
      ? listed(files, all)
      : `did you mean ${nameOf(near)}?${others.length === 0 ? "" : ` ${allOf(files, all.length)}`}`,
  );
}

const pathsOf = ({ root }: Files): DocumentPart => root.own("paths") ?? root;

export const noOperations = ({ root }: Files): WitnessError =>
  root.error("has no operations under paths");

function named(all: readonly Operation[], wanted: string): Operation | undefined {
  const [method = "", path] = wanted.trim().split(/\s+/);
  return (
    all.find(({ id }) => id === wanted) ??
    all.find((each) => each.path === path && each.method === method.toUpperCase())
  );
}

/** By operationId, by method and path, or by a path alone; names of parameters in the path may differ. */
function nearestOperation(all: readonly Operation[], wanted: string): Operation | undefined {
  const plain = (text: string): string => text.replace(/\{[^{}]*\}/g, "{}");
  const names = new Map<string, Operation>();
  for (const each of all)
    for (const name of [each.id, plain(addressOf(each)), plain(each.path)])
      if (name !== undefined && !names.has(name)) names.set(name, each);
  return names.get(nearest(plain(wanted.trim()), names.keys()) ?? "");
}

function listed(files: Files, all: readonly Operation[]): string {
  const shown = all.slice(0, LISTED).map(nameOf).join(", ");
  if (all.length === 1) return `use ${shown}`;
  return all.length <= LISTED ? `use one of ${shown}` : allOf(files, all.length);
}

const allOf = ({ path }: Files, count: number): string =>
  `witness suites --openapi ${shellWord(path)} lists all ${count}`;

const addressOf = ({ method, path }: Operation): string => `${method} ${path}`;
const nameOf = (operation: Operation): string =>
  operation.id === undefined ? addressOf(operation) : `${operation.id} (${addressOf(operation)})`;

export function operationsOf({ root }: Files): Operation[] {
  const paths = root.member("paths");
  if (paths === undefined) return [];
  return paths.entries
    .filter(([path]) => path.startsWith("/"))
    .flatMap(([path, item]) => {
      const pathItem = item.followed();
      const usual = METHODS.flatMap((name): [string, DocumentPart][] => {
        const part = pathItem.own(name);
        return part === undefined ? [] : [[name.toUpperCase(), part]];
      });
      // Since OpenAPI 3.2; their methods are written as they are sent.
      const others = pathItem.member("additionalOperations")?.entries ?? [];
      return [...usual, ...others.filter(([method]) => METHOD.test(method))].map(
        ([method, part]) => ({ method, path, id: part.text("operationId"), part, pathItem }),
      );
    });
}

/** An operation of a document, as `--operation` names it: by its operationId, or by method and path. */
export type ListedOperation = { method: string; path: string; operationId?: string };

/** All operations of a document: its paths in their order. @throws WitnessError `openapi` if the document cannot be read. */
export function listOperations(file: string, text?: string): ListedOperation[] {
  const files = new Files(file, text);
  dialectOf(files);
  return operationsOf(files).map(({ method, path, id }) => ({
    method,
    path,
    ...(id !== undefined && { operationId: id }),
  }));
}
