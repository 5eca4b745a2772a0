import { expect, test } from "vitest";
import { type Chance, startRandom } from "./lax-server.ts";

async function statusesOf(chance: Chance, count: number): Promise<number[]> {
  const server = await startRandom(chance);
  const statuses: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const response = await fetch(`${server.url}/api/user`, { method: "POST", body: "{}" });
    await response.text();
    statuses.push(response.status);
  }
  await server.close();
  return statuses;
}

test("one seed gives the same responses again, another seed others", async () => {
  const first = await statusesOf({ seed: 1, statuses: [201, 400] }, 64);
  expect(await statusesOf({ seed: 1, statuses: [201, 400] }, 64)).toEqual(first);
  expect(await statusesOf({ seed: 2, statuses: [201, 400] }, 64)).not.toEqual(first);
});

test("every status is met about as often", async () => {
  const met = await statusesOf({ seed: 3, statuses: [201, 400, 500] }, 300);
  for (const status of [201, 400, 500]) {
    const count = met.filter((other) => other === status).length;
    expect(count).toBeGreaterThan(70);
    expect(count).toBeLessThan(130);
  }
});

test("with a small probability, most responses are the first status", async () => {
  const met = await statusesOf({ seed: 4, statuses: [201, 400], probability: 0.2 }, 300);
  const others = met.filter((status) => status === 400).length;
  expect(others).toBeGreaterThan(15);
  expect(others).toBeLessThan(45);
  expect(
    new Set(await statusesOf({ seed: 4, statuses: [201, 400], probability: 0 }, 50)).size,
  ).toBe(1);
});
