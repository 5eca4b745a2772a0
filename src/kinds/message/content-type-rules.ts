import type { MediaTypeValue, ValueRule, CharsetValue } from "../rule.ts";
import { rulesOn, type Reading, sources } from "../rule-rows.ts";
import { decodeText, type Decoding } from "./decode-text.ts";

const { rfc } = sources;
const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = `[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\[^])*"))?`;
const FORM = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})(?:${PARAMETER})*[ \\t]*$`);

const essence = (text = ""): string => (text.split(";")[0] ?? "").trim().toLowerCase();
/** The type of a value that has the form of RFC 9110; undefined otherwise. */
const wellFormed = (text = ""): string | undefined => FORM.exec(text)?.[1]?.toLowerCase();
const isJson = (type = ""): boolean => type === "application/json" || type === "text/json";
const hasSuffix = (type = ""): boolean => TYPE.test(type) && type.endsWith("+json");

const by =
  (check: (text: string, stated: string) => boolean) =>
  ({ text, stated }: MediaTypeValue): Reading =>
    text !== undefined && check(text, essence(stated));

const sent = rulesOn<MediaTypeValue>("media-type", "type", ({ text }) => text !== undefined)`
  ${rfc}9110#section-8.3
  exact | exactly the stated text | ${({ text, stated }) => text === stated}
  any-case | the stated type in any case, without parameters | ${by((text, stated) => text.trim().toLowerCase() === stated)}
  parameters | the stated type with any parameters | ${by((text, stated) => wellFormed(text) === stated)}
  loose-parameters | the stated type, whatever follows a semicolon | ${by((text, stated) => essence(text) === stated)}
  prefix | whatever begins with the stated type | ${by((text, stated) => text.trim().toLowerCase().startsWith(stated))}
  contains | whatever contains the stated type | ${by((text, stated) => text.toLowerCase().includes(stated))}
  contains-json | whatever contains json | ${by((text) => text.toLowerCase().includes("json"))}
  exact-loose-parameters | the stated type as it is written, whatever follows a semicolon | ${by((text, stated) => (text.split(";")[0] ?? "").trim() === stated)}
  exact-prefix | whatever begins with the stated type as it is written | ${by((text, stated) => text.trim().startsWith(stated))}
  exact-contains | whatever contains the stated type as it is written | ${by((text, stated) => text.includes(stated))}
  any-form | any media type | ${by((text) => wellFormed(text) !== undefined)}
  any | anything | accepted
  ${rfc}6838#section-4.2.8
  suffix | the stated type, or one that ends with +json | ${by((text, stated) => wellFormed(text) === stated || hasSuffix(wellFormed(text)))}
  loose-suffix | the stated type or one that ends with +json, whatever follows a semicolon | ${by((text, stated) => essence(text) === stated || hasSuffix(essence(text)))}
  https://fastify.dev/docs/latest/Reference/ContentTypeParser/
  fastify | Fastify's parsers: the stated type or text/plain, whatever follows a semicolon | ${by((text, stated) => essence(text) === stated || essence(text) === "text/plain")}
  https://mimesniff.spec.whatwg.org/#json-mime-type
  json | a JSON type: application/json, text/json or +json | ${by((text) => isJson(wellFormed(text)) || hasSuffix(wellFormed(text)))}
`;

const missing = rulesOn<MediaTypeValue>("media-type", "missing", ({ text }) => text === undefined)`
  ${rfc}9110#section-8.3
  required | the header is required | refused
  optional | without the header the stated type is assumed | accepted
`;

export const mediaTypeRules: ValueRule<MediaTypeValue>[] = [...sent, ...missing];

const DETECTED: Decoding = { invalid: "surrogates", mark: true, detected: "marks and zeros" };

/** A name as it is, or without the quotes around it. */
const bare = (text = ""): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .toLowerCase();

/** The text of bytes in a charset that the Encoding standard knows; undefined for another one. */
function decoded(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}

const named =
  (...names: readonly string[]) =>
  ({ text }: CharsetValue): Reading =>
    names.includes(bare(text));

const isSent = ({ text }: CharsetValue): boolean => text !== undefined;

export const charsetRules = rulesOn<CharsetValue>("charset", "name", isSent)`
  ${rfc}8259#section-11
  ignored | any charset; it is ignored, the body is UTF-8 | accepted
  ${rfc}4627#section-3
  detected | any charset; it is ignored, UTF-8, UTF-16 or UTF-32 is detected in the body | ${({ bytes }) => decodeText(bytes, DETECTED) ?? false}
  ${rfc}9110#section-8.3.2
  utf-8 | utf-8 in any case | ${named("utf-8")}
  utf-8-alias | utf-8 or utf8 | ${named("utf-8", "utf8")}
  utf-8-exact | utf-8 in lower case without quotes | ${({ text }) => text === "utf-8"}
  ascii-too | utf-8 or us-ascii | ${named("utf-8", "utf8", "us-ascii", "ascii")}
  refused | no charset | refused
  https://encoding.spec.whatwg.org/#names-and-labels
  decoded | the body is read in the charset; unknown ones are refused | ${({ text, bytes }) => decoded(bare(text), bytes) ?? false}
  https://github.com/expressjs/body-parser#json
  utf | utf-7, utf-8, utf-16 and utf-32, in which the body is read | ${({ text, bytes }) => /^utf-(?:7|8|16|16le|16be|32|32le|32be)$/.test(bare(text)) && (decoded(bare(text), bytes) ?? true)}
`;
