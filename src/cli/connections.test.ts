import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectProxy, type ConnectProxy } from "../servers/connect-proxy.fixture.ts";
import { listening, type Listening } from "../servers/listening.ts";
import { spawnWitness } from "./witness.fixture.ts";

/** Writes down every connection and every look-up of a process before it is made. */
const TRAP = `
import { appendFileSync } from "node:fs";
import dns from "node:dns";
import dgram from "node:dgram";
import net from "node:net";
import { syncBuiltinESMExports } from "node:module";
const note = (what) => appendFileSync(process.env.TRAP_FILE, JSON.stringify(what) + "\\n");
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
const endMs = Number(process.env.TRAP_END_MS);
if (endMs > 0) setTimeout(() => process.kill(process.pid, "SIGINT"), endMs).unref();
dgram.Socket.prototype.send = () => note({ host: "udp" });
syncBuiltinESMExports();
`;

type Noted = { host?: string; port?: number; path?: string; lookup?: string };

const FEW = ["--grep", "^valid/plain", "--runs", "1", "--repeats", "1"];
let folder: string;
let server: Listening;
let proxy: ConnectProxy;
let trapped: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-connections-"));
  trapped = join(folder, "trapped");
  writeFileSync(join(folder, "trap.mjs"), TRAP);
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

/** What a verb connects to and looks up, in all of its processes. */
const noted = (...args: string[]): Promise<Noted[]> => notedWithin(0, ...args);

/** The same, interrupted after this time. */
async function notedWithin(endMs: number, ...args: string[]): Promise<Noted[]> {
  writeFileSync(trapped, "");
  const trap = pathToFileURL(join(folder, "trap.mjs")).href;
  const env = {
    NODE_OPTIONS: `--import=${trap}`,
    TRAP_FILE: trapped,
    TRAP_END_MS: String(endMs),
    HTTP_PROXY: "http://proxy.other.test:1",
    HTTPS_PROXY: "http://proxy.other.test:1",
  };
  const { code, stderr } = await spawnWitness(folder, args, env);
  expect([args[0], code === 2 || code === 70 ? stderr : ""]).toEqual([args[0], ""]);
  const lines = readFileSync(trapped, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Noted);
}

const hostsOf = (all: readonly Noted[]): string[] =>
  [...new Set(all.map(({ host, lookup, path }) => host ?? lookup ?? path ?? ""))].toSorted();
const portsOf = (all: readonly Noted[]): number[] => [
  ...new Set(all.flatMap(({ port }) => (port === undefined ? [] : [port]))),
];

test("what sends connects to the target alone, and looks no other name up", async () => {
  const { url, port } = server;
  const { port: other } = proxy;
  const both = [`a=${url}`, `b=http://127.0.0.1:${other}`];
  const runs = [
    await noted("run", url, ...FEW, "--no-load", "--seed", "7"),
    await noted("explore", url, "--suite", "fields", "--max-requests", "30"),
    await noted("gate", url, ...FEW, "--no-load"),
  ];
  for (const run of runs) expect([hostsOf(run), portsOf(run)]).toEqual([["127.0.0.1"], [port]]);
  const compared = await noted("compare", ...both, ...FEW, "--no-load", "--no-explore");
  expect(hostsOf(compared)).toEqual(["127.0.0.1"]);
  expect(portsOf(compared).toSorted()).toEqual([port, other].toSorted());
  // The ceiling is measured against a server of its own on the loopback address.
  const loaded = await noted("load", url, "--duration", "200ms", "--warmup", "0", "--rounds", "1");
  expect(hostsOf(loaded)).toEqual(["127.0.0.1"]);
});

test("behind a proxy, it connects to the proxy alone, and looks no name up", async () => {
  const target = `http://api.example.test:${server.port}`;
  const run = await noted("run", target, "--proxy", proxy.url, ...FEW, "--no-load");
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
  const resumed = await noted("resume", "killed");
  expect([hostsOf(resumed), portsOf(resumed)]).toEqual([["127.0.0.1"], [server.port]]);
  const script = 'require("http").createServer((_, r) => r.writeHead(201).end()).listen({port})';
  const serve = ["--serve", `exec node -e '${script}'`];
  const served = await noted("run", "http://127.0.0.1:{port}", ...serve, ...FEW, "--no-load");
  expect(hostsOf(served).filter((host) => host !== "::")).toEqual(["127.0.0.1"]);
  expect(portsOf(served)).toHaveLength(1);
});

test("demo and doctor connect to their own servers alone", async () => {
  for (const args of [
    ["demo", "--folder", "demo"],
    ["doctor", "--counts-only"],
  ]) {
    const hosts = hostsOf(await notedWithin(10_000, ...args));
    expect([args[0], hosts.filter((host) => host !== "127.0.0.1")]).toEqual([args[0], []]);
  }
}, 90_000);

test("what reads stored runs connects to nothing, and replay to the target alone", async () => {
  const [run = ""] = readdirSync(join(folder, "reports"));
  const path = join("reports", run);
  for (const args of [["report", path], ["history"], ["gate", path], ["suites"]])
    expect([args[0], await noted(...args)]).toEqual([args[0], []]);
  const replayed = await noted("replay", path, "valid/plain");
  expect(hostsOf(replayed)).toEqual(["127.0.0.1"]);
});
