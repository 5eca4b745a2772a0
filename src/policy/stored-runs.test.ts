import { userSubmission } from "../contract/index.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import type { Policy } from "../model/index.ts";
import { readRun } from "../record/index.ts";
import { startLenient, startStrict } from "../servers/references.ts";
import type { Listening } from "../servers/json-server.ts";
import { baselineOf } from "./baseline.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";
import { emptyGateFold, foldGate } from "./gate-fold.ts";
import { judgeRuns } from "./judge-runs.ts";
import type { GateRun } from "./judged-run.ts";

let folder: string;
let servers: Listening[];
const stored: Record<string, string> = {};

/** Runs a part of the catalogue as `witness run` does. */
async function run(name: string, server: Listening): Promise<void> {
  const flags = {
    load: false,
    suite: ["valid", "fields"],
    runs: 5,
    repeats: 2,
    concurrency: 10,
    timeoutMs: 5000,
  };
  const send = { seed: 7, outputDir: join(folder, name), waitForMs: 0 };
  const control = { signal: new AbortController().signal, events: {} };
  const target = { name: name.replace(/-.*/, ""), baseUrl: server.url };
  const { folder: path } = await runJob(
    target,
    { interface: userSubmission, suites: [...suites] },
    { ...defaultOptions("run"), ...flags, ...send },
    control,
  );
  stored[name] = path;
}

async function folded(name: string, policy: Policy): Promise<GateRun> {
  const path = stored[name] ?? "";
  const gate = emptyGateFold(policy);
  await readRun(join(path, "run.ndjson"), (record) => foldGate(gate, record));
  return { gate, folder: path };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-gate-"));
  servers = [await startStrict(), await startLenient()];
  const [strict, lenient] = servers as [Listening, Listening];
  await run("strict-1", strict);
  await run("strict-2", strict);
  await run("lenient", lenient);
});

afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const policy: Policy = {
  behaviour: {
    "*": { never: ["5xx", "no-answer"] },
    valid: {
      only: 201,
      contentType: "application/json",
      connection: "kept",
      body: { type: "object" },
    },
    fields: { agreesWith: "lenient" },
  },
};

test("what a server does is what its policy says; another server does otherwise", async () => {
  const runs = [
    await folded("strict-1", policy),
    { ...(await folded("lenient", policy)), reference: true as const },
  ];
  const { judgements } = judgeRuns({ runs });
  expect(judgements.map(({ rule, verdict }) => `${verdict} ${rule}`)).toEqual([
    "pass stated",
    'pass policy.behaviour["*"].never',
    "pass policy.behaviour.valid.only",
    "pass policy.behaviour.valid.contentType",
    "pass policy.behaviour.valid.connection",
    "pass policy.behaviour.valid.body",
    "fail policy.behaviour.fields.agreesWith",
  ]);
  expect(judgements.at(-1)?.breaches[0]).toEqual({
    case: "fields/missing-both",
    expected: "200, as lenient responds",
    observed: "422",
    replay: `witness replay ${stored["strict-1"]} fields/missing-both`,
  });
});

test("a second run of the same server holds its baseline, one of another server does not", async () => {
  const value = parseBaseline(
    baselineText(baselineOf([(await folded("strict-1", {})).gate.run])),
    "base.json",
  );
  const baseline = { value, path: "base.json" };
  expect(judgeRuns({ runs: [await folded("strict-2", {})], baseline })).toMatchObject({
    verdict: "pass",
    notes: [],
  });
  const other = judgeRuns({ runs: [await folded("lenient", {})], baseline });
  expect(other).toMatchObject({ verdict: "fail", exitCode: 1 });
});
