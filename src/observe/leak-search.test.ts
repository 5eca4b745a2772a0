import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statistics } from "../../test/statistics.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { gateJob, judgeStored, runJob } from "../jobs/index.ts";
import type { GivenTarget, Policy } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { listening } from "../servers/json-server.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-leak-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SERVER = `
import { createServer } from "node:http";
const [port, each, most, waitMs] = process.argv.slice(2).map(Number);
const kept = [];
createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    if (each > 0 && kept.length < most) kept.push(Buffer.alloc(each, 1));
    const respond = () => response.writeHead(201).end("{}");
    if (waitMs > 0) setTimeout(respond, waitMs);
    else respond();
  });
}).listen(port, "127.0.0.1");
`;

/** A server in a process of its own that keeps this many bytes of each request, for at most so many requests, and responds after a while. */
function keeping(bytes: number, most = 1e9, waitMs = 0): GivenTarget {
  const path = join(folder, "keeping-server.mjs");
  writeFileSync(path, SERVER);
  const command = `ulimit -v 4000000; exec node ${path} {port} ${bytes} ${most} ${waitMs}`;
  return { name: "app", baseUrl: "http://127.0.0.1:{port}", serve: { command } };
}

const LIMIT: Policy = { load: ["memory.growthPerRequest<1KB"] };

async function gated(target: GivenTarget, policy: Policy = LIMIT, maxTimeMs?: number) {
  const catalogue = { interface: userSubmission, suites: [suiteNamed("valid")] };
  const options = { ...defaultOptions("gate"), load: false, runs: 0, outputDir: folder, maxTimeMs };
  const control = { signal: new AbortController().signal, events: {} };
  const [run] = await gateJob([target], catalogue, options, policy, control);
  if (run === undefined) throw new Error("no run");
  const { judgements, findings = [] } = await judgeStored([run.folder], policy, {});
  const { verdict, found = "" } = judgements.find(({ kind }) => kind === "threshold") ?? {};
  const notes = run.summary.notes.flatMap(({ kind, text }) => (kind === "memory" ? [text] : []));
  const { memory } = run.summary.requests ?? {};
  return { verdict, found, notes, findings: findings.map(({ text }) => text), memory };
}

// Only Linux tells about the memory of other processes.
describe.runIf(process.platform === "linux")("memory that is kept", () => {
  // So much that 2,000 requests show it: a busy machine may not send more in the time of a search.
  test("12,000 bytes of each request: the growth is named, with its size, and fails its limit", async () => {
    const { verdict, found, notes, findings, memory } = await gated(keeping(12_000));
    const [, size] = /^memory grows by ([\d.]+) kB a request/.exec(found) ?? [];
    expect(Number(size)).toBeGreaterThan(10);
    expect(Number(size)).toBeLessThan(20);
    expect(verdict).toBe("fail");
    expect(notes).toEqual([found]);
    expect(findings).toEqual([found]);
    // They are in the total of the requests.
    const [, sent = ""] = /([\d,]+) requests\)/.exec(found) ?? [];
    expect(memory).toBeGreaterThanOrEqual(Number(sent.replaceAll(",", "")));
  });

  // A load this short has few samples, and on a busy machine few requests: only a large growth is seen by then. A server that waits gets
  // no more than its memory holds on a quick one.
  test("a run with load names it as well, in its conclusions", async () => {
    const catalogue = { interface: userSubmission, suites: [suiteNamed("valid")] };
    const options = {
      ...defaultOptions("run"),
      load: true,
      loadDurationMs: 2000,
      runs: 0,
      outputDir: folder,
    };
    const control = { signal: new AbortController().signal, events: {} };
    const { summary } = await runJob(keeping(800_000, 1e9, 20), catalogue, options, control);
    const [found] = summary.conclusions ?? [];
    expect(found?.kind).toBe("ended");
    expect(found?.text).toMatch(/^Memory grows by [6-9]\d\d kB a request \(/);
  });

  test("a run without time for it has no evidence, and ends in time", async () => {
    const { verdict, memory } = await gated(keeping(0), LIMIT, 1000);
    expect(verdict).toBe("inconclusive");
    expect(memory).toBeUndefined();
  });

  statistics("memory that is not kept", "2 tests of 16,000 requests or more", () => {
    test.each([
      ["nothing", 0, 0],
      ["20 MB of the first 5,000 requests", 4000, 5000],
    ])("%s: no growth is named", async (_, bytes, most) => {
      const { verdict, notes, findings } = await gated(keeping(bytes, most));
      expect(verdict).toBe("pass");
      expect([...notes, ...findings]).toEqual([]);
    });
  });
});

test("a target whose process is not known makes a rule about its memory an error", async () => {
  const server = await listening(
    createServer((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(201).end("{}"));
    }),
  );
  const { verdict, found } = await gated({ name: "app", baseUrl: server.url });
  await server.close();
  expect(verdict).toBe("error");
  expect(found).toMatch(/^the processes of the target are not known/);
});
