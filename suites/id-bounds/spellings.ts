import { idFamily, onId } from "./id-case.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { ID } from "../../src/generate/user-submission.ts";
import { bytes, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const SPELLED: ClauseId[] = [
  "id-type",
  "id-values",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const EXPONENTS =
  "-999999999 -999 -324 -323 -2 -1 0 26 28 37 60 99 150 250 307 308 309 400 999 9999 999999999 99999999999999999999".split(
    " ",
  );

const exponents = EXPONENTS.map((power) =>
  onId(`exponent-${power.replace("-", "minus-")}`, `id is written 1e${power}`, `1e${power}`, {
    clauses: SPELLED,
    family: "exponents",
    rung: { axis: "exponent of id", at: power },
  }),
);

const withExponent = idFamily({ clauses: SPELLED, family: "whole number with an exponent" }, [
  ["fresh-e0", "a whole id followed by e0", bytes`${ID}e0`],
  ["fresh-upper-e0", "a whole id followed by E0", bytes`${ID}E0`],
  ["fresh-e-plus-0", "a whole id followed by e+0", bytes`${ID}e+0`],
  ["fresh-upper-e-plus-0", "a whole id followed by E+0", bytes`${ID}E+0`],
  ["fresh-e-minus-0", "a whole id followed by e-0", bytes`${ID}e-0`],
  ["fresh-e-00", "a whole id followed by an exponent of two zeros", bytes`${ID}e00`],
  ["fresh-e-1", "a whole id followed by e1", bytes`${ID}e1`],
  ["fresh-e-minus-1", "a whole id times ten, written with e-1", bytes`${ID}0e-1`],
  ["fresh-upper-e-minus-1", "a whole id times ten, written with E-1", bytes`${ID}0E-1`],
  ["fresh-e-minus-2", "a whole id times a hundred, written with e-2", bytes`${ID}00e-2`],
  ["fresh-e-minus-01", "a whole id times ten, written with e-01", bytes`${ID}0e-01`],
  ["fresh-0-e0", "a whole id with .0 and e0", bytes`${ID}.0e0`],
  ["fresh-scientific", "a whole id moved behind the point, with e9", bytes`0.${ID}e9`],
  ["ten-upper-e-minus-1", "id is written 10E-1", "10E-1"],
  ["one-upper-e0", "id is written 1E0", "1E0"],
  ["one-e-plus-0", "id is written 1e+0", "1e+0"],
  ["ten-e-minus-1", "id is written 10e-1", "10e-1"],
  ["one-upper-e308", "id is written 1E+308", "1E+308"],
  ["minus-e308", "id is written -1e308", "-1e308"],
  ["minus-e309", "id is written -1e309", "-1e309"],
  ["minus-e400", "id is written -1e400", "-1e400"],
  ["zero-e0", "id is written 0e0", "0e0"],
  ["zero-e999999999", "zero with an exponent of 999999999", "0e999999999"],
]);

const ZEROS = Array.from({ length: 21 }, (_, count) => count);

const zeroFractions = ZEROS.map((count) =>
  onId(
    `zero-frac-${count}`,
    count === 0 ? "a whole id without a fraction" : `a whole id with ${count} zero fraction digits`,
    count === 0 ? ID : bytes`${ID}.${"0".repeat(count)}`,
    {
      clauses: SPELLED,
      family: "zero fraction digits",
      rung: { axis: "zero fraction digits of id", at: String(count), unit: "digits" },
    },
  ),
);

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 18, 20, 30, 100];

const onePlaces = PLACES.map((place) =>
  onId(
    `frac-one-at-${place}`,
    `id has ${place} fraction digits, all zero but the last`,
    bytes`${ID}.${times("0", place - 1)}1`,
    {
      clauses: SPELLED,
      family: "small fractions",
      rung: { axis: "fraction digits of id that end in 1", at: String(place), unit: "digits" },
    },
  ),
);

const fractions = idFamily({ clauses: SPELLED, family: "fractions" }, [
  ["one-and-a-half", "id is 1.5", "1.5"],
  ["half", "id is 0.5", "0.5"],
  ["minus-half", "id is -0.5", "-0.5"],
  ["fresh-and-a-half", "half more than a whole id", bytes`${ID}.5`],
  ["minus-fresh-and-a-half", "a negative number with the fraction .5", bytes`-${ID}.5`],
  ["fresh-nines", "a fraction of twenty nines", bytes`${ID}.${times("9", 20)}`],
  ["zero-point-zero", "id is 0.0", "0.0"],
  ["minus-zero-point-zero", "id is -0.0", "-0.0"],
  ["fresh-one-e-minus-1", "a tenth more than a whole id, written with e-1", bytes`${ID}1e-1`],
  ["max-double", "the largest double with 17 digits", "1.7976931348623157e308"],
  ["above-max-double", "just above the largest double", "1.7976931348623159e308"],
  ["min-double", "the smallest double above zero", "5e-324"],
  ["minus-e-minus-999", "id is written -1e-999", "-1e-999"],
]);

const COUNTS = [400, 512, 999, 1000, 1001, 4300, 4301, 10_000, 100_000];

const digits = COUNTS.map((count) =>
  onId(`digits-${count}`, `id has ${count} digits`, times("7", count), {
    clauses: ["id-values", "limit-size", "error-conditions", "response-status"],
    family: "many digits",
    rung: { axis: "digits of id", at: String(count), unit: "digits" },
  }),
);

/** Numbers that JSON can write but that are not plain digits of common length. */
export const idSpellings: CaseDefinition[] = [
  ...exponents,
  ...withExponent,
  ...zeroFractions,
  ...onePlaces,
  ...fractions,
  ...digits,
];
