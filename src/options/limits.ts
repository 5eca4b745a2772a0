/** Default limit of the bytes of one response that are read. */
export const DEFAULT_READ_LIMIT_BYTES = 1024 * 1024;

const MIB = 1024 * 1024;

/**
 * Default ends of the axes of an exploration: bytes of the body, of a key, of a header and of the
 * request target; levels; numbers of keys, headers and digits; milliseconds of idle time.
 */
export const DEFAULT_CAPS = {
  body: 16 * MIB,
  depth: 100_000,
  keys: 100_000,
  keyLength: MIB,
  digits: 100_000,
  headers: 2000,
  headerSize: MIB,
  url: MIB,
  idle: 30_000,
};

/** The largest values that are not a hazard (`generate/hazard.ts`), by the name of the axis' end. */
export const HARMLESS_CAPS: Readonly<Record<string, number>> = {
  body: 8 * MIB,
  depth: 9999,
  keys: 49_999,
  headers: 49_999,
};
