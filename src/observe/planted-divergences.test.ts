import { userSubmission } from "../contract/index.ts";
import { afterAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import type { RunFold } from "../analyse/index.ts";
import { requestSize } from "../generate/index.ts";
import type { Listening } from "../servers/json-server.ts";
import { MANY_RULES } from "../../test/servers/planted-rules/rules.ts";
import { PLANTED_PAIRS } from "../../test/servers/planted-rules/planted-pairs.ts";
import { startRandom, startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { sampled } from "../../test/statistics.ts";
import { expectMinimal, explored, findingsOf } from "../../test/observe/explore.ts";

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** The URLs of these servers, which live until the end of this file. */
async function urlsOf(...starting: Promise<Listening>[]): Promise<string[]> {
  const started = await Promise.all(starting);
  servers.push(...started);
  return started.map(({ url }) => url);
}

/** Only short hand-chosen bodies: none of them waits for a timeout. */
const chosen = new Set(["media-type", "id-bounds", "malformed-json"]);
const SHORT = 500;
const quick = suites.map((suite) => ({
  ...suite,
  cases: suite.cases.filter(
    ({ request }) => chosen.has(suite.name) && requestSize(request, userSubmission) < SHORT,
  ),
}));

async function differences(urls: string[], seed: number): Promise<RunFold | undefined> {
  const options = { parts: ["divergences" as const], runsPerProperty: 100, maxRequests: 3200 };
  const [fold] = await explored(urls, { ...options, seed, suites: quick });
  return fold;
}

const PAIRS = sampled("pairs of servers", { all: PLANTED_PAIRS.length, some: 4, sample: 2 });
const pairs = PLANTED_PAIRS.filter((_, nth) => nth % Math.ceil(PLANTED_PAIRS.length / PAIRS) === 0);

describe.concurrent.each(pairs)("two servers that differ in one rule: $name", (pair) => {
  test("the difference is found, and no single step keeps it", async () => {
    const urls = await urlsOf(startRuled(pair.a), startRuled(pair.b));
    const fold = await differences(urls, 1);
    await expectMinimal(fold, urls, { statuses: pair.statuses, interface: userSubmission });
  });
});

const REQUESTS = sampled("requests to a server beside itself", {
  all: 10_000,
  some: 4000,
  sample: 2000,
});

test(`a deterministic server against itself differs in nothing, in ${REQUESTS} requests`, async () => {
  const urls = await urlsOf(startRuled(MANY_RULES), startRuled(MANY_RULES));
  const options = { parts: ["divergences" as const], runsPerProperty: 1500, maxRequests: REQUESTS };
  const [fold] = await explored(urls, { ...options, suites: quick });
  expect(findingsOf(fold, "divergence")).toEqual([]);
  expect(findingsOf(fold, "unstable")).toEqual([]);
  expect(fold?.exploration?.compared).toBeGreaterThan(0.95 * REQUESTS);
});

test("what a server that responds at random does is unstable, and no difference", async () => {
  const urls = await urlsOf(startRuled({}), startRandom({ seed: 1, statuses: [201, 400] }));
  const options = { parts: ["divergences" as const], runsPerProperty: 50, maxRequests: 2000 };
  const [, random] = await explored(urls, { ...options, suites: quick });
  expect(findingsOf(random, "divergence")).toEqual([]);
  expect(findingsOf(random, "unstable").map(({ signatures }) => signatures)).toContainEqual([
    "201",
    "400",
  ]);
});
