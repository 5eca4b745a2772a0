import { expect, test } from "vitest";
import { PLANTED_PAIRS, type PlantedPair } from "./planted-pairs.ts";
import { startRuled } from "./lax-server.ts";
import type { Rules } from "./rules.ts";

async function statusesOf(rules: Rules, type: string, bodies: string[]): Promise<number[]> {
  const server = await startRuled(rules);
  const statuses: number[] = [];
  for (const body of bodies) {
    const init = { method: "POST", headers: { "Content-Type": type }, body };
    const response = await fetch(`${server.url}/api/user`, init);
    statuses.push(response.status);
    expect(await response.json()).toEqual({ status: response.status });
  }
  await server.close();
  return statuses;
}

const STATED = `{"id":1,"date":"2024-01-01T00:00:00.000Z"}`;

test.each(PLANTED_PAIRS)("$name: $statuses", async ({ a, b, body, contentType, statuses }) => {
  const type = contentType ?? "application/json";
  expect(await statusesOf(a, type, [body])).toEqual([statuses[0]]);
  expect(await statusesOf(b, type, [body])).toEqual([statuses[1]]);
});

/** Whether a pair's example says nothing of the other pair's rule: one NUL lies in an extra key's value. */
const apart = (pair: PlantedPair, other: PlantedPair): boolean =>
  pair.family !== other.family && !(pair.name === "extra keys" && other.name === "NUL in a string");

test.each(PLANTED_PAIRS)("$name: only the examples of its own rule differ", async (pair) => {
  const others = PLANTED_PAIRS.filter((other) => apart(pair, other));
  const bodies = [STATED, ...others.map(({ body }) => body)];
  const a = await statusesOf(pair.a, "application/json", bodies);
  const b = await statusesOf(pair.b, "application/json", bodies);
  expect(b).toEqual(a);
  expect(a[0]).toBe(201);
});

test.each(PLANTED_PAIRS)("$name: one key differs", ({ a, b }) => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  expect([...keys]).toHaveLength(1);
  expect(a).not.toEqual(b);
});
