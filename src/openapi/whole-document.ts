import { type FieldType, kindOf } from "../kinds/index.ts";
import type { Interface } from "../model/index.ts";
import { Files, type DocumentPart } from "./document-part.ts";
import type { Dialect, ListedOperation, Operation } from "./find-operation.ts";
import { dialectOf, noOperations, operationsOf } from "./find-operation.ts";
import { interfaceFrom } from "./read-operation.ts";
import { z } from "zod";
import { inOtherForm } from "./examples.ts";

/** That a part of a response is the value of a parameter of another operation, by `links`. */
type OperationLink = {
  /** The other operation, by its operationId or by its place in the document. */
  to: string;
  parameter: string;
  /** The JSON pointer of the value in the body of the response; empty for the whole body. */
  pointer: string;
};

/** An operation of a whole document. `read` makes its interface: @throws WitnessError `openapi` if it cannot be expressed. */
export type DocumentOperation = ListedOperation & {
  /** `#/paths/~1items/post`. */
  at: string;
  tags: readonly string[];
  links: readonly OperationLink[];
  read: () => Interface;
};

/** All operations of a document, which is read once. @throws WitnessError `openapi` if it cannot be read, or has none. */
export function readDocument(file: string, text?: string): DocumentOperation[] {
  const files = new Files(file, text);
  const dialect = dialectOf(files);
  const all = operationsOf(files);
  if (all.length === 0) throw noOperations(files);
  return all.map((operation) => documentOperation(files, dialect, operation));
}

function documentOperation(
  files: Files,
  dialect: Dialect,
  operation: Operation,
): DocumentOperation {
  const { method, path, id, part } = operation;
  const tags = part.own("tags")?.value;
  return {
    method,
    path,
    ...(id !== undefined && { operationId: id }),
    at: part.at.slice(part.place.file.length),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    links: linksOf(part),
    read: () => interfaceFrom(files, dialect, operation),
  };
}

/** A part of a response's body: `$response.body#/id`. */
const IN_BODY = /^\$response\.body(?:#(.*))?$/s;

/** The links of documented successes. What cannot be read is left out: it only helps to find a value. */
function linksOf(operation: DocumentPart): OperationLink[] {
  const responses = operation.member("responses")?.entries ?? [];
  return responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => response.followed().member("links")?.entries ?? [])
    .flatMap(([, own]) => {
      const link = own.followed();
      const to = link.text("operationId") ?? link.text("operationRef");
      if (to === undefined) return [];
      return (link.own("parameters")?.entries ?? []).flatMap(([name, { value }]) => {
        const found = typeof value === "string" ? IN_BODY.exec(value) : null;
        const parameter = name.replace(/^path\./, "");
        return found === null ? [] : [{ to, parameter, pointer: found[1] ?? "" }];
      });
    });
}

function asSent(type: FieldType, value: unknown) {
  const forms = [value, inOtherForm(value)];
  const fitting = forms.find((form) => form !== undefined && kindOf(type).fits(type, form));
  return fitting === undefined ? undefined : z.json().parse(fitting);
}

/** An interface in which a parameter of the path has this value; undefined if it is not of the parameter's type. */
export function withPathValue(
  from: Interface,
  name: string,
  value: unknown,
): Interface | undefined {
  const named = from.parameters?.find((each) => each.in === "path" && each.name === name);
  const example = named && asSent(named.type, value);
  if (example === undefined) return undefined;
  const parameters = from.parameters?.map((each) =>
    each === named ? { ...each, example, resource: true as const } : each,
  );
  const { givenPath, ...rest } = from;
  const others = givenPath?.filter((each) => each !== name) ?? [];
  return {
    ...rest,
    ...(parameters && { parameters }),
    ...(others.length > 0 && { givenPath: others }),
  };
}

/** The same for a member of the body, which is then no longer new in every request. */
export function withBodyValue(
  from: Interface,
  name: string,
  value: unknown,
): Interface | undefined {
  const { body } = from;
  if (body?.kind !== "object") return undefined;
  const named = body.fields.find((each) => each.name === name);
  const example = named && asSent(named.type, value);
  if (named === undefined || example === undefined) return undefined;
  const { fresh: _fresh, ...type } = named.type as FieldType & { fresh?: true };
  const given = { ...named, type, example, resource: true as const };
  const fields = body.fields.map((each) => (each === named ? given : each));
  return { ...from, body: { ...body, fields } };
}
