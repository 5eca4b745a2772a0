import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dyingServer } from "../../test/observe/dying-server.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import type { RunRecord } from "../model/index.ts";
import { tryConnect } from "../observe/index.ts";
import { defaultOptions } from "../options/index.ts";
import { readRun, RUN_FILE } from "../record/index.ts";
import { gateJob, judgeStored } from "./index.ts";

let folder: string;
const servers: Server[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-against-"));
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server in this process, and how many requests it got. */
async function counting(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    request.on("end", () => response.writeHead(201).end("{}"));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

async function gate(
  target: { url: string; serve?: string },
  own: { against: string; load?: boolean; targets?: number; maxTimeMs?: number },
) {
  const { url, serve } = target;
  const app = { name: "app", baseUrl: url, ...(serve && { serve: { command: serve } }) };
  const { targets = 1, ...options } = own;
  const given = [app, { ...app, name: "other" }].slice(0, targets);
  const catalogue = { interface: userSubmission, suites: [suiteNamed("valid")] };
  const [run] = await gateJob(
    given,
    catalogue,
    {
      ...defaultOptions("gate"),
      runs: 0,
      repeats: 1,
      grep: /plain$/,
      againstTimeMs: 10_000,
      outputDir: folder,
      ...options,
    },
    {},
    { signal: new AbortController().signal, events: {} },
  );
  if (run === undefined) throw new Error("no run");
  const records: RunRecord[] = [];
  await readRun(join(run.folder, RUN_FILE), (record) => void records.push(record));
  const { judgements } = await judgeStored([run.folder], {}, {});
  const judged = judgements.find(({ rule }) => rule === "against");
  return { run, records, judged };
}

const roundsOf = (records: RunRecord[]): string[] =>
  records.flatMap((each) => {
    const isRound = each.type === "against-round" || (each.type === "round" && each.nth > 0);
    return isRound ? [`${each.type} ${each.nth}`] : [];
  });

describe("--against", () => {
  test("both builds are loaded in the same rounds, and only one gets the suites", async () => {
    const [own, older] = [await counting(), await counting()];
    const { run, records, judged } = await gate(own, { against: older.url });
    expect(run.outcome.end).toBe("done");
    expect(roundsOf(records).toSorted()).toEqual(["against-round 1", "round 1"]);
    expect(older.requests()).toBeGreaterThan(0);
    expect(run.summary.load?.options.against).toEqual({ baseUrl: older.url, timeMs: 10_000 });
    expect(judged?.verdict).toBe("inconclusive");
    // The rule adds what a longer time may do, or that the generator was the limit: on a busy machine it is.
    const [ratio = "none"] =
      /^goodput is [\d.]+ of the old build's/.exec(judged?.found ?? "") ?? [];
    expect(judged?.found).toContain("1 paired round");
    expect(run.summary.notes.filter(({ text }) => text.startsWith(ratio))).toHaveLength(1);
  });

  test("a command is started for the rounds, and stopped; the target gets a new process", async () => {
    const server = dyingServer(folder, { how: "exit", at: "never" });
    const { run, records, judged } = await gate(
      { url: "http://127.0.0.1:{port}", serve: server },
      { against: server },
    );
    expect(run.outcome.end).toBe("done");
    expect(roundsOf(records)).toHaveLength(2);
    const types = records.map(({ type }) => type);
    const renewed = types.slice(types.lastIndexOf("observation"), types.indexOf("round"));
    expect(renewed).toContain("served-start");
    expect(judged?.found).toMatch(/paired round/);
    if (process.platform === "linux") {
      // Both are new processes, whose processor time is comparable.
      const partner = records.find((each) => each.type === "against-round");
      expect(partner?.target).toMatchObject({ processes: 1, name: "node" });
    }
    const { baseUrl = "", command } = run.summary.load?.options.against ?? {};
    expect(command).toBe(server);
    expect(baseUrl).not.toBe(run.summary.target.baseUrl);
    expect(await tryConnect(parseBaseUrl(baseUrl))).toBeDefined();
  });

  test("a command that does not start leaves the rule without evidence", async () => {
    const own = await counting();
    const script = join(folder, "broken.sh");
    writeFileSync(script, "echo no such module >&2; exit 3");
    const { run, records, judged } = await gate(own, { against: `sh ${script} {port}` });
    expect(run.outcome.end).toBe("done");
    expect(roundsOf(records)).toEqual([]);
    expect(judged).toMatchObject({
      verdict: "inconclusive",
      found:
        'not measured: the build of --against was not started: the served command ended before it responded: exit code 3, output: "no such module"',
    });
  });

  test("it takes at most half of the time of the run, and its requests are in the total", async () => {
    const [own, older] = [await counting(), await counting()];
    const { run } = await gate(own, { against: older.url, maxTimeMs: 6000 });
    expect(run.summary.load?.options.against?.timeMs).toBe(3000);
    const { total, against = 0, ...others } = run.summary.requests ?? { total: 0, catalogue: 0 };
    // What was in flight at the end of a slot was sent, and may not have arrived.
    expect(against).toBeGreaterThanOrEqual(older.requests());
    expect(against).toBeLessThan(older.requests() + 100);
    expect(total).toBe(
      against + others.catalogue + (others.checks ?? 0) + (others.load ?? 0) + (others.warmup ?? 0),
    );
  });

  test("a URL at which nothing listens, too", async () => {
    const own = await counting();
    const { judged } = await gate(own, { against: "http://127.0.0.1:1" });
    expect(judged?.found).toMatch(/^not measured: the build of --against could not be reached/);
  });

  test.each([
    [{ against: "http://127.0.0.1:1", load: false }, /under load/],
    [{ against: "node old.js --port 80" }, /has no \{port\}/],
    [{ against: "http://127.0.0.1:1", targets: 2 }, /requires a single target/],
  ])("%j is refused before anything is sent", async (given, problem) => {
    const own = await counting();
    await expect(gate(own, given)).rejects.toMatchObject({
      code: "against",
      message: expect.stringMatching(problem),
    });
    expect(own.requests()).toBe(0);
  });
});
