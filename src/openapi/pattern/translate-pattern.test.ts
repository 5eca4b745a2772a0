import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { translatePattern } from "./translate-pattern.ts";

const translated = (pattern: string): string | undefined => translatePattern(pattern)?.pattern;
const reads = (pattern: string, text: string): boolean =>
  new RegExp(translated(pattern) ?? "(?!)", "u").test(text);

describe("a pattern of ECMAScript is unchanged", () => {
  test.each([
    "^[a-z]{2,5}$",
    "^\\p{L}+$",
    "^(?=.*\\d)(?<word>\\w+)\\k<word>$",
    "^\\u{1f600}$",
    "[^]",
    "^$",
    "",
  ])("%s", (pattern) => expect(translatePattern(pattern)).toEqual({ pattern }));
});

describe("a pattern of another language", () => {
  test.each<[pattern: string, matching: string[], others: string[]]>([
    // PCRE, Python, Ruby, Java, .NET: the ends of the text.
    ["\\A[a-z]+\\z", ["ab"], ["ab\n", "AB", " ab", "ab\ncd"]],
    ["\\A\\d{3}\\Z", ["123"], ["1234", "12"]],
    // The flag i, for all, from a place, and for a group.
    ["(?i)^abc$", ["abc", "ABC", "aBc"], ["abd"]],
    ["^(?i:ab)c$", ["abc", "ABc"], ["abC"]],
    ["^a(?i)b|c$", ["aB", "xC", "ab"], ["AB"]],
    ["^(a(?i)b)c$", ["abc", "aBc"], ["aBC", "ABc"]],
    ["(?i)^[a-f0-9]+$", ["Ab9"], ["g", "G"]],
    ["(?i)^[^a-c]$", ["d", "1"], ["a", "A"]],
    ["(?i)^\u00e9$", ["\u00e9", "\u00c9"], ["e"]],
    ["(?i)^[B-y]$", ["a", "b", "Y", "Z", "z"], ["1"]],
    ["^(?i)a(?-i)b$", ["Ab", "ab"], ["aB"]],
    ["(?i)^[[:lower:]\\p{Lu}]$", ["a", "A", "\u00e9"], ["1"]],
    // Dots, lines and free spacing.
    ["(?s)^a.b$", ["a\nb", "axb"], ["ab"]],
    ["(?s-i:a.b)", ["a\nb"], ["A\nb"]],
    ["(?m)^b$", ["a\nb\nc", "b"], ["ab"]],
    ["(?x) ^ a b  # two letters\n [ c]{2} $", ["abcc", "ab c"], ["a b"]],
    ["(?xi)a\\ b", ["A b"], ["ab"]],
    ["^a(?#a comment)b$", ["ab"], ["a"]],
    // Possessive quantifiers and atomic groups give nothing back.
    ["^[a-z]++$", ["ab"], ["", "a1"]],
    ["^[a-z]++-\\d?+$", ["ab-1", "ab-"], ["-1"]],
    ["^a*+a$", [], ["a", "aa"]],
    ["^a{1,2}+ab$", ["aaab"], ["aab"]],
    ["^(?>a|ab)c$", ["ac"], ["abc"]],
    ["^(?:a|ab)++$", ["a", "aa"], ["ab"]],
    ["^(x)(?>a+)(y)\\2\\1$", ["xaayyx"], ["xayxy"]],
    ["^(a)*+(b)\\2$", ["aabb", "bb"], ["ab"]],
    // Groups and references.
    ["^(?P<y>\\d)-(?P=y)$", ["1-1"], ["1-2"]],
    ["^(?'y'\\d)-\\k'y'$", ["1-1"], ["1-2"]],
    ["^(\\d)\\-\\g{1}\\g1\\g{-1}$", ["1-111"], ["1-112"]],
    ["^(.)\\-\\1\\x{31}$", ["a-a1"], ["a-b1"]],
    // Sets of characters.
    ["^[[:alpha:]_][[:alnum:]_]*$", ["a1_", "_"], ["1", ":"]],
    ["^[^[:space:][:punct:]]+$", ["ab"], ["a b", "a-b"]],
    ["^\\pL\\p{IsLatin}\\P{^Lu}$", ["\u00e9aB"], ["1aB", "aab"]],
    ["^\\h\\H$", ["\ta"], ["a\t"]],
    ["^[\\h]\\R\\N$", [" \r\na", "\t\na"], ["a\na"]],
    ["^[\\w-.]+$", ["a-.b"], ["a/b"]],
    ["^[]a]+$", ["]a"], ["b"]],
    ["^[[a]+$", ["[a"], ["b"]],
    ["^[\\Wa-\\d]$", ["-", "a", "7", "!"], ["b"]],
    // Characters by their codes, and quoted ones.
    ["^\\x{1F600}\\x41\\e\\a\\012$", ["\u{1f600}A\u001b\u0007\n"], ["A"]],
    ["^\\U0001F600\\o{101}\\cA$", ["\u{1f600}A\u0001"], ["A"]],
    ["^\\Qa.b(\\E\\d$", ["a.b(1"], ["axb(1"]],
    ["(?i)\\Qa.\\E", ["A."], ["ab"]],
    // What ECMAScript allows only without the flag u.
    ["^\\d{3}\\-\\d{2}\\_\\@\\ $", ["123-45_@ "], ["12345"]],
    ["^{a}]$", ["{a}]"], ["a"]],
    ["^a{,2}\\-$", ["aa-", "-"], ["aaa-"]],
    ["^(?=a)*\\-b$", ["-b"], ["a"]],
  ])("%s", (pattern, matching, others) => {
    expect(translated(pattern)).toBeDefined();
    expect(matching.map((text) => [text, reads(pattern, text)])).toEqual(
      matching.map((text) => [text, true]),
    );
    expect(others.map((text) => [text, reads(pattern, text)])).toEqual(
      others.map((text) => [text, false]),
    );
  });

  test.each([
    ["\\Aa\\Z", "\\Z is read as the very end, and not before a last line feed"],
    ["^\\h$", "\\h is read as in PCRE and Java: horizontal white space"],
    ["/^[a-z]+$/i", "it is read without the slashes around it"],
  ])("%s is read with a note", (pattern, approximate) =>
    expect(translatePattern(pattern)?.approximate).toBe(approximate),
  );

  test("a possessive quantifier is a plain one where that is the same", () => {
    expect(translated("^[a-z]++\\.\\d++\\z")).toBe("^[a-z]+\\.\\d+$");
  });
});

describe("a pattern without a translation", () => {
  test.each([
    "^(a(?R)?b)$",
    "^(?1)(a)$",
    "^(a)(?(1)b|c)$",
    "(*UTF8)a",
    "^\\X$",
    "^[a-z&&[^b]]$",
    "^[a-c[x-z]]$",
    "^(?|(a)|(b))$",
    "^\\p{Nonsense}$",
    "[[:nonsense:]]",
    "(?<a",
    "(a",
    "a)",
    "[a",
    "*a",
    "[b-a]",
    "\\",
    "\\1(a)\\-",
    "a{2}{3}\\-",
    "\\x{110000}",
  ])("%s", (pattern) => expect(translatePattern(pattern)).toBeUndefined());
});

/** Parts of patterns that mean the same in every language, some of them not with the flag u. */
const piece = fc.constantFrom(
  ..."ab1-_.^$|@{}]".split(""),
  "\\-",
  "\\_",
  "\\@",
  "\\d",
  "\\W",
  "[ab]",
  "[^a1]",
  "[\\w-]",
  "[\\d-@]",
  "[a\\-b]",
  "(a|b1)",
  "(?:a-)",
  "(?=b)",
  "(?!1)",
  "a+",
  "b*?",
  "1{1,2}",
  "\\x41",
);

const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
};

test("what a language without the flag u matches, its translation matches", () => {
  const patterns = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(
      patterns,
      fc.string({ unit: fc.constantFrom(..."ab1-_@A{}]\n") }),
      (pattern, text) => {
        const found = translated(pattern);
        fc.pre(found !== undefined && isPattern(pattern));
        expect(new RegExp(found ?? "", "u").test(text)).toBe(new RegExp(pattern).test(text));
      },
    ),
    { numRuns: 2000 },
  );
});

test("any text is a pattern, or is refused, at once", () => {
  const odd = fc.string({ unit: fc.constantFrom(..."()[]{}?*+|\\^$.:=!<>P-,i1aQEpx&#' \n") });
  fc.assert(
    fc.property(odd, (pattern) => {
      const found = translated(pattern);
      if (found !== undefined) expect(new RegExp(found, "u")).toBeInstanceOf(RegExp);
    }),
    { numRuns: 2000 },
  );
});
