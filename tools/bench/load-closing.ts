import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { statedHeaders, userSubmission } from "../../src/contract/index.ts";
import { killProcess } from "../../src/load/index.ts";
import { median } from "../../src/stats/index.ts";
import { unusedPort } from "../../src/observe/index.ts";
import { untilResponding } from "./idle-server.ts";
import { describeMachine, keepOnCore, SENDER_CORE, SERVER_CORE } from "./load-core.ts";
import { measured } from "./part.ts";

const PAIRS = 5;
const CONNECTIONS = 10;
const DURATION_S = 3;
/** In Node, opening a connection for each request takes longer to warm up than sending on open ones. */
const WARMUP_MS = 3000;

type RealServer = {
  name: string;
  command: string;
  /** Script and its file name, written to a folder of this run. */
  file: string;
  script: string;
  arguments: (port: number) => string[];
};

const SERVERS: RealServer[] = [
  {
    name: "gunicorn, one sync worker",
    command: "gunicorn",
    file: "app.py",
    script: `
def app(environ, start_response):
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("201 Created", [("Content-Type", "application/json"), ("Content-Length", "20")])
    return [b'{"status":"created"}']
`,
    arguments: (port) => ["--workers=1", `--bind=127.0.0.1:${port}`, "app:app"],
  },
  {
    name: "PHP's built-in server",
    command: "php",
    file: "router.php",
    script: `<?php
file_get_contents("php://input");
http_response_code(201);
header("Content-Type: application/json");
echo '{"status":"created"}';
`,
    arguments: (port) => ["-q", "-S", `127.0.0.1:${port}`, "router.php"],
  },
  {
    name: "Python's http.server",
    command: "python3",
    file: "server.py",
    script: `
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Created(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "20")
        self.end_headers()
        self.wfile.write(b'{"status":"created"}')

    def log_message(self, *arguments):
        pass

# Its queue of 5 would make the kernel drop connections, and clients wait a second for each.
ThreadingHTTPServer.request_queue_size = 128
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Created).serve_forever()
`,
    arguments: (port) => ["server.py", String(port)],
  },
];

/** Throughput and p50 compared with wrk's, alternating, on servers that close every connection. */
export async function measureClosing(folder: string): Promise<void> {
  console.log(`  ${describeMachine()}`);
  const wrk = isInstalled("wrk");
  if (!wrk) console.log("  wrk is not installed: nothing to compare with");
  writeFileSync(join(folder, "post.lua"), postScript());
  for (const server of SERVERS) {
    if (!isInstalled(server.command)) {
      console.log(`  ${server.name}: skipped: ${server.command} is not installed`);
      continue;
    }
    writeFileSync(join(folder, server.file), server.script);
    const port = await unusedPort("127.0.0.1");
    const child = spawn(server.command, server.arguments(port), { cwd: folder, stdio: "ignore" });
    keepOnCore(child.pid, SERVER_CORE);
    try {
      await untilResponding(child, port);
      await measureServer(server.name, `http://127.0.0.1:${port}`, wrk ? folder : undefined);
    } finally {
      // Not SIGKILL first: gunicorn must end its workers.
      child.kill();
      await Promise.race([once(child, "exit"), sleep(2000)]);
      await killProcess(child);
    }
  }
}

type Side = { rate: number; p50Us: number; text: string };
/** A generator busier than this is the bottleneck, not the server. */
const TOO_BUSY = 0.9;

async function measureServer(name: string, url: string, folder?: string): Promise<void> {
  const found: { rate: number; p50: number; offUs: number; busy: number }[] = [];
  console.log(`  ${name}`);
  for (let nth = 0; nth < PAIRS; nth += 1) {
    const early = nth % 2 === 1 ? await witness(url) : undefined;
    const other = folder === undefined ? undefined : await wrk(url, folder);
    const ours = early ?? (await witness(url));
    console.log(`    ${other === undefined ? "" : `wrk ${other.text}; `}witness ${ours.text}`);
    if (other === undefined) continue;
    found.push({
      rate: ours.rate / other.rate,
      p50: ours.p50Us / other.p50Us,
      offUs: ours.p50Us - other.p50Us,
      busy: ours.busy,
    });
  }
  if (found.length === 0) return;
  const limited = median(found.map(({ busy }) => busy)) > TOO_BUSY;
  console.log(
    `  ${name}: median ${median(found.map(({ rate }) => rate)).toFixed(2)} of wrk's throughput (target: 0.85 to 1.15), ` +
      `p50 ${median(found.map(({ p50 }) => p50)).toFixed(2)} of wrk's, ${median(found.map(({ offUs }) => offUs)).toFixed(0)} µs apart (target: within 15% or 300 µs)${limited ? "; limited by the generator" : ""}`,
  );
}

async function witness(url: string): Promise<Side & { busy: number }> {
  const run = await measured("load-run", {
    url,
    offered: { model: "closed", connections: CONNECTIONS, pipelining: 1 },
    processes: 1,
    warmupMs: WARMUP_MS,
    durationMs: DURATION_S * 1000,
    core: SENDER_CORE,
  });
  const side = { rate: run("rate"), p50Us: run("p50Us") };
  const failed = run("unanswered") > 0 ? `, ${run("unanswered")} without a response` : "";
  const busy = run("busiest");
  return { ...side, busy, text: `${tell(side)} (${(100 * busy).toFixed(0)}% busy${failed})` };
}

async function wrk(url: string, folder: string): Promise<Side> {
  const options = ["-t1", `-c${CONNECTIONS}`, `-d${DURATION_S}s`, "--latency"];
  const script = ["-s", join(folder, "post.lua")];
  const running = promisify(execFile)("wrk", [...options, ...script, url + userSubmission.path]);
  keepOnCore(running.child.pid, SENDER_CORE);
  const { stdout } = await running;
  const [, number = "", unit = ""] = /\b50%\s+([\d.]+)(us|ms|s)\b/.exec(stdout) ?? [];
  const side = {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50Us: Number(number) * ({ us: 1, ms: 1000, s: 1_000_000 }[unit] ?? NaN),
  };
  const errors = /(?:Socket errors|Non-2xx).*/.exec(stdout)?.[0];
  return { ...side, text: `${tell(side)}${errors === undefined ? "" : ` (${errors})`}` };
}

const tell = ({ rate, p50Us }: Omit<Side, "text">): string =>
  `${rate.toFixed(0)}/s p50 ${p50Us.toFixed(0)} µs`;

const postScript = (): string =>
  [
    'wrk.method = "POST"',
    `wrk.body = '{"id":100000000,"date":"2025-01-01T00:00:00.000Z"}'`,
    ...statedHeaders(userSubmission).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`),
  ].join("\n");

const isInstalled = (command: string): boolean =>
  spawnSync(command, ["--version"]).error === undefined;
