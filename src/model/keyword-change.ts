/** A keyword of a value that a document has to state differently; without `value` it is removed. */
export type KeywordChange = {
  /** Path of the value, as an interface names it; of an object for `additionalProperties`. */
  path: string;
  keyword: string;
  value?: number | bigint | boolean;
  /** The declared limit, if it is removed. */
  declared?: number | bigint;
  /** What shows it, for `x-evidence`. */
  evidence: unknown;
};
