import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import {
  type Listening,
  jsonReply,
  listening,
  sendReply,
  withBody,
} from "../servers/json-server.ts";
import { PLANTED_BOUNDARIES } from "../../test/servers/planted-rules/planted-boundaries.ts";
import { startRandom, startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import type { Rules } from "../../test/servers/planted-rules/rules.ts";
import { sampled } from "../../test/statistics.ts";
import { boundaryTexts, explored, findingsOf } from "../../test/observe/explore.ts";

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** The URL of this server, which lives until the end of this file. */
async function urlOf(starting: Promise<Listening>): Promise<string> {
  const server = await starting;
  servers.push(server);
  return server.url;
}

/** All that one server does along one axis: entries with the same rules and axis. */
const walks = PLANTED_BOUNDARIES.filter(
  ({ rules, axis }, index, all) =>
    all.findIndex((each) => each.rules === rules && each.axis === axis) === index,
).map(({ rules, axis, name }) => ({
  name: `${axis}, ${name}`,
  rules,
  axis,
  truth: PLANTED_BOUNDARIES.filter((each) => each.rules === rules && each.axis === axis).map(
    ({ near, far, nearStatus, farStatus }) => `${nearStatus} at ${near}, ${farStatus} at ${far}`,
  ),
}));

const WALKS = sampled("planted boundaries", {
  all: walks.length,
  part: Math.ceil(walks.length / 3),
  sample: 6,
});
const tried = walks.filter((_, nth) => nth % Math.ceil(walks.length / WALKS) === 0);

test.concurrent.each(tried)("$name", async ({ rules, axis, truth }) => {
  const url = await urlOf(startRuled(rules));
  const [fold] = await explored([url], { axes: [axis] });
  const [finding] = findingsOf(fold, "axis");
  expect(finding && boundaryTexts(finding)).toEqual(truth);
  for (const { near, far, probes } of finding?.boundaries ?? []) {
    expect(probes).toBeLessThanOrEqual(64);
    // The reply that found it, and two more in either order.
    for (const { case: sent, signature } of [near, far])
      expect(fold?.cases.get(sent)?.signatures.filter((each) => each === signature)).toHaveLength(
        fold?.cases.get(sent)?.signatures.length ?? 0,
      );
  }
});

test("where a double overflows is found exactly, with fewer than 100 requests of so many digits", async () => {
  let long = 0;
  const counting = listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const text = String(body);
        if (/\d{309}/.test(text)) long += 1;
        const id = /"id": ?([^,}]+)/.exec(text)?.[1] ?? "none";
        sendReply(response, jsonReply(Number.isFinite(Number(id)) ? 201 : 422, {}));
      });
    }),
  );
  const [fold] = await explored([await urlOf(counting)], { axes: ["id-upwards"] });
  const [finding] = findingsOf(fold, "axis");
  const overflow = 2n ** 1024n - 2n ** 970n;
  expect(finding && boundaryTexts(finding)).toEqual([
    `201 at ${overflow - 1n}, 422 at ${overflow}`,
  ]);
  expect(long).toBeGreaterThan(20);
  expect(long).toBeLessThan(100);
});

const SEEDS = sampled("seeds that find the same boundaries", { all: 20, some: 5, sample: 2 });

test.concurrent(`the same boundaries for ${SEEDS} seeds out of ${SEEDS}`, async () => {
  const rules: Rules = {
    idBands: [{ to: 2147483647n }],
    idFraction: "refuse",
    fractionDigits: [3],
  };
  const url = await urlOf(startRuled(rules));
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [fold] = await explored([url], { axes: ["id-upwards", "date-fraction"], seed });
    expect(findingsOf(fold, "axis").map(boundaryTexts)).toEqual([
      ["201 at 2147483647, 422 at 2147483648"],
      ["400 at 2, 201 at 3", "201 at 3, 400 at 4"],
    ]);
  }
});

const DRAWS = sampled("seeds of servers that respond at random", { all: 5, sample: 2 });

test.concurrent.each([
  ["half of its responses", 1],
  ["one response in ten", 0.2],
])("a server that draws %s has no boundary, and is called unstable", async (_name, probability) => {
  for (let seed = 1; seed <= DRAWS; seed += 1) {
    const url = await urlOf(startRandom({ seed, statuses: [201, 400], probability }));
    const [fold] = await explored([url], { axes: ["id-upwards", "date-fraction"], seed });
    const axes = findingsOf(fold, "axis");
    expect(axes.flatMap(({ boundaries }) => boundaries)).toEqual([]);
    const said = [...axes.flatMap(({ unstable }) => unstable), ...findingsOf(fold, "unstable")];
    expect(said.map(({ signatures }) => signatures.toSorted())).toContainEqual(["201", "400"]);
  }
});
