import { expect, test } from "vitest";
import { escapeUnseen, escapeUnseenButBreaks, seenParts } from "./terminal-text.ts";

test("every character is escaped alike, on one line and on several, but for line feeds and tabs", () => {
  const different: string[] = [];
  for (let code = 0; code < 0x110000; code += code < 0x3000 ? 1 : 37) {
    const text = `a${String.fromCodePoint(code)}b`;
    const expected = code === 9 || code === 10 ? text : escapeUnseen(text);
    const parts = seenParts(text, { breaks: true }).map((part) => part.text);
    if (escapeUnseenButBreaks(text) !== expected || parts.join("") !== expected)
      different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});

test("halves of a pair are escaped, a whole one is not", () => {
  expect(escapeUnseenButBreaks("\ud800x\udc00\ud83d\ude00")).toBe("\\u{d800}x\\u{dc00}\u{1f600}");
});
