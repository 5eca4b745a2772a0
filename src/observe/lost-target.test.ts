import { spawn } from "node:child_process";
import { freePort } from "../../test/servers/free-port.ts";
import { dyingServer } from "../../test/observe/dying-server.ts";
import { userSubmission } from "../contract/index.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { exitCodeOf } from "../cli/run-exit-codes.ts";
import { defineSuite, post, user, wirePost } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import type { Note, Summary } from "../model/index.ts";
import { startMortal } from "../../test/servers/faulty/mortal.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const valid = suiteNamed("valid");

/** Forty cases: those of even number by the ordinary client, the others on the wire. */
const planted = defineSuite({
  name: "planted",
  about: "cases of which one can end a server",
  clauses: ["error-conditions"],
  cases: Array.from({ length: 40 }, (_, nth) => {
    const body = withExtra([`"number ${nth}"`]);
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

const CONTROL = { signal: new AbortController().signal, events: {} };
const OPTIONS = {
  ...defaultOptions("run"),
  load: false,
  suite: ["planted", "after"],
  runs: 0,
  repeats: 2,
  timeoutMs: 5000,
  waitForMs: 0,
};
const CATALOGUE = { interface: userSubmission, suites: [valid, planted, after] };

type Lost = { deadly: number; concurrency: number; reviveAfterMs?: number; dyingMs?: number };

/** Runs against a server that is ended by the case of that number. */
async function conduct({ deadly, concurrency, reviveAfterMs, dyingMs }: Lost) {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-"));
  const server = await startMortal(
    (_method, _path, body) => body.includes(`"number ${deadly}"`),
    reviveAfterMs,
    dyingMs,
  );
  const target = { name: "mortal", baseUrl: server.url };
  try {
    const conducted = await runJob(
      target,
      CATALOGUE,
      { ...OPTIONS, concurrency, outputDir },
      CONTROL,
    );
    const isBack = reviveAfterMs !== undefined;
    const end = isBack ? "done" : "target-lost";
    expect(conducted.outcome.end).toBe(end);
    expect(exitCodeOf(conducted, target)).toBe(isBack ? 1 : 3);
    expect(conducted.summary).toMatchObject({ complete: isBack, end });
    return conducted.summary;
  } finally {
    await server.close();
    rmSync(outputDir, { recursive: true });
  }
}

const last = (notes: Note[]) =>
  notes.filter(({ kind }) => !["check", "surroundings", "time"].includes(kind));

/** Cases that had no response at least once. */
const cutOff = ({ cases }: Summary) =>
  cases.filter(
    ({ id, outcomes }) =>
      id !== "valid/plain" && Object.keys(outcomes).some((each) => each !== "201"),
  );

describe.concurrent.each([
  ["by the ordinary client", 22, 10],
  ["on the wire", 23, 1],
])("a target ended by a case %s, number %i of 40, %i at a time", (_, deadly, concurrency) => {
  const id = `planted/case-${deadly}`;

  test("comes back: the case is found by replay, and everything else is sent", async () => {
    const summary = await conduct({ deadly, concurrency, reviveAfterMs: 1500 });
    expect(last(summary.notes)).toEqual([]);
    expect(summary.deaths).toMatchObject([
      { kind: "ended", cases: [id], reason: `number ${deadly}`, tried: 2, times: 2, count: 1 },
    ]);
    // No other case was cut off by it, and none was left out.
    expect(cutOff(summary).filter((each) => each.id !== id)).toEqual([]);
    expect(summary.suites.map(({ name, cases }) => [name, cases])).toEqual([
      ["valid", 2],
      ["planted", 40],
      ["after", 1],
    ]);
    expect(summary.stated.text).toMatch(new RegExp(`^after ${id} the server was gone`));
  });

  test.each([0, 3, 100])(
    "stays away, after %i ms of resets: the record tells which it may have been",
    async (dyingMs) => {
      const summary = await conduct({ deadly, concurrency, dyingMs });
      expect(summary.notes.map(({ text }) => text).join("\n")).not.toMatch(/ban|then as before/);
      const notes = last(summary.notes);
      expect(notes.map(({ kind }) => kind)).toEqual(["target-lost"]);
      expect(notes[0]?.cases).toContain(id);
      expect(notes[0]?.cases?.length).toBeLessThanOrEqual(12);
      // Those before it got a response, and that stays recorded.
      expect(cutOff(summary).filter(({ outcomes }) => outcomes["refused"] !== undefined)).toEqual(
        [],
      );
      const first = summary.cases.find((each) => each.id === "planted/case-0");
      expect(first?.outcomes["201"]).toBeGreaterThanOrEqual(1);
    },
  );
});

describe.skipIf(process.platform === "win32")("a process with a supervisor that gives up", () => {
  test.each([1, 2, 3])(
    "after %i processes: the case is named as often as it was sent",
    { timeout: 120_000 },
    async (processes) => {
      const folder = mkdtempSync(join(tmpdir(), "witness-supervised-"));
      const port = await freePort();
      const command = dyingServer(folder, { how: "exit", at: '"number 22"' });
      const supervisor = spawn(
        "sh",
        [
          "-c",
          // The next process starts when the run has noticed the end of the last one, and sends no more of the plan.
          `for nth in $(seq ${processes}); do (${command.replace("{port}", String(port))}); sleep 4; done`,
        ],
        { detached: true, stdio: "ignore" },
      );
      try {
        const { fold, outcome, summary } = await runJob(
          { name: "supervised", baseUrl: `http://127.0.0.1:${port}` },
          CATALOGUE,
          // The next process may take seconds to start on a busy machine.
          { ...OPTIONS, concurrency: 4, outputDir: folder, waitForMs: 15_000 },
          CONTROL,
        );
        expect(outcome.end).toBe("target-lost");
        const [note] = fold.notes.filter(
          ({ kind }) => kind === "target-lost" || kind === "culprit",
        );
        const id = "planted/case-22";
        const times = processes - 1;
        const named = [
          { code: "suspected", why: "stayed-away" },
          { code: "suspected", why: "stopped-once", cases: [id], tried: 1, times },
          { code: "culprit", cases: [id], tried: 2, times },
        ];
        expect(note).toMatchObject(named[times] ?? {});
        const text = last(summary.notes).at(-1)?.text ?? "";
        if (times === 0) expect(text).not.toContain("sent again alone, ");
        else expect(text).toContain(`${times} of ${times}`);
      } finally {
        if (supervisor.pid !== undefined)
          try {
            process.kill(-supervisor.pid, "SIGKILL");
          } catch {
            // It has given up.
          }
        rmSync(folder, { recursive: true });
      }
    },
  );
});
