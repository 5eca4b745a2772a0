import type { ClauseId } from "../../src/contract/index.ts";
import type { BodyForm, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { bytes, times } from "../../src/template/index.ts";
import { counted } from "../../src/text/index.ts";

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
  body: (forms: BodyForms, at: number) => BodyForm;
};

const distinctKeys = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");

const ladders: Ladder[] = [
  {
    family: "extra-count",
    axis: "extra keys",
    unit: "keys",
    reason: (at) => `${counted(at, "extra key")}${at === 1 ? "" : ", all different"}`,
    steps: [1, 2, 10, 50, 100, 200, 500, 998, 999, 1000],
    body: ({ withMembers }, at) => withMembers(distinctKeys(at)),
  },
  {
    family: "extra-repeats",
    axis: "times the same extra key",
    unit: "keys",
    reason: (at) => `the same extra key with the same value, ${counted(at, "time")}`,
    steps: [1, 10, 100, 1000, 10_000, 100_000],
    body: ({ withMembers }, at) => withMembers(bytes`"k":0${times(`,"k":0`, at - 1)}`),
  },
  {
    family: "key-length",
    axis: "length of an extra key",
    unit: "bytes",
    reason: (at) => `an extra key of ${counted(at, "letter")}`,
    steps: [1, 16, 63, 64, 128, 255, 256, 257, 1024, 4096, 8192, 16_384, 32_768, 65_535, 65_536],
    body: ({ withMembers }, at) => withMembers(bytes`"${times("k", at)}":1`),
  },
  {
    family: "string-length",
    axis: "length of an extra string",
    unit: "bytes",
    reason: (at) => `an extra key with a string of ${counted(at, "letter")}`,
    steps: [0, 1, 16, 64, 128, 255, 256, 257, 1024, 4096, 8192, 16_384, 32_768, 65_535, 65_536],
    body: ({ withExtra }, at) => withExtra(bytes`"${times("a", at)}"`),
  },
  {
    family: "number-length",
    axis: "digits of an extra number",
    unit: "digits",
    reason: (at) => `an extra key with a number of ${counted(at, "digit")}`,
    steps: [1, 16, 19, 20, 100, 308, 309, 310, 999, 1000, 1001, 4300, 4301, 10_000],
    body: ({ withExtra }, at) => withExtra(times("1", at)),
  },
  {
    family: "array-length",
    axis: "elements of an extra array",
    unit: "elements",
    reason: (at) => `an extra key with an array of ${counted(at, "zero")}`,
    steps: [1, 10, 100, 1000, 10_000, 100_000],
    body: ({ withExtra }, at) => withExtra(bytes`[0${times(",0", at - 1)}]`),
  },
];

/** Growing numbers and sizes of further members. */
export const ladderCases = (forms: BodyForms): CaseDefinition[] =>
  ladders.flatMap(({ family, axis, unit, reason, steps, body: bodyAt }) =>
    steps.flatMap((at) => {
      const body = bodyAt(forms, at);
      const name = `${family}-${at}`;
      const rung = { axis, at: `${at}`, unit };
      const request = body && forms.on.request(body);
      return request ? [{ name, reason: reason(at), family, clauses, rung, request }] : [];
    }),
  );
