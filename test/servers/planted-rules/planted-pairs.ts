import type { Rules } from "./rules.ts";

/** Two servers that differ in exactly one rule, and a request that shows it. */
export type PlantedPair = {
  name: string;
  a: Rules;
  b: Rules;
  /** What kind of request shows the difference, in words. */
  family: string;
  /** An example; not always the smallest. */
  body: string;
  /** Of the example. Default: `application/json`. */
  contentType?: string;
  /** The responses of a and b to the example. */
  statuses: [number, number];
};

const DATE = `"date":"2024-01-01T00:00:00.000Z"`;

/**
 * The finding that each pair must show, written by hand. A request that obeys the pair's rule gets the same from both
 * servers; one that also breaks a rule of both may get other statuses than the example.
 */
export const PLANTED_PAIRS: PlantedPair[] = [
  {
    name: "comments",
    a: {},
    b: { comments: "accept" },
    family: "JSON with a comment",
    body: `{"id":1,${DATE}/**/}`,
    statuses: [400, 201],
  },
  {
    name: "trailing comma",
    a: {},
    b: { trailingComma: "accept" },
    family: "JSON with a comma after the last member",
    body: `{"id":1,${DATE},}`,
    statuses: [400, 201],
  },
  {
    name: "duplicate key: 500",
    a: {},
    b: { duplicateKey: "500" },
    family: "an object with the same key twice",
    body: `{"id":1,"id":1,${DATE}}`,
    statuses: [201, 500],
  },
  {
    name: "duplicate key: 400 and 500",
    a: { duplicateKey: "400" },
    b: { duplicateKey: "500" },
    family: "an object with the same key twice",
    body: `{"id":1,${DATE},"date":""}`,
    statuses: [400, 500],
  },
  {
    name: "NUL in a string",
    a: {},
    b: { nulInString: "500" },
    family: "a string with U+0000",
    body: `{"id":1,${DATE},"note":"\\u0000"}`,
    statuses: [201, 500],
  },
  {
    name: "id as text",
    a: {},
    b: { idText: "accept" },
    family: "an id that is a string",
    body: `{"id":"1",${DATE}}`,
    statuses: [422, 201],
  },
  {
    name: "id with a fraction",
    a: {},
    b: { idFraction: "refuse" },
    family: "an id with a decimal point",
    body: `{"id":1.0,${DATE}}`,
    statuses: [201, 422],
  },
  {
    name: "id with an exponent",
    a: {},
    b: { idExponent: "refuse" },
    family: "an id with an exponent",
    body: `{"id":1e0,${DATE}}`,
    statuses: [201, 422],
  },
  {
    name: "id at most int32",
    a: {},
    b: { idBands: [{ to: 2147483647n }] },
    family: "a large id",
    body: `{"id":2147483648,${DATE}}`,
    statuses: [201, 422],
  },
  {
    name: "missing id",
    a: {},
    b: { missingId: "accept" },
    family: "a body without id",
    body: `{${DATE}}`,
    statuses: [422, 201],
  },
  {
    name: "extra keys",
    a: {},
    b: { extraKeys: "refuse" },
    family: "a key that the specification does not name",
    body: `{"id":1,${DATE},"":0}`,
    statuses: [201, 422],
  },
  {
    name: "offset instead of Z",
    a: {},
    b: { offset: "refuse" },
    family: "a date with an offset",
    body: `{"id":1,"date":"2024-01-01T00:00:00.000+00:00"}`,
    statuses: [201, 400],
  },
  {
    name: "fraction digits",
    a: {},
    b: { fractionDigits: [3] },
    family: "a date without milliseconds",
    body: `{"id":1,"date":"2024-01-01T00:00:00Z"}`,
    statuses: [201, 400],
  },
  {
    name: "content type",
    a: {},
    b: { contentType: "strict" },
    family: "another Content-Type",
    body: `{"id":1,${DATE}}`,
    contentType: "text/plain",
    statuses: [201, 415],
  },
];
