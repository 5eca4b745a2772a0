import { z } from "zod";

const DiffedRun = z.strictObject({
  run: z.string(),
  target: z.string(),
  baseUrl: z.string(),
  startedAt: z.string(),
  /** How the run ended, if it did not reach the end of its plan: then unsent cases show as no longer sent. */
  end: z.string().optional(),
});

/** One case or axis that differs, and in what. */
const Difference = z.strictObject({
  kind: z.enum(["changed", "vanished", "newly unstable", "new", "stable now"]),
  name: z.string(),
  before: z.string(),
  now: z.string(),
  change: z.string().optional(),
});

/** An axis that differs. */
const MovedBoundary = Difference.extend({
  /** For people: `body size, by white space after it`. */
  title: z.string(),
  /** For people: `201 up to 102,400 bytes, 413 from 102,401 bytes`. */
  sentences: z.strictObject({ before: z.string(), now: z.string() }),
});

/** What changed from one stored run to another. */
export const RunDiff = z.strictObject({
  before: DiffedRun,
  now: DiffedRun,
  /** Of each response, in words. */
  compared: z.string(),
  /** Cases that changed in the same way, the largest finding first. */
  findings: z.array(z.strictObject({ text: z.string(), cases: z.array(z.string()) })),
  cases: z.array(Difference),
  /** Axes that both runs walked to the end. */
  boundaries: z.array(MovedBoundary),
  /** Cases that are the same in both. */
  same: z.int(),
});
export type RunDiff = z.infer<typeof RunDiff>;
