import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";

/**
 * The client, which behaves like `docker run` in the foreground: the engine starts the container, and the client shows
 * its output, passes signals on, and ends with its exit code.
 */
const CLIENT = (socket: string): string => `#!${process.execPath}
const { connect } = require("node:net");
const engine = connect(${JSON.stringify(socket)}, () => engine.write(JSON.stringify(process.argv.slice(2)) + "\\n"));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => engine.write(JSON.stringify({ signal }) + "\\n"));
let text = "";
engine.on("data", (part) => {
  const lines = (text += part).split("\\n");
  text = lines.pop();
  for (const { said, code } of lines.map((line) => JSON.parse(line)))
    if (code === undefined) process.stderr.write(said); else process.exit(code);
});
`;

/** The program in the container, which crashes on a certain body. It listens on the published port. */
const IMAGE = `
const [port, ignores] = process.argv.slice(1);
if (ignores === "stubborn") process.on("SIGTERM", () => {});
require("node:http").createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => {
    if (body.includes("number 7.")) { console.error("out of memory"); process.exit(7); }
    response.writeHead(201).end("{}");
  });
}).listen(Number(port), "127.0.0.1", () => console.error("up"));
`;

/** An engine, and the folder of its client for PATH. */
export type DockerStandIn = {
  path: string;
  /** Ids of the processes of running containers. */
  containers: () => number[];
  endAll: () => void;
  close: () => void;
};

/**
 * Starts an engine in this process. Its containers are not children of the client, so they survive when the client is
 * killed. Images are `server`, and `stubborn`, which ignores SIGTERM; commands are `run` and `rm --force NAME`.
 */
export async function dockerStandIn(folder: string): Promise<DockerStandIn> {
  const path = join(folder, "engine.sock");
  const containers = new Map<string, ChildProcess>();
  const running = (): ChildProcess[] =>
    [...containers.values()].filter(
      ({ exitCode, signalCode }) => (exitCode ?? signalCode) === null,
    );
  const endAll = (): void => {
    for (const each of running()) each.kill("SIGKILL");
  };
  const run = (name: string, args: readonly string[], client: Socket): void => {
    const [, port = ""] = /^127\.0\.0\.1:(\d+):\d+$/.exec(args[args.indexOf("-p") + 1] ?? "") ?? [];
    const tell = (what: object): void => void client.write(`${JSON.stringify(what)}\n`);
    const container = spawn(process.execPath, ["-e", IMAGE, "--", port, args.at(-1) ?? ""], {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    containers.set(name, container);
    container.stderr.on("data", (said) => tell({ said: String(said) }));
    container.once("close", (code) => tell({ code: code ?? 137 }));
  };
  const server = createServer((client) => {
    let name = "";
    client.on("error", () => {});
    client.on("data", (part) => {
      for (const line of String(part).split("\n").slice(0, -1)) {
        const asked = JSON.parse(line) as string[] | { signal: NodeJS.Signals };
        if (!Array.isArray(asked)) containers.get(name)?.kill(asked.signal);
        else if (asked[0] === "run") {
          name = asked[asked.indexOf("--name") + 1] ?? "";
          run(name, asked, client);
        } else {
          containers.get(asked.at(-1) ?? "")?.kill("SIGKILL");
          client.write('{"code":0}\n');
        }
      }
    });
  });
  server.listen(path);
  await once(server, "listening");
  writeFileSync(join(folder, "docker"), CLIENT(path));
  chmodSync(join(folder, "docker"), 0o755);
  return {
    path: `${folder}:${process.env["PATH"] ?? ""}`,
    containers: () => running().flatMap(({ pid }) => pid ?? []),
    endAll,
    close: () => {
      endAll();
      server.close();
    },
  };
}
