import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBaseUrl } from "../src/contract/index.ts";
import { carriesIdentity, render, renderSend } from "../src/generate/index.ts";
import type { Case } from "../src/model/index.ts";
import { plan } from "../src/observe/index.ts";
import { SendingOrder } from "../src/observe/sending-order.ts";
import { sampled } from "../test/statistics.ts";
import { identified, identityRead, type Identified } from "../test/suites/identities.ts";
import { suitesFor } from "./index.ts";

const target = parseBaseUrl("http://127.0.0.1:3000/base");
/** Larger bodies differ from others in their beginning. */
const MOST_BYTES = 4096;
/** A line between two chunks, or before the first one. */
const CHUNK_LINE = /(?:^|\r\n)[\da-f]+(?:;[^\r\n]*)?\r\n/gi;
const PLANS = sampled("plans of each interface, every identity of which is compared", {
  all: 6,
  sample: 2,
});

/** The bodies of a request, by the ordinary client or on each connection. */
function bodiesOf({ request }: Case, filling: Parameters<typeof render>[1]): string[] {
  const textOf = (bytes: Buffer): string =>
    bytes.subarray(0, MOST_BYTES).toString("utf8").replace(CHUNK_LINE, "");
  if (request.sender === "client") return [textOf(render(request.body, filling))];
  return request.steps.flatMap((step) => {
    if (step.do !== "send" || (step.body ?? []).length === 0) return [];
    return [textOf(renderSend({ do: "send", body: step.body ?? [] }, filling))];
  });
}

/** A run, as far as its identities depend on it. */
const anyPlan = fc.record({
  seed: fc.integer(),
  firstId: fc.integer({ min: 100_000_000, max: 989_999_999 }),
  repeats: fc.constantFrom(1, 2, 3),
  grep: fc.constantFrom(undefined, /malformed-json\/(deleted|doubled|replaced|truncated)-/),
});

describe.each(identified)("the identities of a run of $from.name", ({ from, path }: Identified) => {
  test("are each sent once, except where a case declares that it may share its own", () => {
    const suites = suitesFor(from);
    fc.assert(
      fc.property(anyPlan, ({ seed, firstId, repeats, grep }) => {
        const runsPerProperty = 40;
        const selection = {
          suites,
          only: [],
          seed,
          runsPerProperty,
          repeats,
          ...(grep && { grep }),
        };
        const order = new SendingOrder(repeats, { interface: from, firstId });
        const owners = new Map<string, string>();
        const twice: string[] = [];
        for (const suite of plan(selection))
          for (const { sent, fresh } of order.of(suite)) {
            if (sent.sameIdentity !== undefined || !carriesIdentity(sent.request, from)) continue;
            const filling = { interface: from, target, firstId, fresh };
            for (const body of bodiesOf(sent, filling)) {
              const read = identityRead(body, path);
              const owner = read === undefined ? undefined : owners.get(read);
              if (owner !== undefined) twice.push(`${read}: ${owner} and ${sent.id}`);
              if (read !== undefined) owners.set(read, `${sent.id} (${fresh})`);
            }
          }
        expect(twice).toEqual([]);
      }),
      {
        numRuns: PLANS,
        examples: [[{ seed: 1, firstId: 125_258_320, repeats: 3, grep: /deleted-/ }]],
      },
    );
  });
});
