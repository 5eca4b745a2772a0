import { Pool } from "undici";
import { suites } from "../../suites/index.ts";
import { parseBaseUrl, statedHeaders, userSubmission } from "../../src/contract/index.ts";
import { drawCases, render } from "../../src/generate/index.ts";
import type { Property } from "../../src/model/index.ts";
import type { Part } from "./part.ts";
import { CONCURRENCY, FIRST_ID, SEED, WARM_UP } from "./property-run.ts";
import { Stopwatch } from "./stopwatch.ts";

/**
 * A minimal loop that sends the same bytes: bodies prepared in advance, undici's own pool, nothing
 * recorded.
 */
export const bareLoop: Part<{ url: string; property: string; runs: number }> = async (options) => {
  const bodies = drawBodies(options);
  const pool = new Pool(options.url, { connections: CONCURRENCY, pipelining: 1 });
  const headers = statedHeaders(userSubmission).flat();
  let next = 0;
  let done = 0;
  const watch = new Stopwatch();
  const worker = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const response = await pool.request({
        method: userSubmission.method,
        path: userSubmission.path,
        headers,
        body,
      });
      await response.body.text();
      done += 1;
      if (done === WARM_UP) watch.start();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  watch.lap();
  await pool.close();
  return { sent: done, ...watch.over(done - WARM_UP) };
};

function drawBodies({
  url,
  property,
  runs,
}: {
  url: string;
  property: string;
  runs: number;
}): Buffer[] {
  const target = parseBaseUrl(url);
  return Array.from(drawCases(...propertyNamed(property), SEED, runs), ({ request }, fresh) =>
    request.sender === "client"
      ? render(request.body, { interface: userSubmission, target, firstId: FIRST_ID, fresh })
      : Buffer.alloc(0),
  );
}

/** A property by its name in a run, after the name of its suite. */
export function propertyNamed(id: string): [suite: string, property: Property] {
  const [suite = "", name] = id.split("/");
  const property = suites
    .find((each) => each.name === suite)
    ?.properties.find((each) => each.name === name);
  if (property === undefined) throw new Error(`there is no property ${id}`);
  return [suite, property];
}
