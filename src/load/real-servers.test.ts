import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { freePort } from "../../test/servers/free-port.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tally } from "../model/index.ts";
import { Generators } from "./generators.ts";

/** A server of the wild that closes connections; each request that it handles leaves a byte in `seen`. */
type Real = { command: string; write(folder: string): void; args(port: number): string[] };

const WSGI = `
def app(environ, start_response):
    environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    open("seen", "a").write("x")
    start_response("201 Created", [("Content-Type", "application/json")])
    return [b"{}"]
`;
const ROUTER = `<?php
file_put_contents("seen", "x", FILE_APPEND);
http_response_code(201);
echo "{}";
`;
const HANDLER = `
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        open("seen", "a").write("x")
        self.send_response(201)
        self.end_headers()
        self.wfile.write(b"{}")
    def log_message(self, *args):
        pass
HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
`;

const servers: Record<string, Real> = {
  "gunicorn's sync worker": {
    command: "gunicorn",
    write: (folder) => writeFileSync(join(folder, "app.py"), WSGI),
    args: (port) => ["--workers", "1", "--bind", `127.0.0.1:${port}`, "app:app"],
  },
  "PHP's built-in server": {
    command: "php",
    write: (folder) => writeFileSync(join(folder, "router.php"), ROUTER),
    args: (port) => ["-S", `127.0.0.1:${port}`, "router.php"],
  },
  "Python's http.server, in HTTP/1.0": {
    command: "python3",
    write: (folder) => writeFileSync(join(folder, "handler.py"), HANDLER),
    args: (port) => ["handler.py", String(port)],
  },
};

const installed = (command: string): boolean =>
  spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.on("close", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port}`);
}

const OFFERED = { model: "closed", connections: 10, pipelining: 1 } as const;

let generators: Generators;

beforeAll(async () => {
  generators = await Generators.start(1, {
    interface: userSubmission,
    firstId: 100_000_000,
    ids: LOAD_NUMBERS,
  });
});

afterAll(() => generators.close());

function send(port: number): Promise<Tally> {
  const target = parseBaseUrl(`http://127.0.0.1:${port}`);
  const plan = {
    target,
    offered: OFFERED,
    durationMs: 700,
    timeoutMs: 10_000,
    insecure: false,
    seed: 1,
  };
  return generators.slot(plan, new AbortController().signal);
}

describe("servers that close connections", () => {
  for (const [name, { command, write, args }] of Object.entries(servers)) {
    const there = installed(command);
    if (!there) console.log(`skipped: ${command} is not installed`);
    test.skipIf(!there)(
      `${name}: every request it handled is counted with a response, once`,
      async () => {
        const folder = mkdtempSync(join(tmpdir(), "witness-real-"));
        write(folder);
        const port = await freePort();
        const server: ChildProcess = spawn(command, args(port), { cwd: folder, stdio: "ignore" });
        try {
          await untilListening(port);
          const { counts, drained, statuses, latencySumUs, durationMs, connections } =
            await send(port);
          expect(counts.unanswered).toEqual({});
          expect(drained.silent).toBe(0);
          expect(drained.answered).toBe(counts.inFlight);
          expect(counts.sent).toBe(counts.answered + counts.inFlight);
          expect(Object.keys(statuses)).toEqual(["201"]);
          // A busy machine sends little; all of it is counted.
          expect(counts.answered).toBeGreaterThan(OFFERED.connections / 2);
          expect(readFileSync(join(folder, "seen"), "utf8")).toHaveLength(counts.sent);
          // Mismatched responses would show here: plain autocannon's figures need 1,772 connections.
          const busy =
            (latencySumUs + connections.openingUs + drained.waitedUs) / (durationMs * 1000);
          expect(busy).toBeLessThan(OFFERED.connections * 1.05);
        } finally {
          server.kill("SIGTERM");
          await new Promise((resolve) => server.once("exit", resolve));
          rmSync(folder, { recursive: true });
        }
      },
    );
  }
});
