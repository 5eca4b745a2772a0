import { afterAll, describe, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import type { RunFold } from "../analyse/index.ts";
import { looseOrder, statedOrder } from "../../test/contract/planted-order.ts";
import { requestSize } from "../generate/index.ts";
import type { Suite } from "../model/index.ts";
import { DEFAULT_CAPS } from "../options/index.ts";
import type { Listening } from "../servers/json-server.ts";
import { ORDER_WALKS, STATED_WALKS } from "../../test/servers/planted-order/order-boundaries.ts";
import { ORDER_PAIRS } from "../../test/servers/planted-order/order-pairs.ts";
import { STATED_ORDER, type OrderRules } from "../../test/servers/planted-order/order-rules.ts";
import { startOrders } from "../../test/servers/planted-order/order-server.ts";
import { sampled } from "../../test/statistics.ts";
import { boundaryTexts, expectMinimal, explored, findingsOf } from "../../test/observe/explore.ts";

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** The URL of a server with these rules, which lives until the end of this file. */
async function urlOf(rules: OrderRules): Promise<string> {
  const server = await startOrders(rules);
  servers.push(server);
  return server.url;
}

const truthOf = ({ steps }: (typeof ORDER_WALKS)[number]): string[] =>
  steps.map(
    ([nearStatus, near, farStatus, far]) => `${nearStatus} at ${near}, ${farStatus} at ${far}`,
  );

test.concurrent.each(ORDER_WALKS)("$axis, $name", async (walk) => {
  const url = await urlOf(walk.rules);
  const [fold] = await explored([url], { interface: looseOrder, axes: [walk.axis], caps: CAPS });
  expect(findingsOf(fold, "axis").map(boundaryTexts)).toEqual([truthOf(walk)]);
});

/** Long bodies take their time, and no rule here is about them. */
const CAPS = { ...DEFAULT_CAPS, body: 100_000, depth: 1000 };

const everyRule = urlOf(STATED_ORDER);

/** What each of these axes of a stated order meets on the server with every rule. */
async function expectWalks(walks: typeof STATED_WALKS, seed: number): Promise<void> {
  const axes = walks.map(({ axis }) => axis);
  const given = { interface: statedOrder, axes, seed, caps: CAPS };
  const [fold] = await explored([await everyRule], given);
  const found = findingsOf(fold, "axis").map((each) => [each.axis, boundaryTexts(each)]);
  const truth = walks.map((walk) => [walk.axis, truthOf(walk)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(truth));
}

test("every axis of every field of an order, on a server with every rule", () =>
  expectWalks(STATED_WALKS, 1));

const SEEDS = sampled("seeds for the boundaries of an order", { all: 20, some: 3, sample: 0 });

describe.skipIf(SEEDS < 2)("the boundaries of an order", () => {
  const stepped = STATED_WALKS.filter(({ steps }) => steps.length > 0);
  // The test above has seed 1.
  const seeds = Array.from({ length: SEEDS - 1 }, (_, index) => index + 2);
  test.each(seeds)("are the same for seed %i", (seed) => expectWalks(stepped, seed));
});

/** Only short hand-chosen requests: none of them waits for a timeout. */
const SHORT = 1000;
const suites = suitesFor(statedOrder);
const shortOnes = (suite: Suite): Suite => ({
  ...suite,
  cases: suite.cases.filter(({ request }) => requestSize(request, statedOrder) < SHORT),
});

async function differences(urls: string[], suite: string): Promise<RunFold | undefined> {
  const [fold] = await explored(urls, {
    parts: ["divergences"],
    runsPerProperty: 50,
    maxRequests: 2000,
    interface: statedOrder,
    suites: suites.filter(({ name }) => name === suite).map(shortOnes),
  });
  return fold;
}

const ALL = ORDER_PAIRS.length;
const PAIRS = sampled("pairs of order servers", { all: ALL, some: 3, sample: 1 });
const pairs = ORDER_PAIRS.filter((_, nth) => nth % Math.ceil(ALL / PAIRS) === 0);

describe.concurrent.each(pairs)("two order servers that differ in one rule: $name", (pair) => {
  test("the difference is found, and no single step keeps it", async () => {
    const urls = [await urlOf({}), await urlOf(pair.rule)];
    const fold = await differences(urls, pair.suite);
    await expectMinimal(fold, urls, { statuses: pair.statuses, interface: statedOrder });
  });
});
