import type { z } from "zod";
import type { PlanFlags } from "../cli/conduct-run.ts";
import type { Control, SendFlags } from "../cli/record-run.ts";
import type { Suite } from "../model/suite.ts";
import type { SelectionShape, SendShape } from "./send-options.ts";

type Send = z.output<z.ZodObject<typeof SendShape>>;
type Selection = z.output<z.ZodObject<typeof SelectionShape>>;

/** Options as the conductors of the verbs take them. */
export const sendFlags = (options: Send): SendFlags => ({
  ...(options.seed !== undefined && { seed: options.seed }),
  ...(options.firstId !== undefined && { firstId: options.firstId }),
  outputDir: options.outputDir,
  waitFor: options.waitForMs,
  insecure: options.insecure,
});

/** Options that select cases, as the conductors of the verbs take them. */
export const selectionFlags = (
  options: Selection,
): PlanFlags & {
  concurrency: number;
  timeout: number;
  readLimit?: number;
  corpus?: string;
  suites?: true;
} => ({
  suite: options.suite,
  ...(options.grep && { grep: options.grep }),
  runs: options.runs,
  repeats: options.repeats,
  concurrency: options.concurrency,
  timeout: options.timeoutMs,
  ...(options.readLimitBytes !== undefined && { readLimit: options.readLimitBytes }),
  ...(options.corpus !== undefined && { corpus: options.corpus }),
  ...(options.suites.length > 0 && { suites: true as const }),
});

/** How it is followed and stopped: by nobody, where the options name nobody. */
export const controlOf = ({ signal, events }: Pick<Send, "signal" | "events">): Control => ({
  signal: signal ?? new AbortController().signal,
  events: events ?? {},
});

/** The built-in suites, the user's own and the corpus: in the order of the command line. */
export async function allSuites(options: {
  suites: Suite[];
  corpus?: string | undefined;
}): Promise<Suite[]> {
  const { loadSuites, readCorpus } = await import("../cli/load-suites.ts");
  const { corpus, suites } = options;
  return [
    ...(await loadSuites({})),
    ...suites,
    ...(corpus === undefined ? [] : [readCorpus(corpus)]),
  ];
}
