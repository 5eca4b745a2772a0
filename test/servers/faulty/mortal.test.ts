import { afterEach, expect, test } from "vitest";
import type { Listening } from "../../../src/servers/json-server.ts";
import { startMortal } from "./mortal.ts";

let server: Listening;
afterEach(() => server.close());

const start = async (reviveAfterMs?: number) => {
  server = await startMortal(
    (method, path, body) => method === "POST" && path === "/api/user" && body.includes("die"),
    reviveAfterMs,
  );
};

/** The status, or the code of what went wrong. */
async function ask(body: string, path = "/api/user"): Promise<number | string> {
  try {
    return (await fetch(server.url + path, { method: "POST", body })).status;
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException).code ?? "none";
  }
}

test("after the trigger nobody is there", async () => {
  await start();
  expect([await ask("live"), await ask("die", "/")]).toEqual([201, 201]);
  expect(await ask("die")).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
  expect(await ask("live")).toBe("ECONNREFUSED");
});

test("comes back on the same port as often as it is ended", async () => {
  await start(30);
  for (let life = 0; life < 3; life += 1) {
    const ends = await Promise.all([ask("die"), ask("die"), ask("die")]);
    expect(ends).not.toContain(201);
    await expect.poll(() => ask("live")).toBe(201);
  }
});
