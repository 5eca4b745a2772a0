import { describe, expect, test } from "vitest";
import { startExpress, startFastify, startHono } from "./references.ts";

const body = JSON.stringify({ id: 1, date: "2024-01-01T00:00:00.000Z" });

describe.each([
  ["express", startExpress],
  ["fastify", startFastify],
  ["hono", startHono],
])("%s", (_, start) => {
  test.each([
    ["the stated request", "/api/user", body, 201],
    ["no JSON", "/api/user", "{", 400],
    ["an empty object", "/api/user", "{}", 400],
    ["another path", "/api", body, 404],
  ])("%s", async (_name, path, sent, status) => {
    const server = await start();
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(server.url + path, { method: "POST", headers, body: sent });
    expect(response.status).toBe(status);
    const answered = await response.text();
    if (status === 201) expect(JSON.parse(answered)).toEqual(JSON.parse(body));
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow();
  });
});
