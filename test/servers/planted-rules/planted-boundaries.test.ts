import { afterAll, expect, test } from "vitest";
import type { Listening } from "../../../src/servers/json-server.ts";
import { PLANTED_BOUNDARIES } from "./planted-boundaries.ts";
import { startRuled } from "./lax-server.ts";
import type { Rules } from "./rules.ts";

const DATE = `"date":"2024-01-01T00:00:00.000Z"`;
const withId = (id: string): string => `{"id":${id},${DATE}}`;
const withDate = (date: string): string => `{"id":1,"date":"${date}"}`;
const withNote = (note: string): string => `{"id":1,${DATE},"note":${note}}`;
const year = (at: string): string => withDate(`${at}-01-01T00:00:00.000Z`);
const after = (digits: number): string => (digits === 0 ? "" : `.${"0".repeat(digits)}`);

/** The request at a place of each axis. */
const AT: Record<string, (at: string) => string> = {
  "id-upwards": withId,
  "id-downwards": withId,
  "id-fraction": (at) => withId(`1${after(Number(at))}`),
  "body-space": (at) => withId("1").padEnd(Number(at)),
  "body-string": (at) => withNote(`"${"x".repeat(Number(at) - withNote('""').length)}"`),
  nesting: (at) => withNote("[".repeat(Number(at)) + "]".repeat(Number(at))),
  "date-year-upwards": year,
  "date-year-downwards": year,
  "date-fraction": (at) => withDate(`2024-01-01T00:00:00${after(Number(at))}Z`),
};

const started = new Map<Rules, Promise<Listening>>();
const serverOf = (rules: Rules): Promise<Listening> => {
  const server = started.get(rules) ?? startRuled(rules);
  started.set(rules, server);
  return server;
};
afterAll(async () => {
  for (const server of started.values()) await (await server).close();
});

async function statusAt(rules: Rules, axis: string, at: string): Promise<number> {
  const body = AT[axis]?.(at) ?? "";
  const headers = { "Content-Type": "application/json" };
  const { url } = await serverOf(rules);
  const response = await fetch(`${url}/api/user`, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

test.each(PLANTED_BOUNDARIES)(
  "$name: $nearStatus at $near, $farStatus at $far",
  async ({ rules, axis, near, far, nearStatus, farStatus }) => {
    expect(BigInt(far) - BigInt(near)).toBe(axis.endsWith("-downwards") ? -1n : 1n);
    expect(await statusAt(rules, axis, near)).toBe(nearStatus);
    expect(await statusAt(rules, axis, far)).toBe(farStatus);
  },
);

const rulesOf = (name: string): Rules =>
  PLANTED_BOUNDARIES.find((boundary) => boundary.name === name)?.rules ?? {};

test.each([
  ["int32, last", "id-upwards", "0", 201],
  ["int32, last", "id-upwards", `1${"0".repeat(400)}`, 422],
  ["int32, first", "id-downwards", `-1${"0".repeat(400)}`, 422],
  ["2^53", "id-upwards", "9007199254740994", 422],
  ["end of the first band", "id-upwards", "5", 201],
  ["end of the first band", "id-upwards", "50", 422],
  ["end of the first band", "id-upwards", "150", 201],
  ["end of the first band", "id-upwards", "1000", 422],
  ["whole ids", "id-fraction", "400", 422],
  ["100 KiB, white space", "body-space", "1000000", 413],
  ["depth 512", "nesting", "1", 201],
  ["depth 512", "nesting", "100000", 400],
  ["year 9999", "date-year-upwards", "+010000", 400],
  ["year 1970", "date-year-downwards", "0000", 400],
  ["year 1970", "date-year-downwards", "-000001", 400],
  ["3 fraction digits, from", "date-fraction", "0", 400],
  ["3 fraction digits, from", "date-fraction", "9", 400],
])("elsewhere: %s, %s at %s", async (name, axis, at, status) => {
  expect(await statusAt(rulesOf(name), axis, at)).toBe(status);
});
