import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { afterEach, expect, test } from "vitest";
import type { Offered } from "../model/index.ts";
import { TruthServer } from "../servers/truth/truth-server.ts";
import { Generators } from "./generators.ts";

const stopping: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

test("two processes, three slots: their counts add up, and no id comes twice", async () => {
  const ids = new Set<number>();
  const generators = await Generators.start(2, {
    interface: userSubmission,
    firstId: 999_999_000,
    ids: { ...LOAD_NUMBERS, from: 0 },
  });
  stopping.push(() => generators.close());
  const offers: Offered[] = [
    { model: "closed", connections: 5, pipelining: 1 },
    { model: "open", ratePerSecond: 200, arrivals: "even", connections: 10 },
    { model: "closed", connections: 2, pipelining: 2 },
  ];
  let read = 0;
  for (const offered of offers) {
    const server = await TruthServer.start(
      {
        delay: { kind: "constant", ms: 2 },
        statuses: [200, 404],
        conduct: { kind: "close", every: 4, announced: true },
      },
      { ids },
    );
    const tally = await generators.slot(
      {
        target: parseBaseUrl(server.url),
        offered,
        durationMs: 300,
        timeoutMs: 10_000,
        insecure: false,
        seed: 1,
      },
      new AbortController().signal,
    );
    const truth = await server.close();
    read += truth.read;
    expect(truth).toMatchObject({ repeated: 0, unlike: 0 });
    expect(tally.counts.answered + tally.drained.answered).toBe(truth.answered);
    expect(tally.counts.sent).toBe(truth.read);
    expect(tally.generators.length).toBe(2);
  }
  expect(ids.size).toBe(read);
});
