import { execFileSync } from "node:child_process";
import {
  existsSync,
  readFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { orderDocument } from "../openapi/documents.ts";
import { connectProxy } from "../servers/connect-proxy.ts";
import {
  startExpress,
  startFastify,
  startHono,
  startStrict,
} from "../../src/servers/references.ts";
import { listening, type Listening, withBody } from "../../src/servers/json-server.ts";
import { readRoot } from "./ci-script.ts";

/** A server that crashes on a length that it cannot allocate; `node server.js PORT` or `./NAME-server --port PORT`. */
const SERVER_FILE = `#!/usr/bin/env node
require("node:http").createServer((request, response) => {
  if (request.headers["content-length"] === "9007199254740992") {
    console.error("Out of memory (allocated 2097152 bytes)");
    process.exit(255);
  }
  request.resume().on("end", () => response.writeHead(201).end("{}"));
}).listen(Number(process.argv.at(-1)), "127.0.0.1");
`;

/** Servers and files for the commands on the pages. */
export type DocumentedServers = {
  folder: string;
  /** A folder for the commands of a page, with the files that they name. */
  folderOf: (page: string) => string;
  /** An argument of a documented command, with the addresses of the servers here. */
  here: (argument: string, among?: readonly string[]) => string;
  /** Gives the configuration of a folder, if it has one, the addresses of the servers here. */
  prepare: (folder: string) => void;
  /** Lets the server of docs/gate.md be the one before or after a change. */
  change: (after: boolean) => void;
  close: () => Promise<void>;
};

/** Starts them. */
export async function documentedServers(): Promise<DocumentedServers> {
  const folder = mkdtempSync(join(tmpdir(), "witness-documented-"));
  const app = { after: false };
  const named: Record<string, Listening> = {
    express: await startExpress(),
    fastify: await startFastify(),
    hono: await startHono(),
    strict: await startStrict(),
    app: await listening(createServer().on("request", judging(app))),
    any: await listening(accepting()),
    proxy: await connectProxy("ann:secret"),
  };
  const socket = join(folder, "app.sock");
  const local = accepting().listen(socket);
  await once(local, "listening");
  const port = (name: string): string => String(named[name]?.port);
  const here = (argument: string, among: readonly string[] = []): string =>
    among.includes("--fleet") && argument === "https://api.example.com"
      ? `http://127.0.0.1:${port("any")}`
      : (among.some((word) => /^--(interface|openapi)$/.test(word))
          ? argument.replace(/^:3000$/, `:${port("any")}`)
          : argument
        )
          .replace(
            /^(express|fastify|hono|strict)=:\d+$/,
            (_, name: string) => `${name}=:${port(name)}`,
          )
          .replace(/^(old|new)=:\d+$/, `$1=:${port("any")}`)
          .replace(/(localhost)?:3000\b/, (_, host = "") => `${host}:${port("express")}`)
          .replace("http://localhost:8080", `http://localhost:${port("app")}`)
          .replace("https://staging.example.com", `http://localhost:${port("any")}`)
          .replace("https://api.example.com", `http://api.example.com:${port("any")}`)
          .replace("api.example.com:443:10.0.0.7", `api.example.com:${port("any")}:127.0.0.1`)
          .replace("http://proxy.example.com:3128", `http://127.0.0.1:${port("proxy")}`)
          .replace("/run/app.sock", socket);
  return {
    folder,
    folderOf: (page) => {
      const own = join(folder, page);
      mkdirSync(own, { recursive: true });
      writeFiles(own);
      if (page !== "docs/gate.md") return own;
      gitRepository(own);
      const [, config = ""] =
        readRoot(page).match(/```ts\n(import { defineConfig }[^]*?)```/) ?? [];
      writeFileSync(join(own, "witness.config.ts"), config);
      return own;
    },
    here,
    prepare: (own) => {
      const config = join(own, "witness.config.ts");
      if (existsSync(config)) writeFileSync(config, here(readFileSync(config, "utf8")));
    },

    change: (after) => (app.after = after),
    close: async () => {
      local.closeAllConnections();
      local.close();
      await Promise.all(Object.values(named).map((server) => server.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const accepting = (): Server =>
  createServer((request, response) =>
    request.resume().on("end", () => response.writeHead(201).end("{}")),
  );

/**
 * The server of docs/gate.md. A change narrows its range of ids, changes the response to bad dates, and makes a NUL
 * crash it.
 */
const judging =
  (app: { after: boolean }) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    withBody(request, 1 << 20, (body) =>
      response
        .writeHead(statusOf(String(body), app.after), { "Content-Type": "application/json" })
        .end("{}"),
    );

function statusOf(body: string, after: boolean): number {
  if (after && body.endsWith("}\0")) return 500;
  try {
    const { id, date } = JSON.parse(body);
    if (!Number.isInteger(id)) return 400;
    if (id > (after ? 2_147_483_647 : Number.MAX_SAFE_INTEGER)) return 400;
    const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(date);
    return isDate ? 201 : after ? 422 : 400;
  } catch {
    return 400;
  }
}

/** The files that the pages name: servers, interfaces, suites, configurations and documents. */
function writeFiles(folder: string): void {
  for (const name of ["server.js", "127.0.0.1-server", "localhost-server"]) {
    writeFileSync(join(folder, name), SERVER_FILE);
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  writeFileSync(
    join(folder, "api.yaml"),
    orderDocument("{ type: object, properties: { id: { type: integer } }, required: [id] }"),
  );
  for (const page of ["docs/interfaces.md", "docs/suites.md"])
    for (const [, name = "", source = ""] of readRoot(page).matchAll(
      /```ts\n\/\/ (\S+\.ts)\b.*\n([^]*?)```/g,
    ))
      writeFileSync(join(folder, name), source);
}

/** A clone whose `origin/main` is the checked-out commit. */
function gitRepository(cwd: string): void {
  const as = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  for (const args of [
    ["init", "--quiet"],
    ["commit", "--quiet", "--allow-empty", "-m", "first"],
    ["update-ref", "refs/remotes/origin/main", "HEAD"],
  ])
    execFileSync("git", [...as, ...args], { cwd });
}
