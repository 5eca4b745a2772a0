import { userSubmission } from "../contract/index.ts";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions, type OptionsOf } from "../options/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import { defineSuite, post, wirePost } from "../generate/index.ts";
import type { Case, Observation, RunRecord, Suite } from "../model/index.ts";
import { faulty, type FaultyName } from "../../test/servers/faulty.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const valid = suiteNamed("valid");

/** Runs against a server of known conduct; it must come to its end, with a response to every valid request. */
async function conduct(
  name: FaultyName,
  flags: Partial<OptionsOf<"run">>,
  of: readonly Suite[] = suites,
) {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-"));
  const server = await faulty[name].start();
  try {
    const { outcome, summary } = await runJob(
      { name, baseUrl: server.url },
      { interface: userSubmission, suites: [...of] },
      {
        ...defaultOptions("run"),
        load: false,
        suite: [],
        runs: 0,
        repeats: 2,
        concurrency: 10,
        timeoutMs: 10_000,
        outputDir,
        waitForMs: 0,
        ...flags,
      },
      { signal: new AbortController().signal, events: {} },
    );
    expect(outcome.end).toBe("done");
    expect(summary).toMatchObject({ accepts: "held", complete: true });
    const record = readFileSync(join(outputDir, summary.runId, "run.ndjson"), "utf8");
    const lines = record.trimEnd().split("\n");
    const observations = lines
      .map((line) => JSON.parse(line) as RunRecord)
      .filter((each): each is Observation => each.type === "observation");
    return { summary, observations };
  } finally {
    await server.close();
    rmSync(outputDir, { recursive: true });
  }
}

describe.concurrent("a server that", () => {
  test("responds to the first request on a connection only: that is said of its connections", async () => {
    const suite = ["valid"];
    const { summary } = await conduct("responds-before-request", { suite }, [valid]);
    expect(summary.notes.map(({ text }) => text)).toEqual([
      expect.stringContaining("responds to one request on each connection"),
    ]);
    expect(summary.cases.filter(({ outcomes }) => outcomes["timed-out"] !== undefined)).toEqual([]);
  }, 120_000);

  test("responds with 201 and 503 in turn: that is said of the server", async () => {
    const odd = defineSuite({
      name: "odd",
      about: "an odd number of cases, so that each meets both",
      clauses: ["response-status"],
      cases: Array.from({ length: 11 }, (_, nth) => ({
        name: `case-${nth}`,
        reason: `number ${nth}`,
        request: post(withExtra(String(nth))),
      })),
    });
    const { summary } = await conduct("flaky", { suite: ["odd"], concurrency: 1 }, [valid, odd]);
    const planted = summary.cases.filter(({ id }) => id.startsWith("odd/"));
    const hit = planted.filter(({ outcomes }) => outcomes["503"] !== undefined);
    expect(hit).toEqual([]);
    expect(summary.notes.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^noise: \d\d% of the requests got 503, independent of the request: \d+ of \d+, /,
      ),
    ]);
    expect(summary.stated.text).toMatch(/complete HTTP response; \d+ of \d+ got 503 at first$/);
  });

  test("refuses an id that it has seen: only what repeats one changes", async () => {
    const grep = /^(valid|id-bounds|date-precision)\/|^repetition\/same-id-(twice|other-date)$/;
    const { summary } = await conduct("repeat-refusing", { grep });
    const stability = Object.fromEntries(summary.cases.map((each) => [each.id, each.stability]));
    for (const name of ["zero", "one", "minus-one", "pow-2-31", "pow-10-9"])
      expect(stability[`id-bounds/${name}`], name).toBe("changes-on-repeat");
    expect(Object.values(stability)).not.toContain("unstable");
    for (const name of ["valid", "date-precision"])
      for (const each of summary.cases.filter(({ id }) => id.startsWith(`${name}/`)))
        expect(each.stability, each.id).toBe("stable");
    const outcomes = (id: string) => summary.cases.find((each) => each.id === id)?.outcomes;
    expect(outcomes("repetition/same-id-twice")).toEqual({ "201, 409": 2 });
    expect(outcomes("id-bounds/pow-2-31")).toEqual({ "201": 1, "409": 1 });
  });

  test("closes kept connections without a word: every request still gets its response", async () => {
    const suite = ["valid", "fields"];
    const { summary, observations } = await conduct("keep-alive-closing", { suite, runs: 100 });
    const outcomes = new Set(summary.suites.flatMap((each) => Object.keys(each.outcomes)));
    expect([...outcomes]).toEqual(["201"]);
    expect(summary.cases.filter(({ stability }) => stability === "unstable")).toEqual([]);
    expect(observations.length).toBeGreaterThan(700);
  });
});

/** How many observations were in progress at the same moment, at most. */
function mostAtOnce(observations: readonly Observation[]): number {
  const spans = observations.map(({ atMs, answers }) => {
    const tookMs = answers.reduce((sum, { totalUs }) => sum + totalUs / 1000, 0);
    return { fromMs: atMs, toMs: atMs + tookMs };
  });
  const underWayAt = (ms: number) =>
    spans.filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs).length;
  return Math.max(...spans.map(({ fromMs }) => underWayAt(fromMs)));
}

test("a server that stalls: what is waited for overlaps", async () => {
  const suite = ["framing", "connection"];
  const flags = { suite, repeats: 1, timeoutMs: 1500 };
  const { summary, observations } = await conduct("waiting", flags);
  const timedOut = observations.filter(({ answers }) =>
    answers.some(({ outcome }) => outcome === "timed-out"),
  );
  expect(timedOut.length).toBeGreaterThan(30);
  expect(timedOut.every(({ timeoutMs }) => timeoutMs === 1500)).toBe(true);
  expect(mostAtOnce(timedOut)).toBeGreaterThan(4);
  expect(summary.notes).toEqual([]);
});

test("a server that serves one connection at a time: no case is mistaken for another", async () => {
  const grep = /^valid\/(plain|date-ms)|^framing\/given-5\d$|^connection\/sequence-/;
  const { summary, observations } = await conduct("one-at-a-time", { grep, timeoutMs: 2000 });
  expect(summary.notes.map(({ kind }) => kind)).toEqual(["capacity"]);
  expect(summary.notes[0]?.text).toMatch(
    /^the target handles one connection at a time.* one at a time, waiting for each response for up to \d+ (?:ms|s)$/,
  );
  const statusesOf = (id: string) =>
    observations.filter((each) => each.case === id).map(({ answers }) => answers[0]?.outcome);
  expect(statusesOf("framing/given-51")).toEqual(["timed-out", "timed-out"]);
  expect(statusesOf("framing/given-50")).toEqual(["answered", "answered"]);
  expect(summary.cases.filter(({ stability }) => stability === "unstable")).toEqual([]);
});

test("an interruption while the last case is pending is one, and no error", async () => {
  const first: Case = {
    id: "odd/first",
    reason: "the stated request",
    clauses: ["body"],
    request: wirePost(),
  };
  const last: Case = { ...first, id: "odd/last", request: post(), alone: true };
  const odd: Suite = { name: "odd", about: "", cases: [first, last], properties: [] };
  const server = await faulty.waiting.start();
  const outputDir = mkdtempSync(join(tmpdir(), "witness-odd-"));
  const controller = new AbortController();
  // The rejection of the last case would fail this file if nobody handled it.
  const { outcome } = await runJob(
    { name: "waiting", baseUrl: server.url },
    { interface: userSubmission, suites: [...suites, odd] },
    { ...defaultOptions("run"), load: false, suite: ["odd"], repeats: 1, outputDir },
    { signal: controller.signal, events: { progress: () => controller.abort() } },
  ).finally(() => server.close());
  rmSync(outputDir, { recursive: true });
  expect(outcome.end).toBe("interrupted");
});
