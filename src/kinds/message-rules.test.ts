import { describe, expect, test } from "vitest";
import { charsetRules, mediaTypeRules } from "./message/rules.ts";
import { documentLimits, documentRules } from "./message/document-rules.ts";
import { headersLimits, headersRules } from "./message/rules.ts";
import { parserTables } from "../../test/kinds/parser-tables.ts";
import { pathRules } from "./message/rules.ts";
import type { DocumentValue, HeadersValue, RuleValue, ValueRule } from "./rule.ts";

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const document = (text: string): DocumentValue => ({ of: "document", bytes: latin1(text) });

describe.each(parserTables().filter(({ subject }) => subject === "document"))(
  "documents",
  ({ values, columns }) => {
    const documents = values.map((value) => document(String(JSON.parse(value))));

    test("the table has at least 2,000 different documents, and every column has a rule", () => {
      expect(new Set(values).size).toBeGreaterThanOrEqual(2000);
      const known = new Set(documentRules.flatMap(({ parsers }) => parsers));
      expect(columns.filter(({ parser }) => !known.has(parser))).toEqual([]);
    });

    const held = documentRules.flatMap((rule) =>
      rule.parsers.map((parser) => ({ id: rule.id, rule, parser })),
    );
    test.each(held)("$id accepts what $parser accepts", ({ rule, parser }) => {
      const column = columns.find((each) => each.parser === parser);
      const wrong = documents.flatMap((value, row) =>
        rule.accepts(value) === column?.accepted(row) ? [] : [values[row]?.slice(0, 100)],
      );
      expect(wrong).toEqual([]);
    });
  },
);

/** What a rule says of a value: that it accepts or refuses it, or nothing. */
function said<Value extends RuleValue>(
  rules: readonly ValueRule<Value>[],
  id: string,
  value: Value,
): string {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) return `there is no rule ${id}`;
  if (!rule.judges(value)) return "nothing";
  return rule.accepts(value) ? (rule.reads(value) ?? "accepted") : "refused";
}

describe("documents, one deviation at a time", () => {
  test.each([
    ["document-duplicate-keys-last", '{"a":1,"a":2}', '{"a":2}'],
    ["document-duplicate-keys-first", '{"a":1,"a":2}', '{"a":1}'],
    ["document-duplicate-keys-refused", '{"a":1,"a":2}', "refused"],
    ["document-duplicate-keys-first", '{"a":1,"b":2}', "nothing"],
    ["document-byte-order-mark-read", '\xef\xbb\xbf{"a":1}', '{"a":1}'],
    ["document-byte-order-mark-refused", '\xef\xbb\xbf{"a":1}', "refused"],
    ["document-utf-16-read", '{\0"\0a\0"\0:\x001\0}\0', '{"a":1}'],
    ["document-comments-read", '{"a":1/* b */}// c', '{"a":1}'],
    ["document-comments-read", '{"a":1,}', "nothing"],
    ["document-hash-comments-read", "[1]# c", "[1]"],
    ["document-trailing-commas-read", '{"a":[1,],}', '{"a":[1]}'],
    ["document-empty-items-read", "[,1,,2]", "[1,2]"],
    ["document-single-quotes-read", "{'a':'it\\'s'}", '{"a":"it\'s"}'],
    ["document-bare-keys-read", "{a:1}", '{"a":1}'],
    ["document-nan-read", "[NaN,-Infinity]", "[null,null]"],
    ["document-leading-zeros-read", "[007,-01.5]", "[7,-1.5]"],
    ["document-plus-signs-read", "[+1]", "[1]"],
    ["document-bare-points-read", "[.5,5.,-.5e1]", "[0.5,5.0,-0.5e1]"],
    ["document-hexadecimal-read", "[0x1F,-0x1]", "[31,-1]"],
    ["document-control-characters-read", '["a\tb"]', '["a\\tb"]'],
    ["document-unknown-escapes-read", '["\\q"]', '["q"]'],
    ["document-other-white-space-read", "[1]\f", "[1]"],
    ["document-other-case-read", "[True,NULL]", "[true,null]"],
    ["document-trailing-bytes-read", "[1]]", "[1]"],
    ["document-empty-read", " \n", "null"],
    ["document-empty-refused", "", "refused"],
    ["document-invalid-utf-8-replaced", '["\xe9"]', '["\ufffd"]'],
    ["document-invalid-utf-8-latin-1", '["\xe9"]', '["é"]'],
    ["document-invalid-utf-8-refused", '["\xe9"]', "refused"],
    ["document-invalid-utf-8-refused", '["\xc3\xa9"]', "nothing"],
    ["document-scalar-refused", "1", "refused"],
    ["document-scalar-accepted", "1", "accepted"],
    ["document-scalar-refused", "[1]", "nothing"],
    ["document-array-refused", "[1]", "refused"],
  ])("%s of %j: %s", (id, text, expected) => {
    expect(said(documentRules, id, document(text))).toBe(expected);
  });

  test("size and depth", () => {
    const [size, depth] = documentLimits.map(({ measure }) => measure(document('{"a":["[[["]}')));
    expect([size, depth]).toEqual([13n, 2n]);
  });
});

const STATED = "application/json";

describe("media types", () => {
  test.each([
    ["media-type-exact", "application/json", "accepted"],
    ["media-type-exact", "Application/JSON", "refused"],
    ["media-type-any-case", "Application/JSON", "accepted"],
    ["media-type-any-case", "application/json;a=b", "refused"],
    ["media-type-parameters", 'application/json; charset=utf-8;a="b;c"', "accepted"],
    ["media-type-parameters", "application/json; charset", "refused"],
    ["media-type-loose-parameters", "application/json; charset", "accepted"],
    ["media-type-prefix", "application/jsonp", "accepted"],
    ["media-type-contains", "text/plain, application/json", "accepted"],
    ["media-type-contains-json", "text/x-json", "accepted"],
    ["media-type-suffix", "application/problem+json", "accepted"],
    ["media-type-suffix", "application/xml", "refused"],
    ["media-type-loose-suffix", "application/a+json;b", "accepted"],
    ["media-type-json", "text/json", "accepted"],
    ["media-type-any-form", "text/plain", "accepted"],
    ["media-type-any-form", "json", "refused"],
    ["media-type-any", "", "accepted"],
    ["media-type-required", "text/plain", "nothing"],
  ])("%s of %j: %s", (id, text, expected) => {
    expect(said(mediaTypeRules, id, { of: "media-type", text, stated: STATED })).toBe(expected);
  });

  test("without the header", () => {
    const value = { of: "media-type", text: undefined, stated: STATED } as const;
    expect(said(mediaTypeRules, "media-type-required", value)).toBe("refused");
    expect(said(mediaTypeRules, "media-type-optional", value)).toBe("accepted");
    expect(said(mediaTypeRules, "media-type-any", value)).toBe("nothing");
  });
});

test.each([
  ["charset-ignored", "x-unknown", "accepted"],
  ["charset-utf-8", "UTF-8", "accepted"],
  ["charset-utf-8", '"utf-8"', "accepted"],
  ["charset-utf-8", "utf8", "refused"],
  ["charset-utf-8-alias", "utf8", "accepted"],
  ["charset-utf-8-exact", "UTF-8", "refused"],
  ["charset-ascii-too", "us-ascii", "accepted"],
  ["charset-refused", "utf-8", "refused"],
  ["charset-decoded", "iso-8859-1", '"é"'],
  ["charset-decoded", "x-unknown", "refused"],
  ["charset-utf", "utf-16", "\u{e922}\ufffd"],
  ["charset-utf", "utf-99", "refused"],
])("%s of %j: %s", (id, text, expected) => {
  expect(said(charsetRules, id, { of: "charset", text, bytes: latin1('"\xe9"') })).toBe(expected);
});

test.each([
  ["path-case-accepted", "/A/b", "/a/b"],
  ["path-case-refused", "/A/b", "refused"],
  ["path-case-refused", "/a/b", "nothing"],
  ["path-slash-accepted", "/a/b/", "/a/b"],
  ["path-slash-accepted", "/a/b//", "nothing"],
  ["path-slashes-accepted", "/a/b//", "/a/b"],
  ["path-double-slashes-accepted", "//a//b", "/a/b"],
  ["path-dots-accepted", "/a/./c/../b", "/a/b"],
  ["path-dots-accepted", "/../a/b", "/a/b"],
  ["path-percent-accepted", "/%61/b", "/a/b"],
  ["path-percent-accepted", "/a%2Fb", "nothing"],
  ["path-percent-slash-accepted", "/a%2Fb", "/a/b"],
  ["path-parameters-accepted", "/a;v=1/b;c", "/a/b"],
  ["path-extension-accepted", "/a/b.json", "/a/b"],
  ["path-backslashes-accepted", "/a\\b", "/a/b"],
  ["path-below-accepted", "/a/b/c", "accepted"],
  ["path-below-refused", "/a/b/c", "refused"],
  ["path-query-ignored", "/a/b?c=1", "accepted"],
  ["path-query-refused", "/a/b?c=1", "refused"],
])("%s of %s: %s", (id, text, expected) => {
  expect(said(pathRules, id, { of: "path", text, stated: "/a/b" })).toBe(expected);
});

test.each([
  ["/a?q=x&e=true&c=1", "accepted"],
  ["/a?c=1&q=x&e=true", "accepted"],
  ["/a?q=other&e=true", "nothing"],
  ["/a?q=x", "nothing"],
  ["/a?q=x&e=true&q=y", "nothing"],
  ["/a?q=other&e=true&c=1", "nothing"],
])("an unknown query next to the stated one: %s is %s", (text, expected) => {
  const value = { of: "path" as const, text, stated: "/a?q=x&e=true" };
  expect(said(pathRules, "path-query-ignored", value)).toBe(expected);
});

const headers = (...lines: [string, string][]): HeadersValue => ({ of: "headers", lines });

test.each([
  ["headers-accept-negotiated", headers(["Accept", "text/html"]), "refused"],
  ["headers-accept-negotiated", headers(["Accept", "text/html, */*;q=0.1"]), "accepted"],
  ["headers-accept-negotiated", headers(["Accept", "application/json;q=0"]), "refused"],
  ["headers-accept-ignored", headers(["Accept", "text/html"]), "accepted"],
  ["headers-accept-ignored", headers(), "nothing"],
  ["headers-content-encoding-known", headers(["Content-Encoding", "gzip, br"]), "accepted"],
  ["headers-content-encoding-known", headers(["Content-Encoding", "x"]), "refused"],
  ["headers-content-encoding-identity", headers(["Content-Encoding", "gzip"]), "refused"],
  ["headers-expect-continue", headers(["Expect", "100-Continue"]), "accepted"],
  ["headers-expect-continue", headers(["Expect", "200-ok"]), "refused"],
  [
    "headers-repeated-type-refused",
    headers(["Content-Type", "a"], ["content-type", "b"]),
    "refused",
  ],
  [
    "headers-repeated-length-same",
    headers(["Content-Length", "1"], ["Content-Length", "1"]),
    "accepted",
  ],
  [
    "headers-repeated-length-same",
    headers(["Content-Length", "1"], ["Content-Length", "2"]),
    "refused",
  ],
  ["headers-host-required", headers(["Host", "a"], ["Host", "b"]), "accepted"],
  ["headers-host-once", headers(["Host", "a"]), "nothing"],
])("%s: %j is %s", (id, value, expected) => {
  expect(said(headersRules, id, value)).toBe(expected);
});

test("limits of the headers count lines, all bytes, those of names and values, and of the longest line", () => {
  const value = headers(["a", "1"], ["bc", "234"]);
  expect(headersLimits.map(({ measure }) => measure(value))).toEqual([2n, 15n, 7n, 7n]);
});
