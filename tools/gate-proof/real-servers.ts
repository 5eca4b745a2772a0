import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const SERVERS = resolve("tools/gate-proof/servers");

/** A server of `servers/`: what it is, and the commands that succeed only if all that it needs is installed. */
type RealServer = {
  about: string;
  needs: readonly (readonly string[])[];
  /** Options for each run of it. */
  options?: readonly string[];
};

const python = (module: string): readonly string[] => [
  "/usr/bin/python3",
  "-c",
  `import ${module}`,
];

/** Real servers with unique ids, by the name that `servers/start.sh` knows. */
export const REAL_SERVERS = {
  flask: {
    about: "Flask and SQLite, gunicorn with 2 processes of 4 threads",
    needs: [python("flask"), python("gunicorn")],
  },
  fastapi: {
    about: "FastAPI and SQLite, uvicorn with 2 processes",
    needs: [python("fastapi"), python("uvicorn")],
  },
  express: { about: "Express, a cluster of 2 workers with the ids in a third process", needs: [] },
  go: { about: "net/http of Go, a map behind a mutex", needs: [["go", "version"]] },
  php: {
    about: "PHP and SQLite, the built-in server with 4 workers",
    // It reserves memory for the announced length, and ends where there is not so much. And it closes the connection when
    // a request comes byte by byte, which breaks the stated clause.
    options: ["--no-hazards", "--exclude", "connection/pieces-after-slash,connection/pieces-bytes"],
    needs: [python("sqlite3"), ["php", "-r", "new SQLite3(':memory:');"]],
  },
  puma: {
    about: "Rack and SQLite, Puma with 2 processes of 4 threads",
    needs: [python("sqlite3"), ["puma", "--version"], ["ruby", "-r", "sqlite3", "-e", "0"]],
  },
} satisfies Record<string, RealServer>;

export type ServerName = keyof typeof REAL_SERVERS;

/** The first command that a server needs and that fails; undefined if it can be started. */
export function missingFor(name: ServerName): string | undefined {
  const needs: RealServer["needs"] = REAL_SERVERS[name].needs;
  const missing = needs.find(([command = "", ...args]) => spawnSync(command, args).status !== 0);
  return missing?.join(" ");
}

/** Compiles what must be compiled, into the folder of the stores. @throws Error if that fails. */
export function buildServer(name: ServerName, stores: string): void {
  if (name !== "go") return;
  const to = join(stores, "go-server");
  const { status, stderr } = spawnSync("go", ["build", "-o", to, join(SERVERS, "server.go")]);
  if (status !== 0) throw new Error(`go build failed: ${String(stderr)}`);
}

/** The options that every run of a server needs. */
export const optionsOf = (name: ServerName): readonly string[] =>
  (REAL_SERVERS[name] as RealServer).options ?? [];

/** The shell command for `--serve`, with one planted change or none: each start has an empty store. */
export const serveCommand = (name: ServerName, change = ""): string =>
  `CHANGE=${change} exec bash '${join(SERVERS, "start.sh")}' ${name} {port}`;
