/** How a server may have made the returned value from the sent one. `isLoss`: the sent value cannot be made from it again. */
export type Alteration = { words: string; isLoss: boolean };

const SECOND = 1000;
const DAY = 86_400_000;
/** Zones differ by quarters of an hour. */
const QUARTER = 900_000;
const MOST_SHIFT = 14 * 3_600_000;

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

type Moment = { ms: number; rest: string; zone: string };

/** A moment with the digits after its milliseconds; without an offset it is read as UTC. Undefined for another text. */
function momentOf(text: string): Moment | undefined {
  const [, day, time = "00:00", seconds = "00", fraction = "", offset = "Z"] =
    MOMENT.exec(text) ?? [];
  if (day === undefined) return undefined;
  const zone = /^[+-]\d{4}$/.test(offset)
    ? `${offset.slice(0, 3)}:${offset.slice(3)}`
    : offset.toUpperCase();
  const ms = Date.parse(`${day}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`);
  if (Number.isNaN(ms)) return undefined;
  return {
    ms,
    rest: fraction.slice(3).replace(/0+$/, ""),
    zone: /^[+-]00:00$/.test(zone) ? "Z" : zone,
  };
}

/** All ways in which `back` may be made of `sent`, the likelier ones first; none if it is not made of it, or is equal. */
export function changesBetween(sent: unknown, back: unknown): Alteration[] {
  if (typeof sent === "string" && typeof back === "string") return ofTexts(sent, back);
  if (typeof sent === "number" && typeof back === "number") return ofNumbers(sent, back);
  const isRetyped =
    [sent, back].some((each) => typeof each === "number") && isOneNumber(sent, back);
  return isRetyped ? [mild(`as a ${typeof back === "number" ? "number" : "text"}`)] : [];
}

/** A decimal that a server writes with as many digits as its type has: whether a value is one already is chance. */
export const SAME_NUMBER = "as the same number with other digits";

/** Whether both are the same decimal number: `12.3` and `"12.30"`. */
function isOneNumber(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map(plainDecimal);
  return a !== undefined && a === b;
}

/** A decimal without a plus sign, zeros before it, or zeros at the end of its fraction; undefined for another value. */
function plainDecimal(value: unknown): string | undefined {
  const [, sign = "", whole, fraction = ""] =
    /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole.replace(/^0+(?=\d)/, "")}.${fraction.replace(/0+$/, "")}`;
  return sign === "-" ? `-${digits}` : digits;
}

const loss = (words: string): Alteration => ({ words, isLoss: true });
const mild = (words: string): Alteration => ({ words, isLoss: false });

function ofTexts(sent: string, back: string): Alteration[] {
  const [from, to] = [momentOf(sent), momentOf(back)];
  if (from !== undefined && to !== undefined) return ofMoments(from, to);
  const readings: [boolean, Alteration][] = [
    [isOneNumber(sent, back), mild(SAME_NUMBER)],
    [back === sent.trim(), loss("without the white space at its ends")],
    [back === sent.toLowerCase(), loss("in small letters")],
    [back === sent.toUpperCase(), loss("in capital letters")],
    [back === sent.normalize("NFC"), loss("in Unicode's form NFC")],
    [back === sent.trim().replaceAll(/\s+/g, " "), loss("with single spaces")],
    [back.length > 0 && sent.startsWith(back), loss("cut off")],
  ];
  return holding(readings);
}

function ofMoments(from: Moment, to: Moment): Alteration[] {
  const cut = (unit: number): boolean => to.ms === Math.floor(from.ms / unit) * unit;
  const rounded = (unit: number): boolean => to.ms === Math.round(from.ms / unit) * unit;
  const shift = to.ms - from.ms;
  const isZone = shift !== 0 && shift % QUARTER === 0 && Math.abs(shift) <= MOST_SHIFT;
  const hours = `${shift < 0 ? "-" : "+"}${Math.abs(shift) / 3_600_000} h`;
  const spelling =
    from.zone === to.zone
      ? "in another spelling of the same time"
      : `as the same time ${to.zone === "Z" ? "in UTC" : `at ${to.zone}`}`;
  const readings: [boolean, Alteration][] = [
    [shift === 0 && to.rest === from.rest, mild(spelling)],
    [
      shift === 0 && to.rest !== from.rest && from.rest.startsWith(to.rest),
      loss(to.rest === "" ? "cut to milliseconds" : "cut to fewer digits"),
    ],
    [shift !== 0 && cut(SECOND), loss("cut to seconds")],
    [shift !== 0 && rounded(SECOND), loss("rounded to seconds")],
    [shift !== 0 && cut(60 * SECOND), loss("cut to minutes")],
    [shift !== 0 && cut(DAY), loss("cut to days")],
    [isZone, loss(`moved by ${hours}`)],
  ];
  return holding(readings);
}

function ofNumbers(sent: number, back: number): Alteration[] {
  const digits = [1, 2, 3, 4].filter((each) => Number(sent.toFixed(each)) === back);
  const readings: [boolean, Alteration][] = [
    [back === Math.trunc(sent), loss("cut to an integer")],
    [back === Math.round(sent), loss("rounded to an integer")],
    ...digits.map((each): [boolean, Alteration] => [
      true,
      loss(`rounded to ${each} ${each === 1 ? "decimal" : "decimals"}`),
    ]),
    [back === Math.fround(sent), loss("rounded to single precision")],
    [Number.isInteger(sent) && back === (sent | 0), loss("cut to 32 bits")],
  ];
  return holding(readings);
}

const holding = (readings: readonly [boolean, Alteration][]): Alteration[] =>
  readings.flatMap(([holds, change]) => (holds ? [change] : []));
