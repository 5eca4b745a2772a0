import { idFamily } from "./id-case.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { ID } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const clauses: ClauseId[] = [
  "body",
  "id-type",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

/** Texts in the place of id that JSON has no number for. */
export const tokens: CaseDefinition[] = idFamily({ clauses, family: "tokens that are not JSON" }, [
  ["leading-zero", "a whole id with a leading zero", bytes`0${ID}`],
  ["leading-zero-short", "id is written 01", "01"],
  ["double-zero", "id is written 00", "00"],
  ["minus-leading-zero", "id is written -01", "-01"],
  ["plus", "a whole id with a plus sign", bytes`+${ID}`],
  ["point-first", "id is written .5", ".5"],
  ["minus-point-first", "id is written -.5", "-.5"],
  ["point-last", "a whole id followed by a point", bytes`${ID}.`],
  ["point-exponent", "a whole id followed by a point and e0", bytes`${ID}.e0`],
  ["hex", "id is written 0x1", "0x1"],
  ["hex-upper", "id is written 0XFF", "0XFF"],
  ["binary", "id is written 0b1", "0b1"],
  ["octal", "id is written 0o1", "0o1"],
  ["underscore", "id is written 1_000", "1_000"],
  ["comma", "id is written 1,000", "1,000"],
  ["comma-space", "id is written 1,000 with a space after it", "1,000 "],
  ["comma-decimal", "id is written 1,5", "1,5"],
  ["thousands-points", "id is written 1.000.000", "1.000.000"],
  ["nan", "id is the bare word NaN", "NaN"],
  ["infinity", "id is the bare word Infinity", "Infinity"],
  ["minus-infinity", "id is the bare word -Infinity", "-Infinity"],
  ["undefined", "id is the bare word undefined", "undefined"],
  ["none", "id is the bare word None", "None"],
  ["true-capital", "id is the bare word True", "True"],
  ["word", "id is the bare word abc", "abc"],
  ["single-quotes", "a whole id in single quotes", bytes`'${ID}'`],
  ["minus-alone", "id is a minus sign alone", "-"],
  ["exponent-open", "a whole id followed by e", bytes`${ID}e`],
  ["exponent-plus-open", "a whole id followed by e+", bytes`${ID}e+`],
  ["exponent-minus-open", "a whole id followed by e-", bytes`${ID}e-`],
  ["exponent-point", "a whole id followed by e0.0", bytes`${ID}e0.0`],
  ["two-minuses", "a whole id after two minus signs", bytes`--${ID}`],
  ["minus-space", "a space between the minus sign and the digits", bytes`- ${ID}`],
  ["u-minus", "a whole id after the minus sign U+2212", bytes`−${ID}`],
  ["bigint-suffix", "a whole id followed by n", bytes`${ID}n`],
  ["float-suffix", "a whole id followed by f", bytes`${ID}f`],
  ["long-suffix", "a whole id followed by L", bytes`${ID}L`],
  ["fullwidth-digit", "id is a bare fullwidth digit", "１"],
  ["arabic-indic-digit", "id is a bare Arabic-Indic digit", "١"],
  ["fullwidth-last", "a whole id followed by a fullwidth digit", bytes`${ID}１`],
  ["two-numbers", "two numbers with a space between", bytes`${ID} 2`],
  ["nothing", "no text in the place of id", ""],
  ["nbsp-before", "a no-break space before a whole id", bytes`${"\u00a0"}${ID}`],
  ["form-feed-before", "a form feed before a whole id", bytes`${"\f"}${ID}`],
]);
