// Values for tables of numbers: JSON texts of numbers, and texts of strings that look like numbers.
import { chosen } from "./chosen.mjs";
import { different, misspelled } from "./drawing.mjs";

const POWERS = [7, 8, 15, 16, 24, 31, 32, 53, 63, 64, 127, 128];
const AROUND = POWERS.flatMap((power) =>
  [-2n, -1n, 0n, 1n, 2n].flatMap((by) => [2n ** BigInt(power) + by, -(2n ** BigInt(power)) + by]),
).map(String);

const ones = "1".repeat(4300);
const LONG = [
  "1".repeat(100),
  "9".repeat(309),
  "9".repeat(400),
  `1${"0".repeat(308)}`,
  `1${"0".repeat(309)}`,
  `0.${"0".repeat(400)}1`,
  `1.${"0".repeat(400)}`,
  ones,
  `1${ones}`,
  `-${ones}`,
];
const CHOSEN = [...chosen("numbers"), ...LONG];
/** JSON texts of numbers. */
export const numberValues = (draw) =>
  different(2400, [...CHOSEN, ...AROUND], () => numberText(draw));

function numberText(draw) {
  const { integer, pick, maybe, digits } = draw;
  const sign = maybe(1, 4) ? "-" : "";
  const whole = pick([
    () => pick(AROUND).replace("-", ""),
    () => String(integer(0, 300)),
    () => String(integer(1, 9)) + digits(integer(0, 24)),
    () => "0",
  ])();
  const fraction = maybe(1, 3) ? `.${pick(["0", "00", "5", "50", digits(integer(1, 18))])}` : "";
  const exponent = maybe(1, 3)
    ? pick(["e", "E"]) +
      pick(["", "+", "-"]) +
      pick([0, 1, 2, 3, 9, 18, 19, 37, 38, 39, 307, 308, 309, integer(0, 30)])
    : "";
  return sign + whole + fraction + exponent;
}

const SPACES = [
  " ",
  "\t",
  "\n",
  "\r",
  "\v",
  "\f",
  "\u00a0",
  "\u2003",
  "\u2028",
  "\ufeff",
  "\u3000",
  "\u0085",
  "\u001c",
  "\u180e",
];
const WORDS = chosen("numeric-words");
/** Texts of strings that look like numbers. */
export function numericTexts(draw) {
  const characters = [...SPACES, ..."0123456789.eE+-_xXbon,aflLd٣１"];
  const chosen = [
    ...WORDS,
    ...AROUND,
    ...CHOSEN.slice(0, 80),
    ...around(WORDS.slice(30, 60)),
    ...around(["1", "-12", "1.5"]),
  ];
  return different(2600, chosen, () => {
    const { pick, maybe, integer, digits } = draw;
    const word = maybe(1, 5) ? pick(WORDS) : numberText(draw);
    const text = maybe(1, 6)
      ? pick(["0x", "0o", "0b", "0", "+", "-0x", "+0b"]) +
        digits(integer(1, 9)).replace(/[2-9]/g, "1")
      : word;
    const around = maybe(1, 4) ? pick(SPACES) + text : maybe(1, 4) ? text + pick(SPACES) : text;
    return maybe(1, 3) ? misspelled(draw, around, characters) : around;
  });
}

const around = (texts) =>
  texts.flatMap((text) => SPACES.flatMap((space) => [space + text, text + space]));
