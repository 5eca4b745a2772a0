import { parsedJson } from "../text/index.ts";
import { LineCounter, isNode, parseDocument, type Document } from "yaml";
import { WitnessError } from "../errors.ts";
import { readNamed } from "../machine-fault.ts";
import { fromSwagger, isSwagger } from "./swagger.ts";

/** A file of a document: its value, and the positions of its parts in the text. */
export type DocumentFile = {
  /** Of Swagger 2.0, what its text has: the value is in the form of OpenAPI 3.0. */
  swagger?: unknown;
  /** Its name in clauses and errors: `api.yaml`, `common/errors.yaml`. */
  name: string;
  value: unknown;
  /** Line of the part at this path, or of the innermost existing part of the path. */
  lineOf: (path: readonly string[]) => number | undefined;
};

/** Reads a file of YAML 1.2 or JSON. @throws WitnessError `openapi` if it cannot be read, or is neither. */
export const readDocumentFile = (path: string, name: string): DocumentFile =>
  parsedDocument(readNamed(path, "openapi", name), name);

/** The same of a text that is already read. @throws WitnessError `openapi` if it is neither YAML nor JSON. */
export function parsedDocument(whole: string, name: string): DocumentFile {
  const text = whole.replace(/^\uFEFF/, "");
  // Large documents are JSON, which JSON.parse reads much faster; lines are only needed for errors.
  const json = /^\s*\{/.test(text) ? parsedJson(text) : undefined;
  let read: ReturnType<typeof readYaml> | undefined;
  const yaml = () => (read ??= readYaml(text));
  if (json !== undefined) return fileOf(name, json, (place) => lineIn(yaml(), place));
  const { document } = yaml();
  const [error] = document.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    const [what = ""] = error.message.replace(/ at line \d+, column \d+:?/, "").split("\n");
    if (/\.[cm]?[jt]s$/.test(name))
      throw new WitnessError("openapi", `${name} is not an OpenAPI document`, {
        hint: "--interface reads a module; --openapi takes YAML or JSON",
      });
    throw new WitnessError(
      "openapi",
      `${name}${line === undefined ? "" : `:${line}`}: ${what.trim().replace(/:$/, "")}`,
      { hint: "the document must be valid YAML or JSON" },
    );
  }
  return fileOf(name, valueOf(document, name), (place) => lineIn(yaml(), place));
}

function fileOf(name: string, value: unknown, lineOf: DocumentFile["lineOf"]): DocumentFile {
  if (!isSwagger(value)) return { name, value, lineOf };
  return { name, value: fromSwagger(value), lineOf, swagger: value };
}

function readYaml(text: string): { document: Document; lines: LineCounter } {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: true }), lines };
}

/** YAML limits how often aliases are followed: a small file must not become a huge value. */
function valueOf(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new WitnessError("openapi", `${name}: ${(error as Error).message}`);
  }
}

function lineIn(
  { document, lines }: { document: Document; lines: LineCounter },
  path: readonly string[],
): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(keysIn(document, path.slice(0, length)), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

/** A key of the YAML may be a number: `200:`. */
function keysIn(document: Document, path: readonly string[]): unknown[] {
  const keys: unknown[] = [];
  for (const part of path) {
    const asNumber = /^\d+$/.test(part) ? Number(part) : part;
    keys.push(document.hasIn([...keys, part]) ? part : asNumber);
  }
  return keys;
}
