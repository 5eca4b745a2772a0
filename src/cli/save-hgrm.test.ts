import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFold } from "../analyse/index.ts";
import type { Round } from "../model/index.ts";
import { emptyLatency, encodeLatency } from "../stats/index.ts";
import { saveHgrm } from "./output-files.ts";

/** A round with responses in time, and others that came after its end. */
function round(nth: number, answered: number, after: number): Round {
  const latency = emptyLatency();
  latency.recordValueWithCount(20_000, answered + after);
  const inFlight = after;
  return {
    type: "round",
    nth,
    offered: { model: "closed", connections: 10, pipelining: 1 },
    atMs: 0,
    tally: {
      durationMs: 1000,
      counts: { sent: answered + after, answered, unanswered: {}, withdrawn: 0, inFlight },
      drained: { forMs: 1, answered: after, waitedUs: 0, ended: 0, silent: 0 },
      unasked: 0,
      dropped: { busy: 0, late: 0 },
      statuses: { "201": { count: answered, latency: encodeLatency(latency) } },
      latencySumUs: 0,
      receivedBytes: 0,
      connections: { opened: 10, failed: {}, openingUs: 0 },
      intervals: { everyMs: 1000, answered: [answered], latencySumUs: [0] },
      generators: [{ utilisation: 0.1, loopDelayP99Us: 0, cpuUs: 1 }],
    },
  };
}

test("--save-hgrm has the latencies of the rounds that have figures, those after their end included", () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-hgrm-"));
  try {
    const fold = emptyFold();
    fold.load.rounds.push(round(1, 30, 4), round(2, 0, 5));
    const file = join(folder, "all.hgrm");
    saveHgrm(fold, file);
    expect(readFileSync(file, "utf8")).toMatch(/Total count *= *34\b/i);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
