import type { Band } from "./within-bands.ts";

/**
 * The rules of a ruled server. Without any rule, it accepts RFC 8259 JSON of any size and depth: an object with a
 * number `id` and a `date` of the stated shape, with any year, any number of fraction digits, and Z or an offset. Each
 * rule narrows or widens exactly one thing.
 */
export type Rules = {
  /** `strict`: exactly `application/json`, or 415. Default: any, or none. */
  contentType?: "strict";
  /** A longer body gets 413. Default: no limit. */
  bodyMaxBytes?: number;
  /** Comments as in JavaScript, wherever white space is allowed. Default: 400. */
  comments?: "accept";
  /** One comma before `}` or `]`, after a value. Default: 400. */
  trailingComma?: "accept";
  /** Nested containers, the root object being the first; a deeper one gets 400. Default: no limit. */
  depthMax?: number;
  /** The response to a duplicate key in one object. Default: the last one counts. */
  duplicateKey?: "400" | "500";
  /** The response to U+0000 in a string or key, wherever it is. Default: accepted. */
  nulInString?: "500" | "reset";
  /** A body without `id`. Default: 422. */
  missingId?: "accept";
  /**
   * An `id` that is a string with an integer in it. Default: 422, as for anything that is not a
   * number.
   */
  idText?: "accept";
  /** An `id` with a decimal point, also `1.0`, gets 422. Default: accepted. */
  idFraction?: "refuse";
  /** An `id` with an exponent, also `1e0`, gets 422. Default: accepted. */
  idExponent?: "refuse";
  /** An `id` outside all of these gets 422. Default: any. */
  idBands?: Band[];
  /** A year outside gets 400. Default: any. */
  years?: Band;
  /** Any other number of fraction digits gets 400; 0 is a date without a point. Default: any. */
  fractionDigits?: number[];
  /** An offset instead of Z gets 400. Default: accepted. */
  offset?: "refuse";
  /** A key other than `id` and `date` gets 422. Default: accepted. */
  extraKeys?: "refuse";
};

/**
 * Rules that give each of 201, 400, 413, 415, 422 and 500. A server with them, compared with itself, never
 * differs.
 */
export const MANY_RULES: Rules = {
  contentType: "strict",
  bodyMaxBytes: 102400,
  depthMax: 512,
  duplicateKey: "500",
  nulInString: "500",
  idFraction: "refuse",
  idBands: [{ from: 0n, to: 2147483647n }],
  years: { from: 1970n, to: 9999n },
  fractionDigits: [3],
  offset: "refuse",
};
