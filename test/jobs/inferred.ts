import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../../src/contract/index.ts";
import type { RuleFinding } from "../../src/model/index.ts";
import { defaultOptions, type OptionsOf } from "../../src/options/index.ts";
import type { Listening } from "../../src/servers/json-server.ts";
import { inferJob, type FinishedRun } from "../../src/jobs/index.ts";

/** A part of the request, an aspect of its rules, and the rule that the source of a server states. */
export type ExpectedRule = readonly [name: string, aspect: string, rule: string];

/** The run, its server, which lives until the end of the file, and the folder of its reports. */
type Inferred = { run: FinishedRun; server: Listening; folder: string };

/** Infers the rules of a server once, and tests that they contain each expected one. Returns what is known once the run is over. */
export function testInferred(
  name: string,
  start: () => Promise<Listening>,
  options: Partial<OptionsOf<"infer">>,
  expected: readonly ExpectedRule[],
): () => Inferred {
  const folder = mkdtempSync(join(tmpdir(), "witness-infer-"));
  let server: Listening;
  let run: FinishedRun;

  beforeAll(async () => {
    server = await start();
    run = await inferJob(
      { name, baseUrl: server.url },
      { interface: userSubmission, suites: [...suites] },
      { ...defaultOptions("infer"), seed: 1, outputDir: folder, ...options },
      { signal: new AbortController().signal, events: {} },
    );
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test.each(expected)("%s, %s: %s", (part, aspect, rule) => {
    const finding = run.fold.findings.find(
      (each): each is RuleFinding => each.kind === "rule" && each.name === part,
    );
    const checks = finding?.checks.filter((each) => each.aspect === aspect) ?? [];
    const sentence = run.summary.inferred?.parts.find((each) => each.name === part)?.sentence;
    expect(
      checks.flatMap(({ rules }) => rules.map(({ id }) => id)),
      sentence,
    ).toContain(rule);
  });
  return () => ({ run, server, folder });
}
