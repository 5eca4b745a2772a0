const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Holds up this process for this many milliseconds: no event is handled, as during its own work or a stop of the
 * machine. It sleeps meanwhile, so that other processes can run.
 */
export const hold = (forMs: number): void => void Atomics.wait(nothing, 0, 0, forMs);
