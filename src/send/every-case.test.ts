import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { drawCases } from "../generate/index.ts";
import { sampled } from "../../test/statistics.ts";
import { resets, sendEveryCase } from "../../test/send/every-case.ts";

const DRAWN = sampled("cases of each property", { all: 40, sample: 3 });
const SEED = 20_240_229;

const all = suites.flatMap(({ cases }) => cases);
const CHOSEN = sampled("hand-chosen cases", { all: all.length, sample: Math.ceil(all.length / 3) });
/** The same number of cases of each suite; every case that resets its connection. */
const chosen = all.filter(
  (each, nth) => nth % Math.round(all.length / CHOSEN) === 0 || resets(each),
);
const drawn = suites.flatMap((suite) =>
  suite.properties.flatMap((property) => [...drawCases(suite.name, property, SEED, DRAWN)]),
);

test(
  `what arrives is what is recorded as sent, and the same once more: ${chosen.length} of ${all.length} cases`,
  { timeout: 240_000 },
  async () => {
    const tried = [...chosen, ...drawn];
    const { sent, different } = await sendEveryCase(userSubmission, tried);
    expect(different).toEqual([]);
    expect(sent.size).toBe(chosen.length + drawn.length);
    expect(drawn.length).toBe(DRAWN * suites.flatMap(({ properties }) => properties).length);
    expect(chosen.length).toBeGreaterThanOrEqual(CHOSEN);
    expect(tried.filter(resets).length).toBeGreaterThanOrEqual(10);
  },
);
