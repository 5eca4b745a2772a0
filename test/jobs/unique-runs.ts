import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { worded } from "../../src/analyse/note-text.ts";
import { interfaceOf } from "../../src/contract/index.ts";
import { layoutOf } from "../../src/generate/index.ts";
import type { Interface, RunRecord, Suite, UniqueField } from "../../src/model/index.ts";
import { defaultOptions } from "../../src/options/index.ts";
import { loadCatalogue } from "../../src/jobs/load-suites.ts";
import type { FinishedRun } from "../../src/jobs/conclude-run.ts";
import { runJob } from "../../src/jobs/run.ts";
import { uniqueStore, type UniqueStore } from "../servers/unique-store.ts";

/** A folder for the runs of one test file. */
export const folder = mkdtempSync(join(tmpdir(), "witness-unique-"));
const stores: UniqueStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

/** Starts a store that is closed after the tests of the file. */
export async function startStore(...given: Parameters<typeof uniqueStore>): Promise<UniqueStore> {
  const store = await uniqueStore(...given);
  stores.push(store);
  return store;
}

/** The suites that are sent. */
export const SUITES = ["valid", "field-name", "field-code"];

/** Of jobs that nothing ends. */
export const control = { signal: new AbortController().signal, events: {} };

/** A run of a store, with the suites above and those of a program. */
export async function run(
  from: Interface,
  baseUrl: string,
  inline: readonly Suite[] = [],
  unique?: readonly UniqueField[],
): Promise<FinishedRun> {
  const catalogue = await loadCatalogue({ interface: from, inline });
  const options = { ...defaultOptions("run"), load: false, hazards: false, runs: 5, repeats: 2 };
  return runJob(
    { name: "store", baseUrl },
    catalogue,
    {
      ...options,
      suite: [...SUITES, ...inline.map(({ name }) => name)],
      seed: 1,
      outputDir: folder,
      unique,
    },
    control,
  );
}

/** The notes on unique fields. */
export const uniqueNotes = ({ fold }: FinishedRun): string[] =>
  fold.notes.map((note) => worded(note).text).filter((text) => text.includes(" is unique"));

/** Paths of the fields that were fresh after the calibration. */
export const freshOf = ({ fold }: FinishedRun): string[] => [
  ...layoutOf(interfaceOf(fold.header ?? {})).fresh.keys(),
];

/** Responses that differ from the document. */
export const breaches = ({ fold }: FinishedRun): string[] =>
  [...(fold.documented?.breaches.values() ?? [])].map(({ observed, first }) => {
    const { id } = first.case;
    return `${id}: ${observed}`;
  });

/** The lines of a record. */
export const recordOf = ({ folder: path }: FinishedRun): RunRecord[] =>
  readFileSync(join(path, "run.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunRecord);
