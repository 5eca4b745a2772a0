import { expect, test } from "vitest";
import { fitRequest, fitText, padText, widthOf } from "./screen-text.ts";
import { numbersAt, tableLines } from "./table.ts";

test.each([
  ["abc", 3],
  ["é", 1],
  ["e\u0301", 1],
  ["日本", 4],
  ["😀", 2],
  ["👩‍👩‍👧", 2],
  ["🇯🇵", 2],
  ["", 0],
])("%s takes %d columns", (text, columns) => expect(widthOf(text)).toBe(columns));

test("columns line up under wide characters and emoji", () => {
  const rows = [
    ["name", "n", "what"],
    ["日本", "1", "a"],
    ["😀x", "1,000", "b"],
    ["e\u0301", "20", "c"],
  ];
  expect(tableLines(rows, numbersAt(1))).toEqual([
    "name      n  what",
    "日本      1  a",
    "😀x   1,000  b",
    "e\u0301        20  c",
  ]);
});

test("colours take no room, and are put around the blanks of a column", () => {
  const red = (text: string): string => `<${text}>`;
  const rows = [
    [{ text: "400", paint: red }, "x"],
    [{ text: "timed-out", paint: red }, "y"],
  ];
  expect(tableLines(rows)).toEqual(["<400      >  x", "<timed-out>  y"]);
});

test("what is escaped is measured as it is written", () => {
  expect(
    tableLines([
      ["\u001b", "a"],
      ["abc", "b"],
    ]),
  ).toEqual(["\\u{1b}  a", "abc     b"]);
});

test("a width at least and at most, a short row, an empty end", () => {
  const rows = [["abcdef", "1", ""], ["a"], ["b", "22", "end"]];
  expect(tableLines(rows, [{ most: 4 }, { right: true, least: 4 }], { indent: " " })).toEqual([
    " abc…     1",
    " a",
    " b       22  end",
  ]);
});

test("nothing is cut where no width is given", () => {
  const long = "x".repeat(5000);
  expect(tableLines([[long, "a"]])).toEqual([`${long}  a`]);
});

test("texts are cut between characters, never within", () => {
  expect(fitText("日本語", 5)).toBe("日本…");
  expect(fitText("日本語", 4)).toBe("日…");
  expect(fitText("👍🏽👍🏽", 3)).toBe("👍🏽…");
  expect(padText("日本", 6)).toBe("日本  ");
  expect(fitRequest("abcdefghij", 5)).toBe("ab…ij");
  expect(fitRequest("日本語日本語", 7)).toBe("日…語");
});
