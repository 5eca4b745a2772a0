import type { ClauseId } from "../../src/contract/clauses.ts";
import { withMembers, withNote } from "../../src/generate/body-cases.ts";
import { DATE, ID } from "../../src/generate/user-submission.ts";
import { bytes, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

const clauses: ClauseId[] = [
  "further-fields",
  "limit-size",
  "error-conditions",
  "error-codes",
  "response-status",
];

type Ladder = {
  family: string;
  axis: string;
  unit: string;
  reason: (at: number) => string;
  steps: number[];
  body: (at: number) => Template;
};

const distinctKeys = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");

const ladders: Ladder[] = [
  {
    family: "extra-count",
    axis: "extra keys",
    unit: "keys",
    reason: (at) => `extra keys, ${at} of them, all different`,
    steps: [1, 2, 10, 50, 100, 200, 500, 998, 999, 1000],
    body: (at) => withMembers(distinctKeys(at)),
  },
  {
    family: "extra-repeats",
    axis: "times the same extra key",
    unit: "keys",
    reason: (at) => `the same extra key with the same value, ${at} times`,
    steps: [1, 10, 100, 1000, 10_000, 100_000],
    body: (at) => bytes`{"id":${ID},"date":"${DATE}"${times(`,"k":0`, at)}}`,
  },
  {
    family: "key-length",
    axis: "length of an extra key",
    unit: "bytes",
    reason: (at) => `an extra key of ${at} letters`,
    steps: [1, 16, 63, 64, 128, 255, 256, 257, 1024, 4096, 8192, 16_384, 32_768, 65_535, 65_536],
    body: (at) => withMembers(bytes`"${times("k", at)}":1`),
  },
  {
    family: "string-length",
    axis: "length of an extra string",
    unit: "bytes",
    reason: (at) => `an extra key with a string of ${at} letters`,
    steps: [0, 1, 16, 64, 128, 255, 256, 257, 1024, 4096, 8192, 16_384, 32_768, 65_535, 65_536],
    body: (at) => withNote(bytes`"${times("a", at)}"`),
  },
  {
    family: "number-length",
    axis: "digits of an extra number",
    unit: "digits",
    reason: (at) => `an extra key with a number of ${at} digits`,
    steps: [1, 16, 19, 20, 100, 308, 309, 310, 999, 1000, 1001, 4300, 4301, 10_000],
    body: (at) => withNote(times("1", at)),
  },
  {
    family: "array-length",
    axis: "elements of an extra array",
    unit: "elements",
    reason: (at) => `an extra key with an array of ${at} zeros`,
    steps: [1, 10, 100, 1000, 10_000, 100_000],
    body: (at) => withNote(bytes`[0${times(",0", at - 1)}]`),
  },
];

/** Further members in growing numbers and sizes. */
export const ladderCases: CaseDefinition[] = ladders.flatMap(
  ({ family, axis, unit, reason, steps, body }) =>
    steps.map((at) => ({
      name: `${family}-${at}`,
      reason: reason(at),
      family,
      clauses,
      rung: { axis, at: `${at}`, unit },
      request: post(body(at)),
    })),
);
