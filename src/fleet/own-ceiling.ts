import { userSubmission } from "../contract/index.ts";
import { FRESH_ID_MIN, LOAD_NUMBERS } from "../fresh-numbers.ts";
import { Generators, measureCeiling } from "../load/index.ts";

const OFFERED = { model: "closed", connections: 10, pipelining: 1 } as const;
const DURATION_MS = 500;

/** Requests per second that one load generator of this machine reaches against a server that does nothing. */
export async function ownCeiling(): Promise<number> {
  const ids = { interface: userSubmission, firstId: FRESH_ID_MIN, ids: LOAD_NUMBERS };
  const generators = await Generators.start(1, ids);
  try {
    const plan = { closesAfter: undefined, durationMs: DURATION_MS };
    const { signal } = new AbortController();
    const { counts, durationMs } = await measureCeiling(generators, OFFERED, plan, signal);
    return (counts.answered * 1000) / durationMs;
  } finally {
    await generators.close();
  }
}
