/** Numbers from one to another, both included; unbounded if an end is absent. */
export type Band = { from?: bigint; to?: bigint };

const NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/**
 * Numbers with more digits than this before the point are all the same to a band: ends have far
 * fewer.
 */
const DIGITS_MAX = 1000;
const BEYOND = 10n ** BigInt(DIGITS_MAX);

/** Whether the written number is in one of the bands. Exact: no doubles are used. */
export function withinBands(text: string, bands: Band[]): boolean {
  const [floor, ceiling] = wholesAround(text);
  return bands.some(
    ({ from, to }) => (from === undefined || floor >= from) && (to === undefined || ceiling <= to),
  );
}

/** The nearest integers below and above: the same one if the number is an integer. */
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
