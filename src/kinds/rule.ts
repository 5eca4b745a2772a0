export type TokenType = "string" | "number" | "boolean" | "null" | "array" | "object" | "missing";

const BY_FIRST_LETTER: Readonly<Record<string, TokenType>> = {
  '"': "string",
  "{": "object",
  "[": "array",
  n: "null",
  t: "boolean",
  f: "boolean",
};

export const tokenTypeOf = (json: string): TokenType => BY_FIRST_LETTER[json[0] ?? ""] ?? "number";

/** The value as sent: JSON text, so `1`, `1.0` and `"1"` differ. `content` is a string without quotes and escapes. */
export type TokenValue = { of: "token"; type: TokenType; text: string; content?: string };

export type DocumentValue = { of: "document"; bytes: Uint8Array };

/** The value of Content-Type as sent; undefined if the header was not sent. */
export type MediaTypeValue = { of: "media-type"; text: string | undefined; stated: string };

/** The parameter `charset` as sent, undefined without one, and the bytes that it describes. */
export type CharsetValue = { of: "charset"; text: string | undefined; bytes: Uint8Array };

/** The path and query as sent, and the stated one. */
export type PathValue = { of: "path"; text: string; stated: string };

/** The header lines of a request in order, the stated ones included. */
export type HeadersValue = {
  of: "headers";
  lines: readonly (readonly [name: string, value: string])[];
  /** Whether the body is encoded as Content-Encoding says; by default it is. */
  body?: "plain" | "coded";
};

export type RuleValue =
  | TokenValue
  | DocumentValue
  | MediaTypeValue
  | CharsetValue
  | PathValue
  | HeadersValue;

/**
 * A way in which servers read a value. It is a predicate over the value as sent, with a name that a developer
 * recognises. A subject has several aspects, such as numbers, strings and null for an integer field. For each aspect,
 * one rule is true of a server, and rules of different aspects are independent of each other.
 */
export type ValueRule<Value extends RuleValue = TokenValue> = {
  /** Unique within the library; it never changes: `whole-number-int64`. */
  id: string;
  subject: string;
  aspect: string;
  /** A name that a developer recognises, as the end of a sentence that begins with the field's name. */
  name: string;
  source: string;
  /** Whether the rule says anything about this value: its type, or a deviation of its aspect. */
  judges: (value: Value) => boolean;
  /** Whether a server with this rule accepts the value; only meaningful where it judges. */
  accepts: (value: Value) => boolean;
  /** The plain value (JSON text, media type, charset, path) that an accepted one is read as; undefined if it is read as written. */
  reads: (value: Value) => string | undefined;
  /** For an accepted value: whether another check is sure to refuse it, such as a body in another charset. */
  isBeyond?: (value: Value) => boolean;
  /** The parsers that accept exactly these values, by their tables; none if only documentation says so. */
  parsers: readonly string[];
  limits?: RuleLimits;
};

export type RuleLimits = Readonly<Record<string, bigint>>;

/** A rule with parameters that a search for boundaries finds: a range, a longest length, a deepest nesting. */
export type LimitedRule<Value extends RuleValue = TokenValue> = Pick<
  ValueRule,
  "id" | "subject" | "aspect" | "source"
> & {
  /** The measured figure in words: `the length in UTF-16 code units`. */
  about: string;
  /** The figure of a value that the limits are compared with; undefined if it has none. */
  measure: (value: Value) => bigint | undefined;
  within: (limits: RuleLimits) => ValueRule<Value>;
};
