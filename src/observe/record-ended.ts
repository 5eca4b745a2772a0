import { rawText, type Death } from "../model/index.ts";
import type { Served } from "./served.ts";
import type { Journal } from "./journal.ts";

const EXIT_MS = 500;
const KEPT_OUTPUT = 4 * 1024;

/**
 * Records the end of a served target's process, with its exit and the end of its output. `found` says when it was
 * noticed, and which cases caused it.
 */
export async function recordEnded(
  served: Served,
  journal: Journal,
  found: Pick<Death, "during" | "cases" | "tried" | "times">,
): Promise<void> {
  await served.exitedWithin(EXIT_MS);
  const { generation: nth, exit = {}, output } = served;
  const words = rawText(output).slice(-KEPT_OUTPUT);
  journal.write({
    type: "death",
    kind: "ended",
    nth,
    atMs: Math.round(journal.nowMs()),
    ...exit,
    ...(words !== "" && { output: words }),
    ...found,
    sentAgain: 0,
  });
}
