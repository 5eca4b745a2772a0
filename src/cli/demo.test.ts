import { expect, test } from "vitest";
import { requireServers } from "./demo-command.ts";

test("a demonstration without two servers says why they did not start", () => {
  const go = { name: "go", baseUrl: "http://127.0.0.1:1" };
  const missing = ["express did not start", "fastify did not start"];
  for (const targets of [[], [go]])
    expect(() => requireServers({ targets, missing })).toThrow(
      expect.objectContaining({
        code: "demo",
        message: "a comparison needs two of the embedded servers",
        hint: "express did not start\n  fastify did not start",
        exitCode: 70,
      }),
    );
  expect(() => requireServers({ targets: [go, { ...go, name: "rust" }], missing })).not.toThrow();
});
