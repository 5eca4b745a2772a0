import { FRESH_ID_MAX, FRESH_ID_MIN } from "../options/limits.ts";

const SPAN = FRESH_ID_MAX - FRESH_ID_MIN + 1;

/** The `index`-th id of a run whose ids start at `firstId`; unique for 900 million indexes. */
export function freshId(firstId: number, index: number): number {
  return FRESH_ID_MIN + ((firstId - FRESH_ID_MIN + index) % SPAN);
}
