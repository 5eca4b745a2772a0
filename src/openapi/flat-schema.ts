import type { Dialect } from "./find-operation.ts";
import { NotExpressible } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";

/**
 * Several schemas for one value merged: `$ref`s are followed, and the parts of `allOf` are side by
 * side.
 */
export type FlatSchema = {
  /** The schema of the value's place in the document. */
  at: DocumentPart;
  /** By keyword: all its places. */
  keywords: ReadonlyMap<string, readonly DocumentPart[]>;
  properties: ReadonlyMap<string, readonly DocumentPart[]>;
  required: ReadonlySet<string>;
  /** The schemas passed through `$ref`s, on the way from the outermost value. */
  through: readonly string[];
};

/**
 * Flattens schemas. `through` are the schemas around the value. @throws NotExpressible if a schema is endlessly
 * recursive, or no value is valid.
 */
export function flatSchema(
  parts: readonly DocumentPart[],
  { through, dialect }: { through: readonly string[]; dialect: Dialect },
): FlatSchema {
  const [at] = parts;
  if (at === undefined) throw new Error("a value has at least one schema");
  const keywords = new Map<string, DocumentPart[]>();
  const properties = new Map<string, DocumentPart[]>();
  const required = new Set<string>();
  const passed = [...through];
  const push = (map: Map<string, DocumentPart[]>, key: string, part: DocumentPart): void => {
    map.set(key, [...(map.get(key) ?? []), part]);
  };
  const collect = (part: DocumentPart): void => {
    if (part.value === true) return;
    if (part.value === false) throw new NotExpressible(part, "no value matches the schema false");
    const referred = part.referred();
    if (referred !== undefined) {
      if (passed.includes(referred.at))
        throw new NotExpressible(part, `${referred.key} is endlessly recursive`);
      passed.push(referred.at);
      collect(referred);
      // Before 3.1, siblings of a $ref are ignored.
      if (dialect === "3.0") return;
    }
    for (const [keyword, own] of part.entries) {
      if (keyword === "$ref") continue;
      if (keyword === "allOf") for (const each of own.items) collect(each);
      else if (keyword === "properties")
        for (const [name, property] of own.entries) push(properties, name, property);
      else if (keyword === "required" && Array.isArray(own.value))
        for (const { value } of own.items) required.add(String(value));
      else push(keywords, keyword, own);
    }
  };
  for (const part of parts) collect(part);
  return { at, keywords, properties, required, through: passed };
}

/** Whether a flag such as `readOnly` is set in any of the schemas. */
export const hasFlag = ({ keywords }: FlatSchema, keyword: string): boolean =>
  (keywords.get(keyword) ?? []).some(({ value }) => value === true);

/** The values of a numeric keyword, at all its places. */
export const numbersOf = ({ keywords }: FlatSchema, keyword: string): number[] =>
  (keywords.get(keyword) ?? []).flatMap(({ value }) => (typeof value === "number" ? value : []));

/** The first value of a text keyword. */
export const textOf = ({ keywords }: FlatSchema, keyword: string): string | undefined =>
  (keywords.get(keyword) ?? [])
    .map(({ value }) => value)
    .find((each) => typeof each === "string") as string | undefined;
