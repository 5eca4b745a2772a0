import { bytes } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { valueFamily, type ValueRow } from "../value-family.ts";

/** Texts that are not JSON numbers. */
export const numberTokens = (slot: Slot<unknown>): ValueCase[] =>
  valueFamily({ probes: ["body", "type"], family: "tokens that are not JSON" }, [
    ...otherLanguages(slot),
    ...misspelled(slot),
  ]);

/** Numbers as in other languages and in print. */
function otherLanguages({ label: it, content }: Slot<unknown>): ValueRow[] {
  const number = content();
  return [
    ["leading-zero", `a whole ${it} with a leading zero`, bytes`0${number}`],
    ["leading-zero-short", `${it} is written 01`, "01"],
    ["double-zero", `${it} is written 00`, "00"],
    ["minus-leading-zero", `${it} is written -01`, "-01"],
    ["plus", `a whole ${it} with a plus sign`, bytes`+${number}`],
    ["point-first", `${it} is written .5`, ".5"],
    ["minus-point-first", `${it} is written -.5`, "-.5"],
    ["point-last", `a whole ${it} followed by a point`, bytes`${number}.`],
    ["point-exponent", `a whole ${it} followed by a point and e0`, bytes`${number}.e0`],
    ["hex", `${it} is written 0x1`, "0x1"],
    ["hex-upper", `${it} is written 0XFF`, "0XFF"],
    ["binary", `${it} is written 0b1`, "0b1"],
    ["octal", `${it} is written 0o1`, "0o1"],
    ["underscore", `${it} is written 1_000`, "1_000"],
    ["comma", `${it} is written 1,000`, "1,000"],
    ["comma-space", `${it} is written 1,000 with a space after it`, "1,000 "],
    ["comma-decimal", `${it} is written 1,5`, "1,5"],
    ["thousands-points", `${it} is written 1.000.000`, "1.000.000"],
    ["nan", `${it} is the bare word NaN`, "NaN"],
    ["infinity", `${it} is the bare word Infinity`, "Infinity"],
    ["minus-infinity", `${it} is the bare word -Infinity`, "-Infinity"],
    ["undefined", `${it} is the bare word undefined`, "undefined"],
    ["none", `${it} is the bare word None`, "None"],
    ["true-capital", `${it} is the bare word True`, "True"],
    ["word", `${it} is the bare word abc`, "abc"],
  ];
}

function misspelled({ label: it, content }: Slot<unknown>): ValueRow[] {
  const number = content();
  return [
    ["single-quotes", `a whole ${it} in single quotes`, bytes`'${number}'`],
    ["minus-alone", `${it} is a minus sign alone`, "-"],
    ["exponent-open", `a whole ${it} followed by e`, bytes`${number}e`],
    ["exponent-plus-open", `a whole ${it} followed by e+`, bytes`${number}e+`],
    ["exponent-minus-open", `a whole ${it} followed by e-`, bytes`${number}e-`],
    ["exponent-point", `a whole ${it} followed by e0.0`, bytes`${number}e0.0`],
    ["two-minuses", `a whole ${it} after two minus signs`, bytes`--${number}`],
    ["minus-space", "a space between the minus sign and the digits", bytes`- ${number}`],
    ["u-minus", `a whole ${it} after the minus sign U+2212`, bytes`−${number}`],
    ["bigint-suffix", `a whole ${it} followed by n`, bytes`${number}n`],
    ["float-suffix", `a whole ${it} followed by f`, bytes`${number}f`],
    ["long-suffix", `a whole ${it} followed by L`, bytes`${number}L`],
    ["fullwidth-digit", `${it} is a bare fullwidth digit`, "１"],
    ["arabic-indic-digit", `${it} is a bare Arabic-Indic digit`, "١"],
    ["fullwidth-last", `a whole ${it} followed by a fullwidth digit`, bytes`${number}１`],
    ["two-numbers", "two numbers with a space between", bytes`${number} 2`],
    ["nothing", `nothing instead of ${it}`, ""],
    ["nbsp-before", `a no-break space before a whole ${it}`, bytes`${"\u00a0"}${number}`],
    ["form-feed-before", `a form feed before a whole ${it}`, bytes`${"\f"}${number}`],
  ];
}
