import type { ClauseId } from "../../src/contract/clauses.ts";
import { bodyCases, type BodyEntry } from "../../src/generate/body-cases.ts";
import { ID, VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import type { Template } from "../../src/template/template.ts";

const errors: ClauseId[] = [
  "body",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

/** What stands where in the stated body: first offset, name, further clauses of a change there. */
const places: [from: number, what: string, clauses: ClauseId[]][] = [
  [0, "the opening brace", []],
  [1, "the key id", ["id-required", "further-fields"]],
  [5, "the colon after id", []],
  [6, "the value of id", ["id-values"]],
  [15, "the comma", []],
  [16, "the key date", ["date-required", "further-fields"]],
  [22, "the colon after date", []],
  [23, "the opening quote of date", ["date-format"]],
  [24, "the value of date", ["date-format", "date-values"]],
  [48, "the closing quote of date", ["date-format"]],
  [49, "the closing brace", []],
];

const offsets = Array.from({ length: VALID_BODY_BYTES }, (_, offset) => offset);

/**
 * The stated body with fixed digits where a change could amount to different things: without its
 * first digit an id has a leading zero or not, without a digit a date's month may be 0 or 1.
 */
const body = user({
  id: ["12", { slice: [ID], from: 2 }],
  date: `"2024-05-16T12:34:56.789Z"`,
});
const before = (offset: number): Template => [{ slice: body, from: 0, to: offset }];
const from = (offset: number): Template => [{ slice: body, from: offset }];

const truncated = offsets.map((offset): BodyEntry => {
  const reason = `cut after ${offset} of ${VALID_BODY_BYTES} bytes`;
  return [`${offset}`, reason, [{ slice: user(), from: 0, to: offset }], errors];
});

function atEachOffset(what: string, change: (offset: number) => Template): BodyEntry[] {
  return offsets.map((offset) => {
    const place = places.findLast(([start]) => start <= offset);
    const reason = `the byte at offset ${offset}, in ${place?.[1] ?? "the body"}, ${what}`;
    return [`${offset}`, reason, change(offset), [...errors, ...(place?.[2] ?? [])]];
  });
}

/** The stated body cut, and changed by one byte, at each of its offsets. */
export const offsetCases: CaseDefinition[] = [
  ...bodyCases("truncated", truncated),
  ...bodyCases(
    "replaced",
    atEachOffset("is replaced by a tilde", (k) => [...before(k), "~", ...from(k + 1)]),
  ),
  ...bodyCases(
    "deleted",
    atEachOffset("is left out", (k) => [...before(k), ...from(k + 1)]),
  ),
  ...bodyCases(
    "doubled",
    atEachOffset("is there twice", (k) => [...before(k + 1), ...from(k)]),
  ),
];
