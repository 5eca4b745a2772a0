import type { DocumentValue, LimitedRule, ValueRule } from "../rule.ts";
import { limitedRule, rulesOn } from "../rule-rows.ts";
import { sources } from "../rule-sources.ts";
import { documentAspectRules } from "./aspect-rules.ts";
import { documentParserRules } from "./parser-rules.ts";

/** How servers read the body: one deviation at a time, and as whole parsers do. */
export const documentRules: ValueRule<DocumentValue>[] = [
  ...documentAspectRules,
  ...rulesOn<DocumentValue>("document", "parser", () => true, documentParserRules),
];

/** The deepest nesting of arrays and objects outside of strings. */
function nesting({ bytes }: DocumentValue): bigint {
  const signs = new TextDecoder().decode(bytes).replace(/"(?:[^"\\]|\\[^])*"/g, "");
  let level = 0;
  let deepest = 0;
  for (const sign of signs) {
    if (sign === "[" || sign === "{") deepest = Math.max(deepest, ++level);
    else if (sign === "]" || sign === "}") level--;
  }
  return BigInt(deepest);
}

/** Limits of the body. */
export const documentLimits: LimitedRule<DocumentValue>[] = [
  limitedRule({
    id: "document-size",
    subject: "document",
    aspect: "size",
    about: "bytes of the body",
    source: `${sources.rfc}9110#section-15.5.14`,
    measure: ({ bytes }) => BigInt(bytes.length),
  }),
  limitedRule({
    id: "document-depth",
    subject: "document",
    aspect: "depth",
    about: "levels of nesting",
    source: `${sources.rfc}8259#section-9`,
    measure: nesting,
  }),
];
