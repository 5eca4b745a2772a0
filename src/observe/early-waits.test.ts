import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { resumeJob, runJob } from "../jobs/index.ts";
import type { Observation, RunRecord } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { FIRST_PLANNED } from "./plan.ts";
import { startStrict } from "../servers/references.ts";

let outputDir: string;
beforeAll(() => {
  outputDir = mkdtempSync(join(tmpdir(), "witness-early-"));
});
afterAll(() => rmSync(outputDir, { recursive: true }));

const TIMEOUT_MS = 1500;
/** Cases of several suites: some respond, some wait for a time-out. */
const SELECTED = /^(?:valid|fields|connection\/(?:stall|close))/;

type Conduct = { grep?: RegExp; stopAfter?: number; hazards?: boolean };

const conduct = (url: string, over: Conduct = {}) => {
  const stop = new AbortController();
  return runJob(
    { name: "early", baseUrl: url },
    { interface: userSubmission, suites: [...suites] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: [],
      hazards: over.hazards ?? false,
      grep: over.grep ?? SELECTED,
      runs: 5,
      repeats: 2,
      seed: 3,
      firstId: 300_000_000,
      timeoutMs: TIMEOUT_MS,
      outputDir,
      waitForMs: 0,
    },
    {
      signal: stop.signal,
      events: { progress: ({ done }) => done === over.stopAfter && stop.abort() },
    },
  );
};

const recordsOf = (folder: string): RunRecord[] =>
  readFileSync(join(folder, "run.ndjson"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunRecord);
const casesOf = (folder: string): string[] =>
  recordsOf(folder).flatMap((record) =>
    record.type === "case" && record.case.generated === undefined ? [record.case.id] : [],
  );
const sentIn = (folder: string): Observation[] =>
  recordsOf(folder).filter((record) => record.type === "observation");
/** Each planned sending, in the order of the plan. */
const sendingsIn = (folder: string): string[] =>
  sentIn(folder)
    .filter(({ fresh, planned = fresh, check }) => planned >= FIRST_PLANNED && check === undefined)
    .map(({ fresh, planned = fresh, case: id, attempt }) => `${planned} ${id} ${attempt}`)
    .toSorted();

describe("cases that wait for a time-out", () => {
  test("are sent early, over all suites, and recorded in the catalogue's order", async () => {
    const server = await startStrict();
    const whole = await conduct(server.url);
    expect(whole.outcome.end).toBe("done");
    const stalls = sentIn(whole.folder).filter((each) => each.case.startsWith("connection/stall-"));
    expect(stalls.length).toBeGreaterThanOrEqual(10);
    const laterSuite = sentIn(whole.folder).findLast((each) => each.case.startsWith("fields/"));
    const waited = stalls.filter(({ answers }) => answers.at(-1)?.outcome === "timed-out");
    expect(waited.length).toBeGreaterThanOrEqual(10);
    // How many start meanwhile depends on how long the other suites take.
    expect(Math.min(...waited.map(({ atMs }) => atMs))).toBeLessThan(laterSuite?.atMs ?? 0);
    const planned = suites
      .flatMap(({ cases }) => cases.map(({ id }) => id))
      .filter((id) => SELECTED.test(id));
    // Those that come before all are none of the catalogue.
    const recorded = casesOf(whole.folder).filter((id) => !id.startsWith("explore/"));
    expect(recorded).toEqual(planned.filter((id) => recorded.includes(id)));

    // A run that was interrupted while they wait is the same after resuming.
    const part = await conduct(server.url, { stopAfter: 60 });
    expect(part.outcome.end).toBe("interrupted");
    await resumeJob(part.folder, {}, { signal: new AbortController().signal, events: {} });
    expect(sendingsIn(part.folder)).toEqual(sendingsIn(whole.folder));
    expect(casesOf(part.folder).filter((id) => !id.startsWith("explore/"))).toEqual(recorded);
    await server.close();
  });

  test("are suspects where the target is lost before it was their turn", async () => {
    const server = await startFragile({ deadlyLength: 50, afterMs: 300 });
    const { outcome, folder, summary } = await conduct(server.url);
    expect(outcome.end).toBe("target-lost");
    const named = summary.notes.flatMap(({ cases = [] }) => cases);
    expect(named).toContain("connection/stall-half-body");
    expect(sentIn(folder).some((each) => each.case === "connection/stall-half-body")).toBe(true);
    server.close();
  });
});

/** Many cases that respond, and those that announce much; before and after these, others. */
const ANNOUNCED =
  /^(?:valid|fields\/|framing\/(?:given|chunk-size)-|methods\/get|connection\/close)/;
const isHazard = ({ case: id }: Observation): boolean => /\/given-\d{10}|\/chunk-size-2-/.test(id);

describe("hazards that only announce much", () => {
  test("begin in groups when nothing else is in flight, before it is their turn", async () => {
    const server = await startStrict();
    const { outcome, folder } = await conduct(server.url, { grep: ANNOUNCED, hazards: true });
    await server.close();
    expect(outcome.end).toBe("done");
    const sent = sentIn(folder);
    const hazards = sent.filter(isHazard);
    expect(hazards.length).toBeGreaterThanOrEqual(40);
    const endMs = ({ atMs, answers }: Observation): number =>
      atMs + answers.reduce((most, { totalUs }) => Math.max(most, totalUs), 0) / 1000;
    const inFlight = (atMs: number): Observation[] =>
      sent.filter((each) => each.atMs < atMs && endMs(each) > atMs);
    for (const { atMs, case: id } of hazards) {
      const others = inFlight(atMs).filter(({ answers }) => answers[0]?.outcome !== "timed-out");
      expect(
        others.filter((each) => !isHazard(each)).map(({ case: other }) => `${id} ${other}`),
      ).toEqual([]);
    }
    // The suite that they belong to comes later.
    const lastMs = Math.max(...hazards.map(({ atMs }) => atMs));
    const later = sent.filter(({ case: id }) => id.startsWith("methods/"));
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter(({ atMs }) => atMs < lastMs)).toEqual([]);
    expect(sent.filter(({ check }) => check === "announced")).toHaveLength(1);
    const recorded = casesOf(folder);
    const first = recorded.findIndex((id) => id.startsWith("framing/"));
    expect(recorded.findLastIndex((id) => id.startsWith("methods/"))).toBeLessThan(first);
  });

  const deadly = "framing/given-4294967297";

  test("one that ends a target that comes back is found among them", async () => {
    const server = await startFragile({ deadlyLength: 4294967297, reviveAfterMs: 2500 });
    const { outcome, summary } = await conduct(server.url, { grep: ANNOUNCED, hazards: true });
    server.close();
    expect(outcome.end).toBe("done");
    expect(summary.deaths?.map(({ cases }) => cases)).toEqual([[deadly]]);
  });

  test("one that ends a target for good is among the first that are named", async () => {
    const server = await startFragile({ deadlyLength: 4294967297 });
    const { outcome, summary } = await conduct(server.url, { grep: ANNOUNCED, hazards: true });
    server.close();
    expect(outcome.end).toBe("target-lost");
    const [lost] = summary.notes.filter(({ kind }) => kind === "target-lost");
    expect(lost?.cases?.slice(0, 8)).toContain(deadly);
  });
});

type Fragile = { deadlyLength: number; afterMs?: number; reviveAfterMs?: number };

/**
 * A server that responds to every complete request. If a request announces `deadlyLength` bytes and is still incomplete
 * after `afterMs`, the server ends: for good, or for `reviveAfterMs`.
 */
async function startFragile({ deadlyLength, afterMs = 0, reviveAfterMs }: Fragile): Promise<{
  url: string;
  close: () => void;
}> {
  const open = new Set<Socket>();
  let isOver = false;
  const end = (): void => {
    server.close();
    for (const socket of open) socket.resetAndDestroy();
    open.clear();
    if (reviveAfterMs === undefined) return;
    setTimeout(() => isOver || server.listen(port, "127.0.0.1"), reviveAfterMs).unref();
  };
  const server: Server = createServer((socket) => {
    open.add(socket.on("error", () => {}));
    let text = "";
    let timer: NodeJS.Timeout | undefined;
    socket.on("data", (chunk) => {
      clearTimeout(timer);
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n") + 4;
      const announced = Number(/^content-length: (\d+)\r$/im.exec(text)?.[1] ?? 0);
      const missing = head < 4 ? Infinity : head + announced - text.length;
      if (missing <= 0) {
        text = "";
        socket.write("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
      } else if (announced === deadlyLength && missing > 5 && (announced > 50 || missing < 45))
        timer = setTimeout(end, afterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = (): void => {
    isOver = true;
    end();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
