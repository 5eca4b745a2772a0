import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killProcess, firstMessage, startModule } from "../../src/load/index.ts";
import { unusedPort } from "../../src/observe/index.ts";
import { keepOnCore, SERVER_CORE } from "./load-core.ts";

const START_WITHIN_MS = 10_000;
/** Debian has it where only the superuser looks for commands. */
const NGINX = ["nginx", "/usr/sbin/nginx"];

/** Servers that respond at once with the same bytes. */
export type IdleServer = "null server" | "nginx";

/** Runs `work` while such a server is running; undefined if it is not installed. */
export async function withIdleServer<T>(
  kind: IdleServer,
  folder: string,
  work: (url: string) => Promise<T>,
): Promise<T | undefined> {
  const server = kind === "nginx" ? await startNginx(folder) : await startNullServer();
  if (server === undefined) return undefined;
  keepOnCore(server.process.pid, SERVER_CORE);
  try {
    return await work(`http://127.0.0.1:${server.port}`);
  } finally {
    await killProcess(server.process);
  }
}

type Started = { process: ChildProcess; port: number };

async function startNullServer(): Promise<Started> {
  const process = startModule("load/null-server");
  const { port } = await firstMessage<{ port: number }>(process);
  return { process, port };
}

/** One process, so that it ends as one. */
async function startNginx(folder: string): Promise<Started | undefined> {
  const command = NGINX.find((each) => spawnSync(each, ["-v"]).status === 0);
  if (command === undefined) return undefined;
  const port = await unusedPort("127.0.0.1");
  const file = join(folder, "nginx.conf");
  writeFileSync(file, nginxConfiguration(port, folder));
  const args = ["-p", folder, "-e", join(folder, "error.log"), "-c", file];
  const process = spawn(command, args, { stdio: "ignore" });
  await untilResponding(process, port);
  return { process, port };
}

const nginxConfiguration = (port: number, folder: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { return 201; }
  }
}
`;

/** Resolves when the server accepts connections. */
export async function untilResponding(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const up = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (up) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not listen on port ${port}`);
}
