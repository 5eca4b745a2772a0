import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import type { Listening } from "../../src/servers/json-server.ts";

/** The endpoint as commonly written with PHP alone. */
const ROUTER = `<?php
function respond(int $status): never {
    http_response_code($status);
    header("Content-Type: application/json");
    exit("{}");
}
[$type] = explode(";", $_SERVER["CONTENT_TYPE"] ?? "");
if (strtolower(trim($type)) !== "application/json") respond(415);
try {
    $body = json_decode(file_get_contents("php://input"), flags: JSON_THROW_ON_ERROR);
} catch (JsonException) {
    respond(400);
}
if (!is_object($body) || !is_int($body->id ?? null) || !is_string($body->date ?? null)) respond(422);
try {
    $date = DateTimeImmutable::createFromFormat(DATE_RFC3339_EXTENDED, $body->date);
} catch (ValueError) {
    $date = false;
}
respond($date === false ? 422 : 201);
`;

/** The endpoint as commonly written with the library of Python alone. */
const HANDLER = `
import json, sys
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(self.status_of(body))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def status_of(self, body):
        if self.headers.get_content_type() != "application/json":
            return 415
        try:
            user = json.loads(body)
        except (ValueError, RecursionError):
            return 400
        if not isinstance(user, dict) or not isinstance(user.get("id"), int):
            return 422
        try:
            datetime.fromisoformat(user.get("date"))
        except (TypeError, ValueError):
            return 422
        return 201

    def log_message(self, *args):
        pass

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
`;

const SOURCES = {
  php: { file: "router.php", text: ROUTER, command: "exec php -S 127.0.0.1:$1 router.php" },
  python3: { file: "handler.py", text: HANDLER, command: "exec python3 handler.py $1" },
};
type Language = keyof typeof SOURCES;

/** Memory that such a server may take. */
const LIMIT_KB = 2_000_000;
const TRIES = 200;

/** The version of a language that is installed, such as `3.11.2`; undefined, with a printed reason, where it is not. */
export function installedVersion(language: Language): string | undefined {
  const { stdout, status } = spawnSync(language, ["--version"], { encoding: "utf8" });
  const [version] = /\d+(?:\.\d+)+/.exec(stdout ?? "") ?? [];
  if (status === 0 && version !== undefined) return version;
  console.log(`skipped: ${language} is not installed`);
  return undefined;
}

/** Starts the server of a language on a free port of the loopback address. */
export async function startLanguage(language: Language): Promise<Listening> {
  const { file, text, command } = SOURCES[language];
  const folder = mkdtempSync(join(tmpdir(), "witness-language-"));
  writeFileSync(join(folder, file), text);
  const port = await freePort();
  const limited = `ulimit -v ${LIMIT_KB}; ${command}`;
  const process = spawn("sh", ["-c", limited, "sh", String(port)], {
    cwd: folder,
    stdio: "ignore",
  });
  const ended = once(process, "exit");
  const close = async (): Promise<void> => {
    process.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await isOpen(port)) return { url: `http://127.0.0.1:${port}`, port, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`${language} does not listen on ${port}`);
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
