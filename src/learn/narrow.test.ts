import { expect, test } from "vitest";
import { narrow } from "./narrow.ts";

/** Where the first place is that is refused, and how many requests showed it. */
async function boundaryOf(
  isAccepted: (at: bigint) => boolean,
  [near, far]: readonly [near: bigint, far: bigint],
): Promise<{ near: bigint | undefined; far: bigint | undefined; requests: number }> {
  let requests = 0;
  const reply = (at: bigint) => ({
    at,
    reply: { signature: isAccepted(at) ? "201" : "422" },
  });
  const ask = async (at: bigint) => {
    requests += 1;
    return reply(at);
  };
  const [gap] = await narrow(reply(near), reply(far), { ask, pieces: 1 });
  return { near: gap?.near.at, far: gap?.far.at, requests };
}

const isDouble = (at: bigint): boolean => Number.isFinite(Number(String(at)));
const OVERFLOW = 2n ** 1024n - 2n ** 970n;
const HUGE: [bigint, bigint] = [10n ** 200n, 10n ** 309n];

test.each<[string, (at: bigint) => boolean, readonly [bigint, bigint], bigint]>([
  ["the overflow of a double", isDouble, [10n ** 308n, 10n ** 309n], OVERFLOW],
  ["the same downwards", isDouble, [-(10n ** 308n), -(10n ** 309n)], -OVERFLOW],
  ["the same in a wide gap", isDouble, [0n, 10n ** 400n], OVERFLOW],
  ["255 digits", (at) => String(at).length <= 255, HUGE, 10n ** 255n],
  ["a power of ten that is accepted itself", (at) => at <= 10n ** 255n, HUGE, 10n ** 255n + 1n],
  ["a power of two", (at) => at < 2n ** 900n, HUGE, 2n ** 900n],
])("%s is found exactly, with fewer than 100 requests", async (_, isAccepted, ends, first) => {
  const found = await boundaryOf(isAccepted, ends);
  expect(found.far).toBe(first);
  expect(found.near).toBe(first < 0n ? first + 1n : first - 1n);
  expect(found.requests).toBeLessThan(100);
});

test("a double that is compared with a limit has a boundary halfway between two doubles", async () => {
  const found = await boundaryOf((at) => Number(String(at)) < 1.5e300, HUGE);
  expect(Number(String(found.far))).toBe(1.5e300);
  expect(found.requests).toBeLessThan(100);
});

test("any other boundary is found, too", async () => {
  const limit = 10n ** 250n + 12345678901234567890n;
  const found = await boundaryOf((at) => at < limit, HUGE);
  expect(found).toMatchObject({ near: limit - 1n, far: limit });
});
