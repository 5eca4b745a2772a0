import { jsonTypeOf, kindOf, memberPath, type FieldType } from "../../kinds/index.ts";
import { jsonItems, jsonMembers } from "./json-members.ts";

type ObjectType = FieldType & { kind: "object" };
type ListType = FieldType & { kind: "list" };

/**
 * How the JSON text of a value differs from a stated one, including inner values: `items[0].sku: text`.
 */
export function valueParts(type: FieldType, text: string, path = ""): string[] {
  const of = (what: string): string => `${path === "" ? "the body" : path}: ${what}`;
  if (type.nullable === true && text === "null") return [];
  const shape = jsonTypeOf(text);
  if (type.kind === "object" && shape !== "object") return [of(shape)];
  if (type.kind === "list" && shape !== "array") return [of(shape)];
  const deviation = kindOf(type).deviation(type, text);
  return [
    ...(deviation === undefined ? [] : [of(deviation)]),
    ...(type.kind === "object" ? memberParts(type, text, path) : []),
    ...(type.kind === "list" ? itemParts(type, text, path) : []),
  ];
}

function memberParts({ fields }: ObjectType, text: string, path: string): string[] {
  const { top, innerTwice } = jsonMembers(text);
  const names = new Set(fields.map(({ name }) => name));
  const others = top.filter(({ key }) => !names.has(key)).map(({ key }) => key);
  const twice = innerTwice || new Set(others).size < others.length;
  return [
    ...fields.flatMap(({ name, type, required }) => {
      const own = memberPath(path, name);
      const values = top.filter(({ key }) => key === name);
      if (values.length === 0) return required === false ? [] : [`${own} missing`];
      const parts = new Set(values.flatMap(({ value }) => valueParts(type, value, own)));
      return values.length > 1 ? [`${own} twice`, ...[...parts].sort()] : [...parts];
    }),
    ...(others.length > 0 ? [path === "" ? "further keys" : `${path}: further keys`] : []),
    // A duplicate key at any depth is reported once.
    ...(twice && path === "" ? ["a key twice"] : []),
  ];
}

/** A difference of several items is reported for the first. */
function itemParts({ items }: ListType, text: string, path: string): string[] {
  const told = new Set<string>();
  return jsonItems(text).flatMap((item, index) => {
    const own = `${path}[${index}]`;
    return valueParts(items, item, own).filter((part) => {
      const what = part.slice(own.length);
      return !told.has(what) && Boolean(told.add(what));
    });
  });
}
