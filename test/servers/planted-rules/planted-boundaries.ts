import type { Rules } from "./rules.ts";

/** Two adjacent places on an axis to which a server with these rules responds differently. */
type PlantedBoundary = {
  name: string;
  rules: Rules;
  /** In order from near to far. */
  axis: string;
  /** Exact decimal text. */
  near: string;
  far: string;
  nearStatus: number;
  farStatus: number;
};

const INT32: Rules = { idBands: [{ from: -2147483648n, to: 2147483647n }] };
const INT64: Rules = { idBands: [{ from: -9223372036854775808n, to: 9223372036854775807n }] };
const SAFE: Rules = { idBands: [{ from: -9007199254740991n, to: 9007199254740991n }] };
const TWO_TO_53: Rules = { idBands: [{ from: -9007199254740992n, to: 9007199254740992n }] };
const BANDS: Rules = {
  idBands: [
    { from: 0n, to: 10n },
    { from: 100n, to: 200n },
  ],
};
const WHOLE: Rules = { idFraction: "refuse" };
const BODY: Rules = { bodyMaxBytes: 102400 };
/** The root object is the first container: 511 arrays in a member's value make 512. */
const DEPTH: Rules = { depthMax: 512 };
const YEARS: Rules = { years: { from: 1970n, to: 9999n } };
const MILLISECONDS: Rules = { fractionDigits: [3] };

type Row = [Rules, axis: string, near: string, nearStatus: number, far: string, farStatus: number];

const ROWS: Record<string, Row> = {
  "int32, last": [INT32, "id-upwards", "2147483647", 201, "2147483648", 422],
  "int32, first": [INT32, "id-downwards", "-2147483648", 201, "-2147483649", 422],
  "2^53 - 1": [SAFE, "id-upwards", "9007199254740991", 201, "9007199254740992", 422],
  "1 - 2^53": [SAFE, "id-downwards", "-9007199254740991", 201, "-9007199254740992", 422],
  "2^53": [TWO_TO_53, "id-upwards", "9007199254740992", 201, "9007199254740993", 422],
  "-2^53": [TWO_TO_53, "id-downwards", "-9007199254740992", 201, "-9007199254740993", 422],
  "int64, last": [INT64, "id-upwards", "9223372036854775807", 201, "9223372036854775808", 422],
  "int64, first": [INT64, "id-downwards", "-9223372036854775808", 201, "-9223372036854775809", 422],
  "end of the first band": [BANDS, "id-upwards", "10", 201, "11", 422],
  "start of the second band": [BANDS, "id-upwards", "99", 422, "100", 201],
  "end of the second band": [BANDS, "id-upwards", "200", 201, "201", 422],
  "start of the first band": [BANDS, "id-downwards", "0", 201, "-1", 422],
  "whole ids": [WHOLE, "id-fraction", "0", 201, "1", 422],
  "100 KiB, white space": [BODY, "body-space", "102400", 201, "102401", 413],
  "100 KiB, a string": [BODY, "body-string", "102400", 201, "102401", 413],
  "depth 512": [DEPTH, "nesting", "511", 201, "512", 400],
  "year 9999": [YEARS, "date-year-upwards", "9999", 201, "10000", 400],
  "year 1970": [YEARS, "date-year-downwards", "1970", 201, "1969", 400],
  "3 fraction digits, from": [MILLISECONDS, "date-fraction", "2", 400, "3", 201],
  "3 fraction digits, to": [MILLISECONDS, "date-fraction", "3", 201, "4", 400],
};

/**
 * The truth, by hand: the boundaries that a search must find. Entries with the same rules object
 * and axis are complete for this server and axis, in search order.
 */
export const PLANTED_BOUNDARIES: PlantedBoundary[] = Object.entries(ROWS).map(
  ([name, [rules, axis, near, nearStatus, far, farStatus]]) => ({
    name,
    rules,
    axis,
    near,
    far,
    nearStatus,
    farStatus,
  }),
);
