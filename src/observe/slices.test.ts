import { beforeAll, describe, expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import { plan, type PlannedSuite } from "./plan.ts";
import {
  SendingOrder,
  redrawSlice,
  cutSuite,
  type PlannedSlice,
  type SendingPlace,
} from "./sending-order.ts";

const REPEATS = 2;
const of = { interface: userSubmission, firstId: 432_109_876 };
const RUNS = 2300;
let planned: PlannedSuite[];

beforeAll(async () => {
  const { suitesFor } = await import("../../suites/index.ts");
  const only = ["valid", "malformed-json", "fields", "size", "repetition"];
  const options = { seed: 7, runsPerProperty: RUNS, repeats: REPEATS, only };
  planned = plan({ suites: suitesFor(userSubmission), ...options });
});

const textOf = ({ sent, fresh, placement }: SendingPlace): string =>
  `${fresh} ${sent.id} ${placement}`;

function* slicesOfAll(): Generator<{ suite: PlannedSuite; slices: PlannedSlice[] }> {
  const order = new SendingOrder(REPEATS, of);
  for (const suite of planned) {
    const slices = [...cutSuite(suite, REPEATS, order.nextFresh, of)];
    yield { suite, slices };
    for (const _ of order.of(suite));
  }
}

describe("the slices of a plan", () => {
  test("have every planned sending once, with the fresh value of the plan", () => {
    const order = new SendingOrder(REPEATS, of);
    for (const { suite, slices } of slicesOfAll()) {
      const sliced = slices.flatMap(({ places }) => places.map(textOf));
      expect(sliced.toSorted()).toEqual([...order.of(suite)].map(textOf).toSorted());
    }
  });

  test("are drawn again from their range alone, the last ones too", () => {
    for (const { suite, slices } of slicesOfAll())
      for (const { places, nextFresh: _, ...range } of slices) {
        expect(places.length).toBe(range.to - range.from);
        expect([...redrawSlice(range, suite, of)].map(textOf)).toEqual(places.map(textOf));
      }
  });
});
