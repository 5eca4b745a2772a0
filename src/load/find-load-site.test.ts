import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { parseBaseUrl } from "../contract/index.ts";
import { listensHere } from "./target-watch.ts";

const isLocal = (hostname: string): Promise<boolean> =>
  listensHere({ ...parseBaseUrl("http://x"), hostname });

test.each(["localhost", "127.0.0.1", "127.8.9.10", "::1", "0.0.0.0"])("%s is here", async (name) =>
  expect(await isLocal(name)).toBe(true),
);

test("every address of this machine is here", async () => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, scopeid } of all)
    if (scopeid === undefined || scopeid === 0) expect(await isLocal(address)).toBe(true);
});

// Addresses that are kept for documentation, and a name that is kept from existing.
test.each(["192.0.2.1", "2001:db8::1", "there-is.invalid"])("%s is not", async (name) =>
  expect(await isLocal(name)).toBe(false),
);
