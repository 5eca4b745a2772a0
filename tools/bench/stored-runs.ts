import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { suites } from "../../suites/index.ts";
import { drawCases } from "../../src/generate/index.ts";
import { RUN_FORMAT, type Case, type Observation } from "../../src/model/index.ts";
import { RUN_FILE, RunWriter } from "../../src/record/index.ts";
import type { Part } from "./part.ts";
import { SEED } from "./property-run.ts";

const REPEATS = 2;
const STATUSES = [201, 400, 400, 422];

type Options = { folders: string[]; observations: number };

/** Writes a record into each folder, with this many observations. */
export const writeStoredRuns: Part<Options> = async ({ folders, observations }) => {
  for (const [nth, folder] of folders.entries()) {
    mkdirSync(folder);
    writeStoredRun(join(folder, RUN_FILE), nth, observations);
  }
  return { runs: folders.length };
};

/**
 * Writes a synthetic record: the whole catalogue sent twice, and generated cases up to this many
 * observations. Runs with other numbers differ in one case in ten.
 */
function writeStoredRun(path: string, nth: number, observations: number): void {
  const writer = RunWriter.create(path);
  const startedAt = "2026-01-01T00:00:00.000Z";
  writer.write({
    type: "header",
    format: RUN_FORMAT,
    tool: { name: "api-witness", version: "0.0.0" },
    runId: `run-${nth}`,
    target: { name: `target-${nth}`, baseUrl: `http://localhost:${3000 + nth}` },
    seed: SEED,
    firstId: 100_000_000,
    catalogue: "",
    options: { runsPerProperty: 200, repeats: REPEATS, concurrency: 10, timeoutMs: 5000 },
    suites: suites.map(({ name, about }) => ({ name, about })),
    startedAt,
    platform: "",
  });
  let seq = 0;
  for (const [each, attempts] of plan(observations)) {
    writer.write({ type: "case", case: each });
    const status = statusOf(each.id, nth);
    for (let attempt = 1; attempt <= attempts; attempt += 1)
      writer.write(observe(each.id, status, { seq: seq++, attempt }));
  }
  const footer = { end: "done", observations: seq, endedAt: startedAt, durationMs: 1 } as const;
  writer.write({ type: "footer", ...footer });
  writer.close();
}

function* plan(observations: number): Generator<[sent: Case, attempts: number]> {
  const chosen = suites.flatMap(({ cases }) => cases).slice(0, observations / REPEATS);
  for (const each of chosen) yield [each, REPEATS];
  const properties = suites.flatMap(({ name, properties }) =>
    properties.map((property) => ({ name, property })),
  );
  const left = observations - chosen.length * REPEATS;
  let drawn = 0;
  for (const { name, property } of properties)
    for (const each of drawCases(name, property, SEED, Math.ceil(left / properties.length)))
      if ((drawn += 1) <= left) yield [each, 1];
}

/** Runs respond alike except for one case in ten, where each has its own rule. */
function statusOf(id: string, nth: number): number {
  const [a = 0, b = 0] = createHash("sha256").update(id).digest();
  const turn = a % 10 === 0 ? b >> (nth % 6) : b;
  return STATUSES[turn % STATUSES.length] ?? 201;
}

function observe(
  id: string,
  status: number,
  { seq, attempt }: { seq: number; attempt: number },
): Observation {
  const text = `{"id":${100_000_000 + seq},"date":"2026-01-01T00:00:00.000Z","message":"${status} is the response of this server"}`;
  const headers: [string, string][] = [
    ["x-powered-by", "Express"],
    ["content-type", "application/json; charset=utf-8"],
    ["content-length", String(text.length)],
    ["etag", `W/"60-${seq.toString(36)}"`],
    ["date", "Thu, 01 Jan 2026 00:00:00 GMT"],
    ["connection", "keep-alive"],
    ["keep-alive", "timeout=5"],
  ];
  const sha256 = createHash("sha256").update(text).digest("hex");
  const body = { bytes: text.length, sha256, text };
  const response = { version: "1.1", status, reason: "Told", headers, framing: "length", body };
  return {
    type: "observation",
    seq,
    case: id,
    attempt,
    fresh: seq,
    atMs: seq,
    answers: [
      {
        outcome: "answered",
        status,
        response: { ...response, framing: "length" },
        firstByteUs: 400,
        totalUs: 500,
      },
    ],
    end: "kept",
    timeoutMs: 5000,
  };
}
