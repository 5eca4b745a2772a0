import { suites } from "../../suites/index.ts";
import type { Divergence } from "../../src/model/index.ts";
import { explored, findingsOf } from "../../test/observe/explore.ts";
import { startExpress } from "../../src/servers/references.ts";
import type { Listening } from "../../src/servers/json-server.ts";
import { PLANTED_BOUNDARIES } from "../../test/servers/planted-rules/planted-boundaries.ts";
import { PLANTED_PAIRS } from "../../test/servers/planted-rules/planted-pairs.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";

const SEEDS = 20;

/** Axes without timeouts: they vary only the body and its type. */
const ofBodies = new Set(["id-bounds", "date-precision", "malformed-json", "fields", "media-type"]);
const quick = suites.filter(({ name }) => ofBodies.has(name));

/**
 * Every planted boundary and every planted difference, for 20 seeds each; and the duration of a default exploration.
 */
export async function measureExplorePlanted(): Promise<void> {
  for (const { name, rules, axis, near, far } of PLANTED_BOUNDARIES) {
    const server = await startRuled(rules);
    const found = await countSeeds([server], async (urls, seed) => {
      const [fold] = await explored(urls, { axes: [axis], seed });
      const [finding] = findingsOf(fold, "axis");
      return finding?.boundaries.some((each) => each.near.at === near && each.far.at === far);
    });
    console.log(`  boundary ${name}: ${found} of ${SEEDS}`);
  }
  for (const { name, a, b, statuses } of PLANTED_PAIRS) {
    const servers = [await startRuled(a), await startRuled(b)];
    const found = await countSeeds(servers, async (urls, seed) => {
      const parts = ["divergences" as const];
      const options = { parts, runsPerProperty: 200, maxRequests: 5000, suites: quick, seed };
      const [fold] = await explored(urls, options);
      return findingsOf(fold, "divergence").some((each) => vector(each) === statuses.join());
    });
    console.log(`  difference ${name}: ${found} of ${SEEDS}`);
  }
  const express = await startExpress();
  const parts = ["examples" as const, "boundaries" as const];
  const [fold] = await explored([express.url], { parts, runsPerProperty: 500 });
  await express.close();
  const { requests = 0, durationMs = 0 } = fold?.exploration ?? {};
  console.log(`  Express with default budgets: ${requests} requests in ${durationMs / 1000} s`);
}

async function countSeeds(
  servers: Listening[],
  look: (urls: string[], seed: number) => Promise<boolean | undefined>,
): Promise<number> {
  let found = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1)
    if (
      await look(
        servers.map(({ url }) => url),
        seed,
      )
    )
      found += 1;
  await Promise.all(servers.map((server) => server.close()));
  return found;
}

const vector = ({ signatures }: Divergence): string =>
  signatures.map(({ signature }) => signature).join();
