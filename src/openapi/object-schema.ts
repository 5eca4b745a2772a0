import type { DocumentPart } from "./document-part.ts";
import type { Dialect } from "./find-operation.ts";
import { flatSchema, hasFlag, type FlatSchema } from "./flat-schema.ts";
import type { NotExpressed } from "./not-expressed.ts";

/** The server generates such a value; requests omit it. */
export function isReadOnly(
  parts: readonly DocumentPart[],
  { through }: FlatSchema,
  { dialect }: { dialect: Dialect },
): boolean {
  const isMarked = parts.some(
    (part) => (part.value as { readOnly?: unknown } | null)?.readOnly === true,
  );
  return isMarked || hasFlag(flatSchema(parts, { through, dialect }), "readOnly");
}

/** The document's statement about members that it does not name. */
export function furtherMembers(
  { keywords }: FlatSchema,
  { notExpressed }: { notExpressed: NotExpressed },
): boolean | undefined {
  const stated = [
    ...(keywords.get("additionalProperties") ?? []),
    ...(keywords.get("unevaluatedProperties") ?? []),
  ];
  if (stated.length === 0) return undefined;
  if (stated.some(({ value }) => value === false)) return false;
  for (const part of stated)
    if (part.value !== true && Object.keys(part.members).length > 0)
      notExpressed.add(part, `${part.key}: the schema of further members`);
  return true;
}
