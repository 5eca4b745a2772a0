/** Differences of a JSON reader from RFC 8259: where it accepts more, and where less. */
export type Tolerance = Readonly<{
  /** `//` and `/ * * /`; `#` too with `hash`. */
  comments?: "slashes" | "hash";
  trailingCommas?: boolean;
  /** Several commas in a row, or one at the start. */
  emptyItems?: boolean;
  singleQuotes?: boolean;
  bareKeys?: boolean;
  /** NaN, Infinity and -Infinity. */
  nonFinite?: boolean;
  leadingZeros?: boolean;
  plusSigns?: boolean;
  /** `.5` and `5.` */
  barePoints?: boolean;
  hexNumbers?: boolean;
  /** Control characters within strings, as they are. */
  controls?: boolean;
  /** Any character after a backslash. */
  anyEscape?: boolean;
  /** White space of ECMAScript between tokens. */
  anySpace?: boolean;
  /** Bytes after the document; `spaced` if a number must have white space after it, and a word another character. */
  trailing?: "any" | "spaced";
  /** True, None, TRUE and NULL, which other languages write. */
  anyCaseLiterals?: boolean;
  /** A document without any token is null. */
  empty?: boolean;
  /** Levels of arrays and objects. */
  depth?: number;
  /** A key that stands twice in an object: by default the last value is taken. */
  duplicates?: "first" | "last" | "refused";
  /**
   * Escapes of a surrogate without its other half: all, only first halves with fewer than six characters after them, or
   * those whose other half is not the next escape, whatever stands between.
   */
  loneSurrogates?: "refused" | "refused at the end" | "refused between escapes";
  /** Keys may not begin with U+0000. */
  noNulKeys?: boolean;
  /** Numbers must be finite as a double. */
  finiteNumbers?: boolean;
  /** Comments up to the end of the line need one. */
  commentsEnd?: boolean;
  /** Only these types at the top. */
  topLevel?: "object" | "object or array";
}>;
