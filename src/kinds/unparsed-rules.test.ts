import { expect, test } from "vitest";
import { fieldRules } from "../../test/kinds/field-rules.ts";
import { kinds } from "./field-type.ts";
import { tokenValue } from "./rule-rows.ts";

const RULES = fieldRules(["small", "large", 7], ["orderId", "city"]);
const LIMITS = kinds.flatMap(({ limits = [] }) => limits);

/** What a rule says of a JSON text: what it is read as, or whether it is accepted; `nothing` of another type. */
function said(id: string, text: string | undefined): string {
  const rule = RULES.find((each) => each.id === id);
  const token = tokenValue(text);
  if (rule === undefined || token === undefined) return `no rule ${id}, or no JSON: ${text}`;
  if (!rule.judges(token)) return "nothing";
  return rule.accepts(token) ? (rule.reads(token) ?? "accepted") : "refused";
}

/** Rules that no parser decides, with values from their documentation. */
test.each<[id: string, text: string | undefined, said: string]>([
  ["whole-number-int64-value", "9223372036854775807.0", "9223372036854775807"],
  ["whole-number-int64-value", "9223372036854775808", "refused"],
  ["whole-number-int64-value", "1.5", "refused"],
  ["whole-number-integer-value", "1e30", `1${"0".repeat(30)}`],
  ["whole-number-integer-value", "1e-1", "refused"],
  ["whole-number-truncated", "-1.9", "-1"],
  ["whole-number-truncated", "12.5e1", "125"],
  ["whole-number-safe-integer", "9007199254740993", "refused"],
  ["whole-number-double-integer", "9007199254740993", "9007199254740992"],
  ["whole-number-jackson-long", "9223372036854775807", "9223372036854775807"],
  ["whole-number-string-signed-digits", '"-12"', "-12"],
  ["whole-number-string-signed-digits", '"+12"', "refused"],
  ["whole-number-string-refused", '"1"', "refused"],
  ["whole-number-null-zero", "null", "0"],
  ["whole-number-boolean-number", "true", "1"],
  ["whole-number-array-unwrapped", "[7]", "7"],
  ["whole-number-array-unwrapped", "[7,8]", "refused"],
  ["whole-number-array-unwrapped", "[[7]]", "refused"],
  ["choice-number-stated", "7.0", "accepted"],
  ["choice-number-stated", "8", "refused"],
  ["choice-string-refused", '"small"', "refused"],
  ["whole-number-required", undefined, "refused"],
  ["whole-number-optional", undefined, "accepted"],
  ["whole-number-optional", "1", "nothing"],
  ["number-string-decimal", '"1e5"', "accepted"],
  ["number-string-decimal", '"0x1"', "refused"],
  ["boolean-string-exact", '"True"', "refused"],
  ["boolean-string-any-case", '"True"', "accepted"],
  ["boolean-string-cased-words", '"Yes"', "accepted"],
  ["boolean-string-cased-words", '"oFF"', "refused"],
  ["boolean-true-only", "false", "refused"],
  ["boolean-number-bits", "1.0", "accepted"],
  ["boolean-number-bits", "2", "refused"],
  ["date-time-rfc3339", '"1985-04-12T23:20:50.52Z"', "accepted"],
  ["date-time-rfc3339", '"1996-12-19T16:39:57-08:00"', "accepted"],
  ["date-time-rfc3339", '"1990-12-31T23:59:60Z"', "refused"],
  ["date-time-rfc3339", '"1985-04-12t23:20:50z"', "refused"],
  ["date-time-rfc3339-any-case", '"1985-04-12t23:20:50z"', "accepted"],
  ["date-time-rfc3339-leap-second", '"1990-12-31T15:59:60-08:00"', "accepted"],
  ["date-time-rfc3339-unchecked", '"2023-99-99T99:99:99Z"', "accepted"],
  ["date-time-utc", '"1996-12-19T16:39:57+00:00"', "refused"],
  ["date-time-milliseconds", '"1985-04-12T23:20:50.520Z"', "accepted"],
  ["date-time-milliseconds", '"1985-04-12T23:20:50.52Z"', "refused"],
  ["date-time-seconds", '"1985-04-12T23:20:50.520Z"', "refused"],
  ["date-time-php-atom-rolled", '"2024-02-30T25:61:61+00:00"', "accepted"],
  ["date-time-php-atom-rolled", '"2024-02-30T23:59:59.999Z"', "refused"],
  ["date-time-php-extended-rolled", '"2024-13-00T00:00:00.000Z"', "accepted"],
  ["date-time-php-extended-rolled", '"2024-02-30T00:00:00.1234Z"', "refused"],
  ["date-time-or-date", '"1985-04-12"', "accepted"],
  ["date-time-iso8601", '"1985-04-12T24:00"', "accepted"],
  ["date-time-iso8601", '"1985-04-12T23:20+01"', "accepted"],
  ["date-time-iso8601", '"1985-04-12 23:20"', "refused"],
  ["date-pattern", '"2023-02-31"', "accepted"],
  ["uuid-version-4", '"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"', "refused"],
  ["uuid-lower-case", '"F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"', "refused"],
  ["email-html", '"a..b@example"', "accepted"],
  ["email-dot-atom", '"a..b@example"', "refused"],
  ["email-dot-atom-short", `"${"a".repeat(65)}@example.com"`, "refused"],
  ["email-at-sign-and-point", '"a@b"', "refused"],
  ["uri-reference", '"../a?b"', "accepted"],
  ["uri-rfc3986", '"../a?b"', "refused"],
  ["uri-rfc3986", '"ldap://[2001:db8::7]/c=GB?objectClass?one"', "accepted"],
  ["uri-rfc3986-http", '"urn:oasis:names"', "refused"],
  ["uri-js-url-http", '"ftp://a"', "refused"],
  ["text-not-blank", '" \\u0085"', "refused"],
  ["text-trimmed", '" a "', '"a"'],
  ["text-no-spaces-around", '"a "', "refused"],
  ["text-no-white-space", '"a b"', "refused"],
  ["text-single-line", '"a\\u2028b"', "refused"],
  ["text-no-nul", '"a\\u0000"', "refused"],
  ["text-no-controls", '"a\\t"', "refused"],
  ["text-no-controls-but-space", '"a\\t"', "accepted"],
  ["text-no-lone-surrogates", '"\\ud800"', "refused"],
  ["text-no-lone-surrogates", '"\\ud83d\\ude00"', "accepted"],
  ["text-basic-plane", '"\\ud83d\\ude00"', "refused"],
  ["text-no-format-characters", '"a\\u200b"', "refused"],
  ["text-nfc", '"e\\u0301"', "refused"],
  ["text-to-nfc", '"e\\u0301"', '"é"'],
  ["text-latin-1", '"é"', "accepted"],
  ["text-ascii", '"é"', "refused"],
  ["text-printable-ascii", '"\\u007f"', "refused"],
  ["text-slug", '"a-b1"', "accepted"],
  ["text-slug", '"a--b"', "refused"],
  ["text-lower-case", '"É"', "refused"],
  ["text-letters-of-any-script", '"日本1"', "accepted"],
  ["text-names", '"O\'Neil-Gómez"', "accepted"],
  ["text-no-angle-brackets", '"<b>"', "refused"],
  ["text-no-markup", '"a & b"', "refused"],
  ["list-not-empty", "[]", "refused"],
  ["list-unique", "[1,1]", "refused"],
  ["list-no-null", "[null]", "refused"],
  ["list-string-wrapped", '"a"', '["a"]'],
  ["choice-exact", '"SMALL"', "refused"],
  ["choice-any-case", '"SMALL"', '"small"'],
  ["choice-trimmed", '" small"', '"small"'],
  ["choice-trimmed-any-case", '" Large "', '"large"'],
  ["object-further-refused", '{"orderId":1,"other":2}', "refused"],
  ["object-further-refused", '{"order_id":1}', "refused"],
  ["object-further-refused-any-case", '{"ORDERID":1}', "accepted"],
  ["object-further-refused-any-style", '{"order_id":1}', "accepted"],
])("%s of %s: %s", (id, text, expected) => {
  expect(said(id, text)).toBe(expected);
});

test("lengths of a text", () => {
  const token = tokenValue('"e\\u0301\\ud83d\\ude00"');
  const lengths = LIMITS.filter(({ subject }) => subject === "text").map(({ id, measure }) => [
    id,
    token && measure(token),
  ]);
  expect(Object.fromEntries(lengths)).toMatchObject({
    "text-utf-16-units": 4n,
    "text-code-points": 3n,
    "text-bytes": 7n,
    "text-graphemes": 2n,
  });
});

test("a limit says its range, and accepts what is within it", () => {
  const range = LIMITS.find(({ id }) => id === "whole-number-range");
  const rule = range?.within({ minimum: 1n, maximum: 9n });
  expect(rule?.name).toBe("a number from 1 to 9");
  const accepted = ["0", "1", "9.0", "10", "1.5"].map((text) => {
    const token = tokenValue(text);
    return token !== undefined && rule?.accepts(token);
  });
  expect(accepted).toEqual([false, true, true, false, false]);
});
