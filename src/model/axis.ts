import type { CaseRequest } from "./request.ts";

/**
 * An ordered ladder of requests with a whole number for each: `id-upwards` has an id, `body-space`
 * a length. It is walked from `rungs[0]` outward; `rungs` are the places that are tried first, in
 * walking order (all ascending, or all descending). Adjacent places differ by one.
 */
export type Axis = {
  name: string;
  /** For people: `id, upwards`. */
  title: string;
  /** What is counted, where it is counted: `bytes`, `digits`. */
  unit?: string;
  scale: "linear" | "log";
  /** Clauses of the specification that it probes. */
  clauses: string[];
  rungs: bigint[];
  /** The last rung is a bound of this tool, beyond which the axis goes on. */
  capped: boolean;
  request: (at: bigint) => CaseRequest;
  /** The well-known value at a place: `the largest signed 32-bit integer`. */
  known?: (at: bigint) => string | undefined;
  /** Responses take this long by their nature (idle time): many places are tried at once. */
  slow?: true;
};
