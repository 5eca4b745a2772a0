import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Two halves of 4 MB: more make a run hardly faster. */
const ENOUGH_BYTES = 8 * 2 ** 20;
const LOOK_EVERY_MS = 50;

/**
 * Bounds the space for new objects. Responses and observations are short-lived: in the first size of a half, 1 MB, a third of a
 * run's processor time is spent on copying them; the last size, 16 MB, mostly takes memory.
 */
export function boundNewSpace(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  const timer = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (space !== undefined && space.space_size < ENOUGH_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
