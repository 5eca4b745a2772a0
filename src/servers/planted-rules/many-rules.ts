import type { Rules } from "./rules.ts";

/** Rules that give each of 201, 400, 413, 415, 422 and 500. A server with them, against itself, never differs. */
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
