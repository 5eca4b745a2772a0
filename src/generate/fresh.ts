import { FRESH_ID_MAX, FRESH_ID_MIN } from "../options/limits.ts";

const SPAN = FRESH_ID_MAX - FRESH_ID_MIN + 1;
const DATE_ORIGIN_MS = Date.UTC(2000, 0, 1);

/** The `index`-th id of a run whose ids start at `firstId`; unique for 900 million indexes. */
export function freshId(firstId: number, index: number): number {
  return FRESH_ID_MIN + ((firstId - FRESH_ID_MIN + index) % SPAN);
}

/** A stated date that goes with an id: spread over the years 2000 to 2028, to the millisecond. */
export function freshDate(id: number): string {
  return new Date(DATE_ORIGIN_MS + (id - FRESH_ID_MIN) * 997).toISOString();
}
