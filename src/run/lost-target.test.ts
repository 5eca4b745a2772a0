import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import valid from "../../suites/valid.ts";
import { conductRun } from "../cli/conduct-run.ts";
import { exitCodeOf } from "../cli/exit-codes.ts";
import { user } from "../generate/bytes.ts";
import { withNote } from "../generate/body-cases.ts";
import { defineSuite } from "../generate/define-suite.ts";
import { post, wirePost } from "../generate/requests.ts";
import { startMortal } from "../servers/faulty/mortal.ts";
import type { Listening } from "../servers/listening.ts";

const TRIGGER = "planted/case-23";

/** Forty cases, of which one ends the server: half of them by the ordinary client, half on the wire. */
const planted = defineSuite({
  name: "planted",
  about: "one case that ends the server",
  clauses: ["error-conditions"],
  cases: Array.from({ length: 40 }, (_, nth) => {
    const body = withNote([nth === 23 ? '"die"' : `"${nth}"`]);
    return {
      name: `case-${nth}`,
      reason: `number ${nth}`,
      request: nth % 2 === 0 ? post(body) : wirePost({ body }),
    };
  }),
});
const after = defineSuite({
  name: "after",
  about: "a suite that is sent later",
  clauses: ["body"],
  cases: [{ name: "plain", reason: "the stated request", request: post(user()) }],
});

let outputDir: string;
let server: Listening;
beforeEach(() => {
  outputDir = mkdtempSync(join(tmpdir(), "witness-"));
});
afterEach(async () => {
  await server.close();
  rmSync(outputDir, { recursive: true });
});

const target = () => ({ name: "mortal", baseUrl: server.url });

async function conduct(reviveAfterMs?: number, concurrency = 10, deadly = '"die"') {
  server = await startMortal((_method, _path, body) => body.includes(deadly), reviveAfterMs);
  return conductRun(
    target(),
    [valid, planted, after],
    {
      suite: ["planted", "after"],
      runs: 0,
      repeats: 2,
      concurrency,
      timeout: 1000,
      outputDir,
      waitFor: 0,
      insecure: false,
    },
    { signal: new AbortController().signal, events: {} },
  );
}

test.each([1, 10])(
  "a target that comes back: the case is found by replay, %i at a time",
  async (concurrency) => {
    const conducted = await conduct(300, concurrency);
    const { summary, outcome } = conducted;
    expect(outcome.end).toBe("target-lost");
    expect(exitCodeOf(conducted, target())).toBe(3);
    expect(summary.complete).toBe(false);
    const notes = summary.notes.filter(({ kind }) => kind === "culprit" || kind === "target-lost");
    expect(notes).toEqual([
      {
        type: "note",
        kind: "culprit",
        text: `the target has stopped answering valid requests after ${TRIGGER} (number 23): sent again alone, it made the target stop again, 2 of 2`,
        cases: [TRIGGER],
      },
    ]);
    expect(summary.suites.map(({ name }) => name)).toEqual(["valid", "planted"]);
  },
);

test.each([1, 10])(
  "a target that stays away: the record names it, %i at a time",
  async (concurrency) => {
    const { summary, outcome } = await conduct(undefined, concurrency);
    expect(outcome.end).toBe("target-lost");
    const [note] = summary.notes.filter(({ kind }) => kind === "target-lost");
    expect(note?.cases).toContain(TRIGGER);
    expect(note?.cases?.length).toBeLessThanOrEqual(12);
    expect(summary.cases.find(({ id }) => id === "planted/case-0")?.outcomes).toEqual({ "201": 1 });
  },
);
