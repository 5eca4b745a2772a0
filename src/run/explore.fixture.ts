import { suitesFor } from "../../suites/index.ts";
import { emptyFold, foldRecord, type RunFold } from "../analyse/run-fold.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { userSubmission } from "../contract/user-submission.ts";
import { DEFAULT_CAPS } from "../options/limits.ts";
import type { ExplorePlan, Finding } from "../model/finding.ts";
import type { Interface } from "../model/interface.ts";
import { RUN_FORMAT } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import { exploreTogether } from "../jobs/explore.ts";

type Given = Partial<ExplorePlan> & {
  seed?: number;
  suites?: readonly Suite[];
  /** Default: the built-in one. */
  interface?: Interface;
};

/** Explores servers as `witness explore` does, with the record in memory; the folds of their runs. */
export async function explored(urls: string[], given: Given): Promise<RunFold[]> {
  const { seed = 1, interface: from = userSubmission, ...rest } = given;
  const catalogue = suitesFor(from);
  const { suites = catalogue, ...options } = rest;
  const valid = (id: string) => {
    const found = catalogue.flatMap(({ cases }) => cases).find((each) => each.id === id);
    if (found === undefined) throw new Error(`the catalogue lacks ${id}`);
    return found;
  };
  const folds = urls.map(() => emptyFold());
  const explore: ExplorePlan = {
    parts: ["boundaries"],
    compare: ["status"],
    ignore: [],
    runsPerProperty: 200,
    maxRequests: 200_000,
    maxTimeMs: 120_000,
    caps: DEFAULT_CAPS,
    ...options,
  };
  await exploreTogether(
    urls.map((url, index) => ({
      settings: {
        header: {
          type: "header",
          format: RUN_FORMAT,
          tool: { name: "api-witness", version: "0.0.0" },
          runId: `run-${index}`,
          target: { name: `server-${index}`, baseUrl: url },
          seed,
          firstId: 100_000_000,
          catalogue: "",
          ...(from !== userSubmission && { interface: from }),
          options: { runsPerProperty: 0, repeats: 0, concurrency: 10, timeoutMs: 5000, explore },
          suites: [],
          startedAt: "2026-01-01T00:00:00.000Z",
          platform: "",
        },
        target: parseBaseUrl(url),
        planned: [],
        suites,
        valid: { client: valid("valid/plain"), raw: valid("valid/plain-on-the-wire") },
        signal: new AbortController().signal,
      },
      writer: { write: () => {}, flush: () => {}, close: () => {} },
      follow: (record) => foldRecord(folds[index] as RunFold, record),
    })),
  );
  return folds;
}

/** Findings of one kind, in the order of the record. */
export const findingsOf = <K extends Finding["kind"]>(
  fold: RunFold | undefined,
  kind: K,
): Extract<Finding, { kind: K }>[] =>
  (fold?.findings ?? []).filter(
    (finding): finding is Extract<Finding, { kind: K }> => finding.kind === kind,
  );
