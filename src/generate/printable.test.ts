import { expect, test } from "vitest";
import { printable, wholeCharacters } from "./request-text.ts";

test.each([
  ["POST / HTTP/1.1\r\nHost: x\r\n\r\n{}", "POST / HTTP/1.1\nHost: x\n\n{}"],
  ["a\nb", "a\\nb"],
  ["a\rb", "a\\rb"],
  ["a\tb\u0000\u007f", "a\\tb\\x00\\x7f"],
  ["caf\u00e9 \u{1f600}", "caf\u00e9 \u{1f600}"],
])("%j", (text, shown) => {
  expect(printable(Buffer.from(text), 1000)).toBe(shown);
});

test("bytes that are not UTF-8 are shown one by one, line breaks and text as ever", () => {
  const bytes = Buffer.concat([Buffer.from("a\r\n\\r\\n \u00e9"), Buffer.of(0xff, 0x00)]);
  expect(printable(bytes, 1000)).toBe("a\n\\r\\n \\xc3\\xa9\\xff\\x00");
});

test.each([
  ["abcdef", 3, "abc"],
  ["ab\u00e9", 3, "ab"],
  ["a\u{1f600}b", 4, "a"],
  ["a\u{1f600}b", 5, "a\u{1f600}"],
])("%j is cut to %i bytes at a whole character", (text, limit, shown) => {
  expect(printable(Buffer.from(text), limit)).toBe(shown);
});

test.each([
  [Buffer.alloc(10, 0x80), 5, 5],
  [Buffer.alloc(10, "x"), 5, 5],
  [Buffer.alloc(3, "x"), 5, 3],
  [Buffer.alloc(0), 5, 0],
])("what is no text is cut at the limit: %#", (bytes, limit, end) => {
  expect(wholeCharacters(bytes, limit)).toBe(end);
});
