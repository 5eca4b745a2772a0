import type { CaseRequest } from "./request.ts";

/** Requests that show whether a boundary is one of the size. */
type OtherSizes = {
  /** Other values of the same size, each accepted or not: where one is accepted on this side, it must be refused beyond. */
  plain: CaseRequest[];
  /** Values of the same size that get the same if the size decides. */
  same: CaseRequest[];
  /** The same value in another form: if it has the boundary, too, the boundary is one of the value. */
  alias: CaseRequest[];
  /** The same value in a request that differs elsewhere: if it is accepted there, and was refused, something else decides. */
  elsewhere: CaseRequest[];
  /** Values of characters that count `weight` times in another unit. */
  wide: { unit: string; weight: bigint; request: (at: bigint) => CaseRequest }[];
};

/**
 * An ordered ladder of requests with an integer for each: `id-upwards` has an id, `body-space` a
 * length. It is explored from `rungs[0]` outward; `rungs` are the places that are tried first, in
 * this order (all ascending, or all descending). Adjacent places differ by one.
 */
export type Axis = {
  name: string;
  /** For people: `id, upwards`. */
  title: string;
  /** The counted unit, if there is one: `bytes`, `digits`. */
  unit?: string;
  scale: "linear" | "log";
  /** Clauses of the specification that it probes. */
  clauses: string[];
  rungs: bigint[];
  /** The last rung is a limit of this tool; the axis continues beyond it. */
  capped: boolean;
  request: (at: bigint) => CaseRequest;
  /** Requests at a place with other values of the same size, to distinguish a limit of the size from one of the values. */
  others?: (at: bigint) => OtherSizes;
  /** The well-known value at a place: `the largest signed 32-bit integer`. */
  known?: (at: bigint) => string | undefined;
  /** Responses take this long by design (idle time): many places are tried immediately. */
  slow?: true;
};
