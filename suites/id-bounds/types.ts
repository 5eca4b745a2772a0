import { idFamily } from "./id-case.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { ID, id } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const clauses: ClauseId[] = [
  "id-type",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const strings = idFamily({ clauses, family: "strings" }, [
  ["string", "id is a string of digits", bytes`"${ID}"`],
  ["string-space-before", "id is a string: a space, then digits", bytes`" ${ID}"`],
  ["string-space-after", "id is a string: digits, then a space", bytes`"${ID} "`],
  ["string-newline-after", "id is a string: digits, then a line feed", bytes`"${ID}\n"`],
  ["string-nul-after", "id is a string: digits, then U+0000", bytes`"${ID}\u0000"`],
  ["string-plus", "id is a string: a plus sign, then digits", bytes`"+${ID}"`],
  ["string-minus", "id is a string: a minus sign, then digits", bytes`"-${ID}"`],
  ["string-leading-zero", "id is a string: a zero, then digits", bytes`"0${ID}"`],
  ["string-point-zero", "id is a string: digits, then .0", bytes`"${ID}.0"`],
  ["string-letters-after", "id is a string: digits, then letters", bytes`"${ID}abc"`],
  ["string-hex", "id is the string 0x1", '"0x1"'],
  ["string-exponent", "id is the string 1e3", '"1e3"'],
  ["string-fullwidth", "id is a string of one fullwidth digit", '"１"'],
  ["string-arabic-indic", "id is a string of one Arabic-Indic digit", '"١"'],
  ["string-empty", "id is the empty string", '""'],
  ["string-space", "id is a string of one space", '" "'],
  ["string-letters", "id is the string abc", '"abc"'],
  ["string-nan", "id is the string NaN", '"NaN"'],
  ["string-infinity", "id is the string Infinity", '"Infinity"'],
  ["string-null", "id is the string null", '"null"'],
  ["string-true", "id is the string true", '"true"'],
  ["string-uuid", "id is a string shaped like a UUID", '"3f2b1c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d"'],
  ["string-2-53-plus-1", "id is 2^53 + 1 as a string", '"9007199254740993"'],
]);

const others = idFamily({ clauses, family: "other types" }, [
  ["true", "id is true", "true"],
  ["false", "id is false", "false"],
  ["null", "id is null", "null"],
  ["array-empty", "id is an empty array", "[]"],
  ["array-one", "id is an array of one whole number", bytes`[${ID}]`],
  ["array-two", "id is an array of two whole numbers", bytes`[${id(0)},${id(1)}]`],
  ["array-nested", "id is an array in an array, of one whole number", bytes`[[${ID}]]`],
  ["array-string", "id is an array of one string of digits", bytes`["${ID}"]`],
  ["array-null", "id is an array of null", "[null]"],
  ["object-empty", "id is an empty object", "{}"],
  ["object-id", "id is an object with the key id", bytes`{"id":${ID}}`],
  ["object-value", "id is an object with the key value", bytes`{"value":${ID}}`],
  ["object-number-long", "id is an object with the key $numberLong", '{"$numberLong":"1"}'],
  ["object-number-int", "id is an object with the key $numberInt", '{"$numberInt":"1"}'],
  ["object-gt", "id is an object with the key $gt", '{"$gt":0}'],
]);

/** Values of id that are not numbers. */
export const types: CaseDefinition[] = [...strings, ...others];
