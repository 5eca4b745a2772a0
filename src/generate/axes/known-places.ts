import { groupDigits } from "../../text/index.ts";

// Common limits of sizes and counts.

const KIB = 1024n;
const MIB = KIB * KIB;

/** Sizes that are not powers of two: defaults of frameworks, in both kinds of unit. */
const TABLE: ReadonlyMap<bigint, string> = new Map([
  [10n * KIB, "10 KiB"],
  [100_000n, "100 kB"],
  [100n * KIB, "100 KiB"],
  [1_000_000n, "1 MB"],
  [2_000_000n, "2 MB"],
  // Django's DATA_UPLOAD_MAX_MEMORY_SIZE.
  [(5n * MIB) / 2n, "2.5 MiB"],
  [5n * MIB, "5 MiB"],
  [10_000_000n, "10 MB"],
  [10n * MIB, "10 MiB"],
]);

/** The name of a well-known number of bytes: powers of two from 1 KiB, and some round sizes. */
export function knownSize(bytes: bigint): string | undefined {
  const powerOfTwo = bytes >= KIB && (bytes & (bytes - 1n)) === 0n;
  if (!powerOfTwo) return TABLE.get(bytes);
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`;
}

const grouped = (count: bigint): string => groupDigits(String(count));
const isPowerOfTwo = (at: bigint): boolean => at >= 16n && (at & (at - 1n)) === 0n;
const isRound = (at: bigint): boolean => at >= 50n && /^[125]0+$/.test(String(at));

/** Python's default recursion limit is 1000 (sys.getrecursionlimit). */
export function knownNesting(arrays: bigint): string | undefined {
  const round = (at: bigint): boolean => isPowerOfTwo(at) || isRound(at);
  if (arrays === 1000n) return "1,000 arrays, Python's recursion limit";
  if (round(arrays)) return `${grouped(arrays)} arrays`;
  if (!round(arrays + 1n)) return undefined;
  return `${grouped(arrays + 1n)} levels, the object around them counted`;
}

/** The name of a round number, alone or together with the number in the stated request. */
export function knownCount(at: bigint, own: bigint, what: string): string | undefined {
  if (isPowerOfTwo(at + own) || isRound(at + own)) return `${grouped(at + own)} ${what} in total`;
  return isPowerOfTwo(at) || isRound(at)
    ? `${grouped(at)} ${what} besides the stated ones`
    : undefined;
}
