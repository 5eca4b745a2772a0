import { expect, it } from "vitest";
import { renderToString } from "preact-render-to-string";
import { linksTo, cutText, firstCharacters } from "./text.tsx";

import { escapeUnseen } from "../../text/index.ts";
import { markOfSignature } from "./status-class.tsx";

it("a cut never parts a surrogate pair", () => {
  expect(firstCharacters("ab😀", 3)).toBe("ab");
  expect(firstCharacters("ab😀", 4)).toBe("ab😀");
});

it("a text that is a few characters over the limit is not cut: the words about it would be longer", () => {
  const shown = (length: number) => renderToString(cutText("a".repeat(length), 40));
  expect(shown(60)).toBe("a".repeat(60));
  expect(shown(61)).toBe(`${"a".repeat(40)}<span class="cut"> … 40 of 61 characters</span>`);
});

it.each([
  ["a b", "a b"],
  ["a\u00a0b\tc\n", "a\\u{a0}b\\u{9}c\\u{a}"],
  ["\u2066x\u2069 \ufeff \u{e0041} \u3164", "\\u{2066}x\\u{2069} \\u{feff} \\u{e0041} \\u{3164}"],
  ["\ud800 é 😀 שלום", "\\u{d800} é 😀 שלום"],
])("%j is written so that it can be seen", (text, seen) => expect(escapeUnseen(text)).toBe(seen));

it.each([
  ["201", "k2"],
  ["201, 409", "k4"],
  ["201 ×3", "k2"],
  ["201, closed", "kn"],
  ["timed-out ×4", "kn"],
  ["999", "ko"],
])("%s is coloured by its last response", (signature, mark) =>
  expect(markOfSignature(signature)).toBe(mark),
);

it("links only to what is there, and says odd ids so that they are found", () => {
  const links = linksTo(["a/b#1%\ud800"]);
  expect(links.toCase("a/b#1%\ud800")).toBe("#case=a/b%231%25%5Cu%7Bd800%7D");
  expect(links.toCase("a/c")).toBeUndefined();
});
