import { post } from "../../../src/generate/index.ts";
import type { Case, RequestResult, RunHeader, RunRecord } from "../../../src/model/index.ts";
import { emptyFold, foldRecord, type FoldOptions } from "../../../src/analyse/index.ts";
import type { ComparedRun } from "../../../src/analyse/comparison/share-cases.ts";

type Word = number | "reset" | "timed-out";

/** A case, and its responses each time it was sent: one, or several for a sequence. */
export type Told = [sent: Partial<Case> & { id: string }, ...sendings: (Word | Word[])[]];

const resultOf = (word: Word): RequestResult =>
  typeof word === "number"
    ? {
        outcome: "answered",
        status: word,
        totalUs: 1,
        response: {
          version: "1.1",
          status: word,
          reason: "Told",
          headers: [["content-type", "text/plain"]],
          framing: "length",
          body: { bytes: 2, sha256: "", text: "ok" },
        },
      }
    : { outcome: word, phase: "head", detail: "nothing came", totalUs: 1 };

/** A header of a run of this target. */
export const headerOf = (name: string, rest: Partial<RunHeader> = {}): RunHeader => ({
  type: "header",
  format: 3,
  tool: { name: "api-witness", version: "0.0.0" },
  runId: `2026-11-20-${name}-7`,
  target: { name, baseUrl: `http://${name}.test` },
  seed: 7,
  firstId: 1000,
  catalogue: "one",
  options: { runsPerProperty: 0, repeats: 2, concurrency: 1, timeoutMs: 1000 },
  suites: [],
  startedAt: "2026-11-20T16:22:05.123Z",
  platform: "",
  ...rest,
});

/** The records of a run for these cases, each with its observations. */
export function recordsOf(...entries: Told[]): RunRecord[] {
  let seq = 0;
  return entries.flatMap(([sent, ...sendings]): RunRecord[] => [
    {
      type: "case",
      case: { reason: `about ${sent.id}`, clauses: ["body"], request: post(), ...sent },
    },
    ...sendings.map((words, index): RunRecord => ({
      type: "observation",
      seq: (seq += 1),
      case: sent.id,
      attempt: index + 1,
      fresh: seq,
      atMs: seq,
      end: "kept",
      timeoutMs: 1000,
      answers: [words].flat().map(resultOf),
    })),
  ]);
}

/** A finished run of these records; its folder is named after the target. */
export function runOf(
  header: RunHeader,
  records: RunRecord[],
  options: FoldOptions = { keepGenerated: true },
): ComparedRun {
  const fold = emptyFold(options);
  const end = { end: "done", observations: 0, endedAt: header.startedAt, durationMs: 1 } as const;
  for (const record of [header, ...records, { type: "footer", ...end } as const])
    foldRecord(fold, record);
  return { fold, run: `../${header.target.name}` };
}
