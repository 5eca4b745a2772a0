import { type FieldOf, type FieldType, kindOf } from "../kinds/index.ts";
import type { Interface, Parameter } from "../model/index.ts";
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

type Place = Pick<Parameter, "in" | "name">;

/** Undefined if the value is not of the parameter's type. `isOnly`: other values may name nothing. */
export function withParameterValue(
  from: Interface,
  { in: place, name }: Place,
  value: unknown,
  isOnly = true,
): Interface | undefined {
  const named = from.parameters?.find((each) => each.in === place && each.name === name);
  const example = named && asSent(named.type, value);
  if (example === undefined) return undefined;
  const parameters = from.parameters?.map((each) =>
    each === named
      ? {
          ...each,
          type: withoutFresh(each.type),
          example,
          ...(isOnly && { resource: true as const }),
        }
      : each,
  );
  if (place !== "path") return { ...from, ...(parameters && { parameters }) };
  const { givenPath, ...rest } = from;
  const others = givenPath?.filter((each) => each !== name) ?? [];
  return {
    ...rest,
    ...(parameters && { parameters }),
    ...(others.length > 0 && { givenPath: others }),
  };
}

/** The same for a parameter of the path. */
export const withPathValue = (
  from: Interface,
  name: string,
  value: unknown,
): Interface | undefined => withParameterValue(from, { in: "path", name }, value);

type ObjectField = FieldOf<FieldType>;

/** Names of members from the body down; lists on the way are passed through: `["lines", "product_id"]`. */
export type MemberPath = readonly string[];

/** The same for a member of the body, which is then no longer new in every request. A list of values has this one. */
export function withBodyValue(
  from: Interface,
  path: MemberPath,
  value: unknown,
): Interface | undefined {
  const { body } = from;
  const own = body && withMember(body, path, value);
  return own && { ...from, body: own };
}

function withMember<T extends FieldType>(
  type: T,
  [name, ...rest]: MemberPath,
  value: unknown,
): T | undefined {
  if (type.kind === "list") {
    const items = name !== undefined && withMember(type.items, [name, ...rest], value);
    return items ? { ...type, items } : undefined;
  }
  if (type.kind !== "object") return undefined;
  const named = type.fields.find((each) => each.name === name);
  const given =
    named && (rest.length === 0 ? withExample(named, value) : within(named, rest, value));
  return given && { ...type, fields: type.fields.map((each) => (each === named ? given : each)) };
}

function within(named: ObjectField, rest: MemberPath, value: unknown): ObjectField | undefined {
  const type = withMember(named.type, rest, value);
  return type && { ...named, type, example: placed(named.example, rest, value) };
}

/** An example of the whole member with this value in its place. */
function placed(example: unknown, [name = "", ...rest]: MemberPath, value: unknown): unknown {
  if (Array.isArray(example)) return example.map((item) => placed(item, [name, ...rest], value));
  if (typeof example !== "object" || example === null) return example;
  const own = example as Record<string, unknown>;
  return { ...own, [name]: rest.length === 0 ? value : placed(own[name], rest, value) };
}

function withExample(named: ObjectField, value: unknown): ObjectField | undefined {
  const example = asSent(named.type, named.type.kind === "list" ? [value] : value);
  if (example === undefined) return undefined;
  return { ...named, type: withoutFresh(named.type), example, resource: true };
}

function withoutFresh(type: FieldType): FieldType {
  const { fresh: _fresh, ...own } = type as FieldType & { fresh?: true };
  return own.kind === "list" ? { ...own, items: withoutFresh(own.items) } : own;
}

/** The members of a body that have a value which names a resource, with that value. */
export function bodyValues(type: FieldType): { path: MemberPath; example: unknown }[] {
  if (type.kind === "list") return bodyValues(type.items);
  if (type.kind !== "object") return [];
  return type.fields.flatMap(({ name, type: own, example, resource }) =>
    resource === true
      ? [{ path: [name], example }]
      : bodyValues(own).map((each) => ({ ...each, path: [name, ...each.path] })),
  );
}
