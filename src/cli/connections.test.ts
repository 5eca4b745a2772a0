import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectProxy, type ConnectProxy } from "../../test/servers/connect-proxy.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { spawnWitness } from "../../test/cli/witness.ts";

/** Writes down every connection and every look-up of a process before it is made. */
const TRAP = `
import { appendFileSync } from "node:fs";
import dns from "node:dns";
import dgram from "node:dgram";
import net from "node:net";
import { syncBuiltinESMExports } from "node:module";
const most = Number(process.env.TRAP_MOST);
// Its own processes inherit this.
process.env.TRAP_MAIN ??= String(process.pid);
let noted = 0;
const note = (what) => {
  appendFileSync(process.env.TRAP_FILE, JSON.stringify(what) + "\\n");
  if ((noted += 1) === most) process.kill(Number(process.env.TRAP_MAIN), "SIGINT");
};
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const { host, port, path } = typeof first === "object" ? first : { port: first, host: args[1] };
  note(path === undefined ? { host: host ?? "localhost", port: Number(port) } : { path });
  return connect.apply(this, args);
};
for (const from of [dns, dns.promises])
  for (const name of Object.keys(from).filter((each) => /^(lookup|resolve|reverse)/.test(each))) {
    const real = from[name];
    from[name] = function (host, ...rest) {
      note({ lookup: host });
      return real.call(this, host, ...rest);
    };
  }
dgram.Socket.prototype.send = () => note({ host: "udp" });
syncBuiltinESMExports();
`;

type Noted = { host?: string; port?: number; path?: string; lookup?: string };

const execute = promisify(execFile);
const MOST = 1 << 28;
const FEW = ["--grep", "^valid/plain", "--runs", "1", "--repeats", "1"];
let folder: string;
let server: Listening;
let proxy: ConnectProxy;
let trapped: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-connections-"));
  trapped = join(folder, "trapped");
  writeFileSync(join(folder, "trap.mjs"), TRAP);
  writeFileSync(join(folder, "in-turn.mjs"), IN_TURN);
  server = await listening(
    createServer((request, response) => {
      request
        .resume()
        .on("end", () => response.writeHead(201, { location: "http://other.test/" }).end());
    }),
  );
  proxy = await connectProxy();
});
afterAll(async () => {
  await Promise.all([server.close(), proxy.close()]);
  rmSync(folder, { recursive: true });
});

/** Carries out each of these command lines as `main.ts` does, and says when one has ended, and with what exit code. */
const IN_TURN = `
import { appendFileSync } from "node:fs";
import { runProgram } from ${JSON.stringify(new URL("../../dist/src/cli/program.js", import.meta.url).href)};
for (const args of JSON.parse(process.argv[2])) {
  process.exitCode = 0;
  await runProgram(args);
  appendFileSync(process.env.TRAP_FILE, JSON.stringify({ ended: process.exitCode }) + "\\n");
}
process.exit();
`;

/** What each of these verbs connects to and looks up, in all of its processes; one process carries them out in turn. */
async function noted(...lines: string[][]): Promise<Noted[][]> {
  writeFileSync(trapped, "");
  const args = [join(folder, "in-turn.mjs"), JSON.stringify(lines)];
  const env = { ...process.env, NO_COLOR: "1", ...trap(Infinity) };
  const { stderr } = await execute(process.execPath, args, { cwd: folder, env, maxBuffer: MOST });
  const found: Noted[][] = [[]];
  for (const { ended, ...note } of readTrapped())
    if (ended === undefined) found.at(-1)?.push(note);
    else {
      expect([lines[found.length - 1]?.[0], ended === 2 || ended === 70 ? stderr : ""]).toEqual([
        lines[found.length - 1]?.[0],
        "",
      ]);
      found.push([]);
    }
  expect(found.pop()).toEqual([]);
  expect(found).toHaveLength(lines.length);
  return found;
}

/** The same for one verb, interrupted after this many connections, in one process. */
async function notedUntil(most: number, ...args: string[]): Promise<Noted[]> {
  writeFileSync(trapped, "");
  const { code, stderr } = await spawnWitness(folder, args, trap(most));
  expect([args[0], code === 2 || code === 70 ? stderr : ""]).toEqual([args[0], ""]);
  return readTrapped();
}

function trap(most: number) {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(join(folder, "trap.mjs")).href}`,
    TRAP_FILE: trapped,
    TRAP_MOST: String(most),
    HTTP_PROXY: "http://proxy.other.test:1",
    HTTPS_PROXY: "http://proxy.other.test:1",
  };
}

const readTrapped = (): (Noted & { ended?: number })[] =>
  readFileSync(trapped, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const hostsOf = (all: readonly Noted[]): string[] =>
  [...new Set(all.map(({ host, lookup, path }) => host ?? lookup ?? path ?? ""))].toSorted();
const portsOf = (all: readonly Noted[]): number[] => [
  ...new Set(all.flatMap(({ port }) => (port === undefined ? [] : [port]))),
];

test("what sends connects to the target alone, and looks no other name up", async () => {
  const { url, port } = server;
  const { port: other } = proxy;
  const both = [`a=${url}`, `b=http://127.0.0.1:${other}`];
  const [compared = [], loaded = [], ...runs] = await noted(
    ["compare", ...both, ...FEW, "--no-load", "--no-explore"],
    ["load", url, "--duration", "1s", "--warmup", "0", "--rounds", "1"],
    ["run", url, ...FEW, "--no-load", "--seed", "7"],
    ["explore", url, "--suite", "fields", "--max-requests", "30"],
    ["gate", url, ...FEW, "--no-load"],
  );
  for (const run of runs) expect([hostsOf(run), portsOf(run)]).toEqual([["127.0.0.1"], [port]]);
  expect(hostsOf(compared)).toEqual(["127.0.0.1"]);
  expect(portsOf(compared).toSorted()).toEqual([port, other].toSorted());
  // The ceiling is measured against a server of its own on the loopback address.
  expect(hostsOf(loaded)).toEqual(["127.0.0.1"]);
});

test("behind a proxy, it connects to the proxy alone, and looks no name up", async () => {
  const target = `http://api.example.test:${server.port}`;
  const [run = []] = await noted(["run", target, "--proxy", proxy.url, ...FEW, "--no-load"]);
  expect([hostsOf(run), portsOf(run)]).toEqual([["127.0.0.1"], [proxy.port]]);
});

test("a run that goes on, and one that starts its target, connect to the target alone", async () => {
  // The run without load, by its seed.
  const stored = readdirSync(join(folder, "reports")).find((name) => name.endsWith("-7"));
  const path = join("reports", stored ?? "");
  const record = join(folder, path, "run.ndjson");
  const lines = readFileSync(record, "utf8").trimEnd().split("\n");
  // As a run that was killed leaves it: without its end.
  const [first = ""] = lines.filter((line) => line.startsWith('{"type":"observation"'));
  cpSync(join(folder, path), join(folder, "killed"), { recursive: true });
  const left = lines.slice(0, lines.indexOf(first) + 1);
  writeFileSync(join(folder, "killed", "run.ndjson"), `${left.join("\n")}\n`);
  const script = 'require("http").createServer((_, r) => r.writeHead(201).end()).listen({port})';
  const serve = ["--serve", `exec node -e '${script}'`];
  const [resumed = [], served = []] = await noted(
    ["resume", "killed"],
    ["run", "http://127.0.0.1:{port}", ...serve, ...FEW, "--no-load"],
  );
  expect([hostsOf(resumed), portsOf(resumed)]).toEqual([["127.0.0.1"], [server.port]]);
  expect(hostsOf(served).filter((host) => host !== "::")).toEqual(["127.0.0.1"]);
  expect(portsOf(served)).toHaveLength(1);
});

test("demo and doctor connect to their own servers alone", async () => {
  for (const [most, ...args] of [
    [300, "demo", "--folder", "demo"],
    // Of the process that sends one measurement.
    [4, "doctor", "--counts-only"],
  ] as const) {
    const all = await notedUntil(most, ...args);
    expect(all.length).toBeGreaterThanOrEqual(most);
    expect([args[0], hostsOf(all)]).toEqual([args[0], ["127.0.0.1"]]);
  }
}, 90_000);

test("what reads stored runs connects to nothing, and replay to the target alone", async () => {
  const [run = ""] = readdirSync(join(folder, "reports"));
  const path = join("reports", run);
  const reading = [["report", path], ["history"], ["gate", path], ["suites"]];
  const [replayed = [], ...read] = await noted(["replay", path, "valid/plain"], ...reading);
  for (const [nth, each] of read.entries())
    expect([reading[nth]?.[0], each]).toEqual([reading[nth]?.[0], []]);
  expect(hostsOf(replayed)).toEqual(["127.0.0.1"]);
});
