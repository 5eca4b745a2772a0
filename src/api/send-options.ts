import { z } from "zod";
import { Suite } from "../model/suite.ts";
import type { RunEvents } from "../run/run-events.ts";

const LONGEST_MS = 600_000;

const signal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, "an AbortSignal");
const events = z.custom<RunEvents>(
  (value) => typeof value === "object" && value !== null,
  "an object of functions",
);

/** How long to wait for one answer, in milliseconds. */
export const timeoutMs = (usual: number) => z.int().min(1).max(LONGEST_MS).default(usual);

/** What every verb that sends can be told. */
export const SendShape = {
  /** Seed of what is generated. Drawn where it is left out; the summary has it. */
  seed: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1)
    .optional(),
  /** Fresh ids count up from here: with `seed`, the same bytes again. */
  firstId: z.int().min(100_000_000).max(989_999_999).optional(),
  /** Keep trying for so long until the target answers. 0 unless it is given. */
  waitForMs: z.number().min(0).default(0),
  /** Folder in which a run gets its own: `reports`. */
  outputDir: z.string().min(1).default("reports"),
  /** Take any TLS certificate. */
  insecure: z.boolean().default(false),
  /** Ends it early; what was recorded is kept. */
  signal: signal.optional(),
  /** Told what happens meanwhile. */
  events: events.optional(),
};

/** Which cases are sent, how often, and how. */
export const SelectionShape = {
  /** Names of the suites to send; all where it is empty. */
  suite: z.array(z.string()).default([]),
  /** Suites of your own, sent after the built-in ones. */
  suites: z.array(Suite).default([]),
  /** Only cases whose id matches. */
  grep: z.instanceof(RegExp).optional(),
  /** Cases to generate for each property: 200. */
  runs: z.int().min(0).default(200),
  /** How often each hand-chosen case is sent: twice. */
  repeats: z.int().min(1).max(1000).default(2),
  /** Requests under way at a time: 10. */
  concurrency: z.int().min(1).max(1000).default(10),
  /** How long to wait for an answer: 5000. */
  timeoutMs: timeoutMs(5000),
  /** How much of a response is read, of its head and of its body: 1 MiB. */
  readLimitBytes: z.int().min(1024).max(1_073_741_824).optional(),
  /** Folder of files that are sent as bodies too. */
  corpus: z.string().optional(),
};
