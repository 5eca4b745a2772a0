import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Two halves of 4 MB: more make a run hardly faster. */
const ENOUGH_BYTES = 8 * 2 ** 20;
const LOOK_EVERY_MS = 50;

/**
 * Bounds the space for new objects. Responses and observations are short-lived: in the first size of a half, 1 MB, a third of a
 * run's processor time is spent on copying them; the last size, 16 MB, mostly takes memory.
 */
export function boundNewSpace(): void {
  let isEnough: boolean | undefined;
  const look = (): void => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const isNow = (space?.space_size ?? 0) >= ENOUGH_BYTES;
    if (isNow === isEnough) return;
    isEnough = isNow;
    setFlagsFromString(`--semi-space-growth-factor=${isNow ? 1 : 2}`);
  };
  look();
  // For as long as the process lives: V8 takes the space of an idle agent away, and it must be able to grow again.
  setInterval(look, LOOK_EVERY_MS).unref();
}
