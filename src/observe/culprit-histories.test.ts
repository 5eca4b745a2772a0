import fc from "fast-check";
import { expect, test } from "vitest";
import { worded } from "../analyse/note-text.ts";
import { sampled } from "../../test/statistics.ts";
import { findCulprit, type Culprit } from "./culprit.ts";
import { histories, MortalTarget, type MortalHistory } from "../../test/observe/mortal-target.ts";
import { culpritNote } from "./lost-target.ts";

const numRuns = sampled("histories of a target that stops", {
  all: 1_000_000,
  some: 20_000,
  sample: 1000,
});

/** Searches the culprit of a history, and returns it with the target. */
async function searched(
  history: MortalHistory,
): Promise<{ culprit: Culprit; target: MortalTarget }> {
  const target = new MortalTarget(history);
  const sent = target.conduct();
  return { culprit: await findCulprit(sent, target.probe), target };
}

/** The case that ends a process whenever it is sent alone; undefined if there is none. */
function killerOf({ killing }: MortalHistory): string | undefined {
  const isAlone = killing.by === "case" || (killing.by === "nth-of-case" && killing.nth === 1);
  return isAlone ? `history/case-${killing.killer}` : undefined;
}

test("the case that is found is the one that ends the target, or none is found", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      // A process that responds, stops and is there again at once cannot be seen to stop: its requests cannot be counted.
      const { by } = history.killing;
      if (by === "nth-request" && history.answersFirst && history.supervisor.afterMs.includes(0))
        return;
      const { culprit } = await searched(history);
      if (culprit.kind !== "found") return;
      found += 1;
      expect(culprit.case.id).toBe(killerOf(history));
    }),
    { numRuns },
  );
  expect(found).toBeGreaterThan(numRuns / 200);
});

test("what is said to have been sent again alone was sent so often, and the target stopped so often", async () => {
  const whys = new Set<string>();
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { culprit, target } = await searched(history);
      whys.add("why" in culprit ? culprit.why : culprit.kind);
      const { text } = worded({ type: "note", ...culpritNote(culprit) });
      if (!("tried" in culprit)) {
        expect(text).not.toContain("sent again alone, ");
        return;
      }
      const [id = ""] =
        culprit.kind === "found" ? [culprit.case.id] : culprit.cases.map((each) => each.id);
      expect(target.seen.get(id)?.received).toBeGreaterThanOrEqual(culprit.tried);
      expect(text).toContain(`${culprit.times} of ${culprit.tried}`);
    }),
    { numRuns },
  );
  expect([...whys].toSorted()).toEqual([
    "control",
    "found",
    "in-sequence",
    "out-of-time",
    "replayed",
    "stayed-away",
    "stopped-once",
    "went-again",
  ]);
});

test("with a supervisor that always restarts it at once, the case is found", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (generated) => {
      const killer = generated.killing.by === "nth-request" ? 0 : generated.killing.killer;
      const { culprit } = await searched({
        ...generated,
        killing: { by: "case", killer },
        answersFirst: false,
        dyingMs: 0,
        searchMs: 120_000,
        supervisor: { restarts: 1000, afterMs: [150], change: "none", changedFrom: 1 },
      });
      expect(culprit).toMatchObject({ kind: "found", case: { id: `history/case-${killer}` } });
    }),
    { numRuns: Math.ceil(numRuns / 5) },
  );
});
