/** A named set of characters as the inside of a class of ECMAScript: without brackets. */
type Sets = Readonly<Record<string, string>>;

/** POSIX names, of `[[:alpha:]]` and of Java's `\p{Alpha}`: ASCII, as in both. */
export const POSIX: Sets = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\t-\\r ",
  upper: "A-Z",
  word: "0-9A-Z_a-z",
  xdigit: "0-9A-Fa-f",
};

/** Horizontal white space, as PCRE and Java read `\h`. */
export const HORIZONTAL = "\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000";

/** A line break, as PCRE, Java and Ruby read `\R`. */
export const LINE_BREAK = "(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])";

/** Names that Java and PCRE write in another way than ECMAScript does. */
const JAVA_POSIX: Sets = {
  Alnum: "alnum",
  Alpha: "alpha",
  ASCII: "ascii",
  Blank: "blank",
  Cntrl: "cntrl",
  Digit: "digit",
  Graph: "graph",
  Lower: "lower",
  Print: "print",
  Punct: "punct",
  Space: "space",
  Upper: "upper",
  XDigit: "xdigit",
};

const isProperty = (name: string): boolean => {
  try {
    return new RegExp(`\\p{${name}}`, "u") instanceof RegExp;
  } catch {
    return false;
  }
};

/** Sets of one case: with the flag `i`, they have both. */
const ANY_CASE: Sets = { Lu: "LC", Ll: "LC", Lt: "LC", Lower: "Alpha", Upper: "Alpha" };

/**
 * A property such as `L`, `Lu`, `Latin`, `IsLatin` or `Punct` as the inside of a class; undefined if ECMAScript has no
 * such set. `anyCase` is the flag `i`.
 */
export function propertySet(name: string, anyCase: boolean): string | undefined {
  const wanted = anyCase ? (ANY_CASE[name] ?? name) : name;
  const posix = POSIX[JAVA_POSIX[wanted] ?? ""];
  if (posix !== undefined) return posix;
  const plain = wanted.replace(/^In|^Is/, "");
  const known = [wanted, plain, `Script=${wanted}`, `Script=${plain}`].find(isProperty);
  return known && `\\p{${known}}`;
}
