import type { CharsetValue, ValueRule } from "../rule.ts";
import { rulesOn, type Reading, type RulesBySource } from "../rule-rows.ts";
import { sources } from "../rule-sources.ts";
import { decodeText, type Decoding } from "../document/decode-text.ts";

const { rfc } = sources;
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

const byName: RulesBySource<CharsetValue> = {
  [`${rfc}8259#section-11`]: [
    ["ignored", "any charset; it is ignored, the body is UTF-8", () => true],
  ],
  [`${rfc}4627#section-3`]: [
    [
      "detected",
      "any charset; it is ignored, UTF-8, UTF-16 or UTF-32 is detected in the body",
      ({ bytes }) => decodeText(bytes, DETECTED) ?? false,
    ],
  ],
  [`${rfc}9110#section-8.3.2`]: [
    ["utf-8", "utf-8 in any case", named("utf-8")],
    ["utf-8-alias", "utf-8 or utf8", named("utf-8", "utf8")],
    ["utf-8-exact", "utf-8 in lower case without quotes", ({ text }) => text === "utf-8"],
    ["ascii-too", "utf-8 or us-ascii", named("utf-8", "utf8", "us-ascii", "ascii")],
    ["refused", "no charset", () => false],
  ],
  "https://encoding.spec.whatwg.org/#names-and-labels": [
    [
      "decoded",
      "the body is read in the charset; unknown ones are refused",
      ({ text, bytes }) => decoded(bare(text), bytes) ?? false,
    ],
  ],
  "https://github.com/expressjs/body-parser#json": [
    [
      "utf",
      "utf-7, utf-8, utf-16 and utf-32, in which the body is read",
      ({ text, bytes }) =>
        /^utf-(?:7|8|16|16le|16be|32|32le|32be)$/.test(bare(text)) &&
        (decoded(bare(text), bytes) ?? true),
    ],
  ],
};

/** How servers read the parameter charset of Content-Type. */
export const charsetRules: ValueRule<CharsetValue>[] = rulesOn<CharsetValue>(
  "charset",
  "name",
  ({ text }) => text !== undefined,
  byName,
);
