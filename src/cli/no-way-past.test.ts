import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectProxy, type ConnectProxy } from "../../test/servers/connect-proxy.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** Listens where the target's URL points, and counts the connections that come there: each went past the route. */
let there: Listening;
let past = 0;
/** The server that the route leads to, by TCP behind the proxy, and on the unix socket. */
const behind = { connections: 0, responds: true };
let byTcp: Listening;
let bySocket: Server;
let proxy: ConnectProxy;
let folder: string;

const served = (): Server =>
  createServer((request, response) => {
    if (!behind.responds) return request.socket.destroy();
    return request.resume().on("end", () => response.writeHead(201).end("{}"));
  }).on("connection", () => (behind.connections += 1));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-past-"));
  there = await listening(
    createTcpServer((socket) => {
      past += 1;
      socket.destroy();
    }),
  );
  byTcp = await listening(served());
  proxy = await connectProxy(undefined, byTcp.port);
  bySocket = served().listen(join(folder, "s.sock"));
  writeFileSync(join(folder, "targets.txt"), `a=${there.url}/a\nb=${there.url}/b\n`);
});
afterAll(async () => {
  await Promise.all([there.close(), byTcp.close(), proxy.close()]);
  bySocket.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  past = 0;
  behind.connections = 0;
  behind.responds = true;
});

const ROUTES = {
  "--proxy": () => ["--proxy", proxy.url],
  "--unix-socket": () => ["--unix-socket", join(folder, "s.sock")],
};
const FEW = ["--grep", "^valid/plain", "--runs", "0", "--repeats", "1"];
const SHORT = ["--timeout", "500ms", "--quiet"];
const LOAD = ["--load-duration", "1s"];

/** Every verb that sends to the user's target; `resume` and `replay` follow below. */
const VERBS: Record<string, () => string[]> = {
  run: () => ["run", there.url, ...FEW, ...LOAD],
  load: () => ["load", there.url, "--duration", "1s", "--warmup", "100ms", "--rounds", "1"],
  explore: () => ["explore", there.url, "--max-time", "500ms"],
  infer: () => ["infer", there.url, "--suite", "valid", "--runs", "0", "--max-time", "1s"],
  compare: () => [
    "compare",
    `a=${there.url}/a`,
    `b=${there.url}/b`,
    ...FEW,
    "--no-explore",
    "--no-load",
  ],
  gate: () => ["gate", there.url, ...FEW, "--no-load"],
  survey: () => ["survey", "targets.txt", ...FEW, "--no-load"],
};

describe.each(Object.entries(ROUTES))("with %s nothing goes past it", (flag, way) => {
  const call = (args: string[]) => callWitness(folder, [...args, ...way(), ...SHORT]);

  test.each(Object.entries(VERBS))("%s", async (_, args) => {
    const { stderr } = await call(args());
    expect(behind.connections, stderr).toBeGreaterThan(0);
    expect(past).toBe(0);
  });

  test.each(Object.entries(VERBS))("%s, of a target that never responds", async (_, args) => {
    behind.responds = false;
    const { stderr } = await call(args());
    expect(behind.connections, stderr).toBeGreaterThan(0);
    expect(past).toBe(0);
  });

  test("resume, and replay", async () => {
    const outputDir = `again${flag}`;
    await call(["run", there.url, ...FEW, "--no-load", "--output-dir", outputDir]);
    const [name = ""] = readdirSync(join(folder, outputDir));
    const run = join(outputDir, name);
    const replayed = await callWitness(folder, ["replay", run, "valid/plain"]);
    expect(replayed.stdout).toContain("the same: 201");
    const record = join(folder, run, "run.ndjson");
    const cut = readFileSync(record, "utf8").split("\n").slice(0, -2);
    for (const responds of [false, true]) {
      writeFileSync(record, `${cut.join("\n")}\n`);
      behind.connections = 0;
      behind.responds = responds;
      const resumed = await callWitness(folder, ["resume", run, "--quiet"]);
      expect([resumed.code, resumed.stderr]).toEqual([responds ? 0 : 3, expect.any(String)]);
      expect(behind.connections).toBeGreaterThan(0);
    }
    expect(past).toBe(0);
  });
});
