import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/user-submission.ts";
import { drawCases } from "../generate/draw-cases.ts";
import { sampled } from "../statistics.fixture.ts";
import { resets, sendEveryCase } from "./every-case.fixture.ts";

const DRAWN = sampled("cases of each property", { all: 40, sample: 3 });
const SEED = 20_240_229;

const chosen = suites.flatMap(({ cases }) => cases);
const drawn = suites.flatMap((suite) =>
  suite.properties.flatMap((property) => [...drawCases(suite.name, property, SEED, DRAWN)]),
);

test(
  "what arrives is what is recorded as sent, and the same once more: all cases",
  { timeout: 240_000 },
  async () => {
    const all = [...chosen, ...drawn];
    const { sent, different } = await sendEveryCase(userSubmission, all);
    expect(different).toEqual([]);
    expect(sent.size).toBe(chosen.length + drawn.length);
    expect(drawn.length).toBe(DRAWN * suites.flatMap(({ properties }) => properties).length);
    expect(all.filter(resets).length).toBeGreaterThanOrEqual(10);
  },
);
