/** Numbers from one to another, both included; open where an end is absent. */
export type Band = { from?: bigint; to?: bigint };

const NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Every number with more digits before its point is the same to a band: ends have far fewer. */
const DIGITS_MAX = 1000;
const BEYOND = 10n ** BigInt(DIGITS_MAX);

/** Whether the number that is written here lies in one of the bands. Exact: no double is involved. */
export function withinBands(text: string, bands: Band[]): boolean {
  const [floor, ceiling] = wholesAround(text);
  return bands.some(
    ({ from, to }) => (from === undefined || floor >= from) && (to === undefined || ceiling <= to),
  );
}

/** The nearest whole numbers below and above: the same one where the number is whole. */
function wholesAround(text: string): [bigint, bigint] {
  const [, sign, whole = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  const written = whole + fraction;
  const digits = written.replace(/^0+/, "");
  if (digits === "") return [0n, 0n];
  const point = whole.length - (written.length - digits.length) + Number(exponent);
  const low = point > DIGITS_MAX ? BEYOND : headOf(digits, Math.max(0, point));
  const between = point <= DIGITS_MAX && /[1-9]/.test(digits.slice(Math.max(0, point)));
  const high = between ? low + 1n : low;
  return sign === "-" ? [-high, -low] : [low, high];
}

const headOf = (digits: string, length: number): bigint =>
  BigInt(digits.slice(0, length).padEnd(length, "0"));
