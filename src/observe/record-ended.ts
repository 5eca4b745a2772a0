import { rawText, type Death } from "../model/index.ts";
import type { Served } from "./served.ts";
import type { Journal } from "./journal.ts";

const EXIT_MS = 500;
const KEPT_OUTPUT = 4 * 1024;

/** How a process of a served target ended, with its exit and the end of its output. */
export type Ended = Omit<Death, "cases" | "tried" | "times" | "during">;

/** Waits for the end of a process; to be read before the next one is started. */
export async function endOfProcess(served: Served, journal: Journal): Promise<Ended> {
  await served.exitedWithin(EXIT_MS);
  const { generation: nth, exit = {}, output } = served;
  const words = rawText(output).slice(-KEPT_OUTPUT);
  return {
    type: "death",
    kind: "ended",
    nth,
    atMs: Math.round(journal.nowMs()),
    ...exit,
    ...(words !== "" && { output: words }),
    sentAgain: 0,
  };
}

/** Records the end of a served target's process. `found` says when it was noticed, and which cases caused it. */
export function recordEnded(
  ended: Ended,
  journal: Journal,
  found: Pick<Death, "during" | "cases" | "tried" | "times">,
): void {
  const { sentAgain, ...facts } = ended;
  journal.write({ ...facts, ...found, sentAgain });
}
