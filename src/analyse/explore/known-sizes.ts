const KIB = 1024n;
const MIB = KIB * KIB;

/** Sizes that are no power of two: defaults of frameworks, in both kinds of unit. */
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
