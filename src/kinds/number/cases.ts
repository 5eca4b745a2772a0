import { bytes, times } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { valueFamily, type ValueRow } from "../case-families.ts";
import { decimalOf, decimalText, unitsAt, type Decimal } from "../decimal.ts";
import { numberText, boundsOf, type Bound, type NumberType } from "./type.ts";

const EXAMPLE = 234_567_890;

export const numberCases = (slot: Slot<NumberType>): ValueCase[] => [
  ...valueFamily({ family: "sizes" }, sizes(slot)),
  ...valueFamily({ family: "precision" }, precision(slot)),
  ...valueFamily({ family: "exponents" }, exponents(slot)),
  ...valueFamily({ probes: ["type"], family: "strings" }, strings(slot)),
  ...valueFamily({ probes: ["type"], family: "other types" }, otherTypes(slot)),
  ...valueFamily({ probes: ["body", "type"], family: "tokens that are not JSON" }, tokens(slot)),
  ...statedBounds(slot),
];

const sizes = ({ label: it }: Slot<unknown>): ValueRow[] => [
  ["zero", `${it} is 0`, "0"],
  ["minus-zero", `${it} is 0 with a minus sign`, "-0"],
  ["zero-fraction", `${it} is 0.0`, "0.0"],
  ["one", `${it} is 1`, "1"],
  ["minus-one", `${it} is -1`, "-1"],
  ["half", `${it} is 0.5`, "0.5"],
  ["minus-half", `${it} is -0.5`, "-0.5"],
  ["hundredth", `${it} is 0.01`, "0.01"],
  ["minus-hundredth", `${it} is -0.01`, "-0.01"],
  ["int32-max", `${it} is 2^31 - 1`, "2147483647"],
  ["int32-max-plus-1", `${it} is 2^31`, "2147483648"],
  ["safe-max", `${it} is 2^53 - 1`, "9007199254740991"],
  ["safe-max-plus-2", `${it} is 2^53 + 1, which no double has`, "9007199254740993"],
  ["int64-max", `${it} is 2^63 - 1`, "9223372036854775807"],
  ["decimal-10-2-max", `${it} is 99999999.99, the largest of DECIMAL(10,2)`, "99999999.99"],
  ["decimal-10-2-beyond", `${it} is 100000000, beyond DECIMAL(10,2)`, "100000000"],
  ["max-double", `${it} is the largest double`, "1.7976931348623157e308"],
  ["above-max-double", `${it} is just above the largest double`, "1.7976931348623159e308"],
  ["min-double", `${it} is the smallest double above zero`, "5e-324"],
  ["digits-400", `${it} has 400 digits`, times("7", 400)],
];

const precision = ({ label: it }: Slot<unknown>): ValueRow[] => [
  ["tenth", `${it} is 0.1`, "0.1"],
  ["three-places", `${it} is 1.005, half way between two hundredths`, "1.005"],
  ["places-20", `${it} has 20 fraction digits`, "1.12345678901234567890"],
  ["places-400", `${it} has 400 fraction digits`, bytes`1.${times("1", 400)}`],
  ["sum-of-tenths", `${it} is what doubles make of 0.1 + 0.2`, "0.30000000000000004"],
  ["nines", `${it} is 0 and twenty nines, which a double rounds to 1`, "0.99999999999999999999"],
  ["digits-17", `${it} has 17 significant digits`, "1.2345678901234567"],
  ["trailing-zero", `${it} is 1.10, with a zero at the end`, "1.10"],
  ["trailing-zeros", `${it} is 1 with twenty zeros after the point`, bytes`1.${times("0", 20)}`],
];

const exponents = ({ label: it, type }: Slot<NumberType>): ValueRow[] => [
  ["e-0", `${it} is written 1e0`, "1e0"],
  ["upper-e-plus-0", `${it} is written 1E+0`, "1E+0"],
  ["e-2", `${it} is written 1e2`, "1e2"],
  ["e-minus-2", `${it} is written 1e-2`, "1e-2"],
  ["e-308", `${it} is written 1e308`, "1e308"],
  ["e-309", `${it} is written 1e309, beyond a double`, "1e309"],
  ["e-minus-400", `${it} is written 1e-400, which a double rounds to 0`, "1e-400"],
  ["e-999999999", `${it} is written 1e999999999`, "1e999999999"],
  ["zero-e-999999999", `${it} is 0 with an exponent of 999999999`, "0e999999999"],
  ...(type.min === undefined
    ? [["minus-e-309", `${it} is written -1e309`, "-1e309"] satisfies ValueRow]
    : []),
];

const strings = ({ label: it, content }: Slot<unknown>): ValueRow[] => [
  ["string", `${it} is a string of digits`, bytes`"${content()}"`],
  ["string-comma", `${it} is a string with a decimal comma`, '"1,5"'],
  ["string-thousands", `${it} is a string with a comma between thousands`, '"1,000.00"'],
  ["string-currency", `${it} is a string with a currency sign`, '"$1.50"'],
  ["string-space-after", `${it} is a string of digits and a space`, bytes`"${content()} "`],
  ["string-exponent", `${it} is the string 1e3`, '"1e3"'],
  ["string-nan", `${it} is the string NaN`, '"NaN"'],
  ["string-infinity", `${it} is the string Infinity`, '"Infinity"'],
  ["string-empty", `${it} is the empty string`, '""'],
  ["string-letters", `${it} is the string abc`, '"abc"'],
];

const otherTypes = ({ label: it, content }: Slot<unknown>): ValueRow[] => [
  ["null", `${it} is null`, "null"],
  ["true", `${it} is true`, "true"],
  ["false", `${it} is false`, "false"],
  ["array-empty", `${it} is an empty array`, "[]"],
  ["array-one", `${it} is an array of one number`, bytes`[${content()}]`],
  ["object-empty", `${it} is an empty object`, "{}"],
  ["object-value", `${it} is an object with the key value`, bytes`{"value":${content()}}`],
  ["object-decimal", `${it} is an object with the key $numberDecimal`, '{"$numberDecimal":"1.5"}'],
];

const tokens = ({ label: it, content }: Slot<unknown>): ValueRow[] => [
  ["leading-zero", `${it} with a leading zero`, bytes`0${content()}`],
  ["plus", `${it} with a plus sign`, bytes`+${content()}`],
  ["point-first", `${it} is written .5`, ".5"],
  ["point-last", `${it} is written 1 and a point`, "1."],
  ["two-points", `${it} is written 1.2.3`, "1.2.3"],
  ["decimal-comma", `${it} is written 1,5`, "1,5"],
  ["underscore", `${it} is written 1_000.5`, "1_000.5"],
  ["hex", `${it} is written 0x1`, "0x1"],
  ["nan", `${it} is the bare word NaN`, "NaN"],
  ["infinity", `${it} is the bare word Infinity`, "Infinity"],
  ["minus-infinity", `${it} is the bare word -Infinity`, "-Infinity"],
  ["exponent-open", `${it} is written 1e`, "1e"],
  ["exponent-fraction", `${it} is written 1e0.5`, "1e0.5"],
  ["float-suffix", `${it} is written 1.5f`, "1.5f"],
  ["decimal-suffix", `${it} is written 1.5m`, "1.5m"],
  ["u-minus", `${it} is written with the minus sign U+2212`, "−1.5"],
  ["fullwidth", `${it} is a fullwidth digit`, "１"],
  ["nothing", `nothing instead of ${it}`, ""],
];

function statedBounds(slot: Slot<NumberType>): ValueCase[] {
  const { least, most } = boundsOf(slot.type);
  const multiple = slot.type.multipleOf;
  const step = multiple === undefined ? undefined : decimalOf(String(multiple));
  return [
    ...(least === undefined ? [] : aroundBound(slot, "min", least, step)),
    ...(most === undefined ? [] : aroundBound(slot, "max", most, step)),
    ...(step === undefined ? [] : [betweenMultiples(slot, step)]),
  ];
}

function aroundBound(
  slot: Slot<NumberType>,
  side: "min" | "max",
  { at, text, open }: Bound,
  step: Decimal = { units: 1n, scale: Math.max(2, at.scale) },
): ValueCase[] {
  const inwards = side === "min" ? 1n : -1n;
  const moved = (by: bigint): Decimal => {
    const scale = Math.max(at.scale, step.scale);
    return { units: unitsAt(at, scale) + by * unitsAt(step, scale), scale };
  };
  const which = `the stated ${side === "min" ? "lower" : "upper"} bound`;
  const allowed = open ? `${text}, ${which}, which is not allowed itself` : `${text}, ${which}`;
  return [
    boundCase(slot, `bound-${side}`, allowed, at),
    boundCase(slot, `bound-${side}-inside`, `one step inside ${text}, ${which}`, moved(inwards)),
    boundCase(slot, `bound-${side}-outside`, `one step beyond ${text}, ${which}`, moved(-inwards)),
  ];
}

function betweenMultiples(slot: Slot<NumberType>, step: Decimal): ValueCase {
  const valid = decimalOf(numberText(slot.type, EXAMPLE)) ?? { units: 0n, scale: 0 };
  const scale = Math.max(valid.scale, step.scale) + 1;
  const between = { units: unitsAt(valid, scale) + unitsAt(step, scale) / 2n, scale };
  return boundCase(slot, "no-multiple", `half way between two multiples`, between);
}

function boundCase({ label }: Slot<NumberType>, name: string, what: string, at: Decimal) {
  return { name, reason: `${label} is ${what}`, value: [decimalText(at)], family: "stated bounds" };
}
