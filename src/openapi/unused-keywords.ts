import type { FlatSchema } from "./flat-schema.ts";
import type { NotExpressed } from "./not-expressed.ts";

/** Keywords that are expressed, or that do not limit the valid values. */
const USED = new Set(
  "type format enum const nullable minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern items minItems maxItems uniqueItems additionalProperties unevaluatedProperties oneOf anyOf readOnly writeOnly title description default example examples deprecated externalDocs xml $comment $id $schema $anchor $defs definitions".split(
    " ",
  ),
);

/** Lists the keywords that are not expressed; `loose` collects the places of the ones that limit the valid values. */
export function listUnused(
  { keywords }: FlatSchema,
  notExpressed: NotExpressed,
  loose: Set<string>,
): void {
  // It names the chosen one of the alternatives.
  const isUsed = (keyword: string): boolean =>
    USED.has(keyword) ||
    (keyword === "discriminator" && (keywords.has("oneOf") || keywords.has("anyOf")));
  for (const [keyword, parts] of keywords)
    if (!isUsed(keyword) && !keyword.startsWith("x-"))
      for (const part of parts) {
        notExpressed.add(part, `${keyword} is not expressed`);
        // It names the alternatives, and limits none.
        if (keyword !== "discriminator") loose.add(part.at);
      }
}
