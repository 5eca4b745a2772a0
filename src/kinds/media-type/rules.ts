import type { MediaTypeValue, ValueRule } from "../rule.ts";
import { rulesOn, type Reading, type RulesBySource } from "../rule-rows.ts";
import { sources } from "../rule-sources.ts";

const { rfc } = sources;
const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = `[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\[^])*"))?`;
const FORM = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})(?:${PARAMETER})*[ \\t]*$`);

/** What stands before the parameters, in lower case. */
const essence = (text = ""): string => (text.split(";")[0] ?? "").trim().toLowerCase();
/** The type of a value that has the form of RFC 9110; undefined otherwise. */
const wellFormed = (text = ""): string | undefined => FORM.exec(text)?.[1]?.toLowerCase();
const isJson = (type = ""): boolean => type === "application/json" || type === "text/json";
const hasSuffix = (type = ""): boolean => TYPE.test(type) && type.endsWith("+json");

const by =
  (check: (text: string, stated: string) => boolean) =>
  ({ text, stated }: MediaTypeValue): Reading =>
    text !== undefined && check(text, essence(stated));

const sent: RulesBySource<MediaTypeValue> = {
  [`${rfc}9110#section-8.3`]: [
    ["exact", "exactly the stated text", ({ text, stated }) => text === stated],
    [
      "any-case",
      "the stated type in any case, without parameters",
      by((text, stated) => text.trim().toLowerCase() === stated),
    ],
    [
      "parameters",
      "the stated type with any parameters",
      by((text, stated) => wellFormed(text) === stated),
    ],
    [
      "loose-parameters",
      "the stated type, whatever follows a semicolon",
      by((text, stated) => essence(text) === stated),
    ],
    [
      "prefix",
      "whatever begins with the stated type",
      by((text, stated) => text.trim().toLowerCase().startsWith(stated)),
    ],
    [
      "contains",
      "whatever contains the stated type",
      by((text, stated) => text.toLowerCase().includes(stated)),
    ],
    ["contains-json", "whatever contains json", by((text) => text.toLowerCase().includes("json"))],
    [
      "exact-loose-parameters",
      "the stated type as it is written, whatever follows a semicolon",
      by((text, stated) => (text.split(";")[0] ?? "").trim() === stated),
    ],
    [
      "exact-prefix",
      "whatever begins with the stated type as it is written",
      by((text, stated) => text.trim().startsWith(stated)),
    ],
    [
      "exact-contains",
      "whatever contains the stated type as it is written",
      by((text, stated) => text.includes(stated)),
    ],
    ["any-form", "any media type", by((text) => wellFormed(text) !== undefined)],
    ["any", "anything", () => true],
  ],
  [`${rfc}6838#section-4.2.8`]: [
    [
      "suffix",
      "the stated type, or one that ends with +json",
      by((text, stated) => wellFormed(text) === stated || hasSuffix(wellFormed(text))),
    ],
    [
      "loose-suffix",
      "the stated type or one that ends with +json, whatever follows a semicolon",
      by((text, stated) => essence(text) === stated || hasSuffix(essence(text))),
    ],
  ],
  "https://fastify.dev/docs/latest/Reference/ContentTypeParser/": [
    [
      "fastify",
      "Fastify's parsers: the stated type or text/plain, whatever follows a semicolon",
      by((text, stated) => essence(text) === stated || essence(text) === "text/plain"),
    ],
  ],
  "https://mimesniff.spec.whatwg.org/#json-mime-type": [
    [
      "json",
      "a JSON type: application/json, text/json or +json",
      by((text) => isJson(wellFormed(text)) || hasSuffix(wellFormed(text))),
    ],
  ],
};

const missing: RulesBySource<MediaTypeValue> = {
  [`${rfc}9110#section-8.3`]: [
    ["required", "the header is required", () => false],
    ["optional", "without the header the stated type is assumed", () => true],
  ],
};

/** How servers read Content-Type. */
export const mediaTypeRules: ValueRule<MediaTypeValue>[] = [
  ...rulesOn<MediaTypeValue>("media-type", "type", ({ text }) => text !== undefined, sent),
  ...rulesOn<MediaTypeValue>("media-type", "missing", ({ text }) => text === undefined, missing),
];
