import { expect, test } from "vitest";
import { commonPart } from "./common-part.ts";

const values = (all: readonly object[]) => all.map((each) => new Map(Object.entries(each)));

test.each<[string | undefined, object[], object[]]>([
  ["name begins with a digit", [{ name: "1" }, { name: "2b" }], [{ name: "a" }, { name: "b2" }]],
  [undefined, [{ name: "1a" }, { name: "2b" }], [{ name: "ab" }]],
  ["name has a space", [{ name: "a b" }, { name: " " }], [{ name: "a\tb" }, { name: "ab" }]],
  [
    "name is empty, or only white space",
    [{ name: "" }, { name: " " }, { name: "\u3000\t" }],
    [{ name: "a" }, { name: "b c" }],
  ],
  [
    "name has at least 41 characters",
    [{ name: "a".repeat(41) }, { name: "b".repeat(60) }],
    [{ name: "a" }],
  ],
  [
    "size is a multiple of 5",
    [{ size: 5 }, { size: 10 }, { size: 1000 }],
    [{ size: 1 }, { size: 999 }],
  ],
  ["size is odd", [{ size: 1 }, { size: 3 }, { size: 99 }], [{ size: 2 }, { size: 100 }]],
  ["size is at least 127", [{ size: 127 }, { size: 1000 }], [{ size: 1 }, { size: 100 }]],
  ["size is 7 to 9", [{ size: 7 }, { size: 9 }], [{ size: 1 }, { size: 100 }]],
  // One other value has another length by chance.
  ["name is empty, or only white space", [{ name: "" }, { name: "   " }], [{ name: "abcdef" }]],
  ["there is no size", [{ name: "a" }, { name: "b" }], [{ size: 1, name: "a" }]],
  [
    `colour is "red", and size is 20 to 50`,
    [
      { colour: "red", size: 20 },
      { colour: "red", size: 50 },
    ],
    [
      { colour: "red", size: 1 },
      { colour: "blue", size: 50 },
    ],
  ],
  [
    "size is given, and there is no note",
    [{ size: 0 }, { size: 4 }, { size: 50 }],
    [{}, { size: 2, note: "" }],
  ],
  // The accepted ones have all that the refused ones have.
  [undefined, [{ size: 1 }, { size: 3 }], [{ size: 1 }, { size: 2 }, { size: 3 }]],
])("%s", (expected, those, others) => {
  expect(commonPart(values(those), values(others), 2)).toBe(expected);
});

test("two values only on demand", () => {
  const [those, others] = [[{ a: 1, b: 2 }], [{ a: 1 }, { b: 2 }]].map(values);
  expect(commonPart(those ?? [], others ?? [], 1)).toBeUndefined();
});
