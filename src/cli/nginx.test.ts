import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../test/servers/free-port.ts";
import { SELF_SIGNED } from "../../test/servers/self-signed.ts";
import { callWitness } from "../../test/cli/witness.ts";

const NGINX = ["nginx", "/usr/sbin/nginx"].find(
  (command) => spawnSync(command, ["-v"], { stdio: "ignore" }).status === 0,
);
const ENV = {
  GATEWAY_TOKEN: "token-of-the-gateway",
  WITNESS_HEADER_X_API_KEY: "key-of-the-gateway",
};

if (NGINX === undefined) console.log("skipped: nginx is not installed");

/** TLS with client certificates, a unix socket, and two headers that a request must have. */
const configuration = (port: number, folder: string): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} ssl;
    listen unix:${folder}/nginx.sock;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    ssl_client_certificate ${folder}/cert.pem;
    ssl_verify_client optional;
    set $verified "$https$ssl_client_verify";
    if ($http_authorization != "Bearer token-of-the-gateway") { return 401; }
    if ($http_x_api_key != "key-of-the-gateway") { return 403; }
    if ($verified = "onNONE") { return 421; }
    location / { default_type application/json; return 201 "{}"; }
  }
}
`;

describe.skipIf(NGINX === undefined)("nginx (needs nginx)", () => {
  let folder: string;
  let port: number;
  let nginx: ChildProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "witness-nginx-"));
    port = await freePort();
    writeFileSync(join(folder, "cert.pem"), SELF_SIGNED.cert);
    writeFileSync(join(folder, "key.pem"), SELF_SIGNED.key);
    writeFileSync(join(folder, "nginx.conf"), configuration(port, folder));
    const args = ["-p", folder, "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
    nginx = spawn(NGINX ?? "", args, { stdio: "ignore" });
    for (let tries = 0; tries < 200 && !existsSync(join(folder, "nginx.sock")); tries += 1)
      await sleep(50);
  });
  afterAll(async () => {
    nginx.kill("SIGQUIT");
    await once(nginx, "exit");
    rmSync(folder, { recursive: true });
  });

  const OWN = ["--cert", "cert.pem", "--key", "key.pem", "--ca", "cert.pem"];
  const run = (target: string, ...args: string[]) =>
    callWitness(folder, ["run", target, "--bearer-from", "GATEWAY_TOKEN", ...args], ENV);
  const FEW = ["--suite", "valid", "--runs", "3", "--repeats", "1"];

  /** The statuses of each case of the run that was made last. */
  function statuses(target: string): Record<string, string> {
    const reports = join(folder, "reports");
    const name = readdirSync(reports).find((each) => each.includes(target)) ?? "";
    const lines = readFileSync(join(reports, name, "run.ndjson"), "utf8")
      .trim()
      .split("\n");
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return Object.fromEntries(
      records
        .filter(({ type }) => type === "observation")
        .map(({ case: id, answers }) => [
          id,
          (answers as { status?: number }[]).map(({ status }) => status).join(),
        ]),
    );
  }

  test("behind TLS with client certificates and two headers: every valid request gets 201", async () => {
    const target = `tls=https://127.0.0.1:${port}`;
    const { code } = await run(target, ...OWN, ...FEW, "--load-duration", "2s");
    expect(code).toBe(0);
    expect([...new Set(Object.values(statuses("-tls-")))]).toEqual(["201"]);
  });

  test("the credentials are varied one by one", async () => {
    await run(
      `varied=https://127.0.0.1:${port}`,
      ...OWN,
      "--grep",
      "^credentials/(none|given)",
      "--runs",
      "0",
      "--no-load",
    );
    expect(statuses("-varied-")).toMatchObject({
      "credentials/none": "201",
      "credentials/given-none": "401",
      "credentials/given-authorization-none": "401",
      "credentials/given-authorization-other-scheme": "401",
      "credentials/given-x-api-key-none": "403",
      "credentials/given-x-api-key-wrong": "403",
    });
  });

  test("over its unix socket", async () => {
    const { code } = await run(
      "unix=http://gateway.test",
      "--unix-socket",
      join(folder, "nginx.sock"),
      ...FEW,
      "--no-load",
    );
    expect(code).toBe(0);
    expect([...new Set(Object.values(statuses("-unix-")))]).toEqual(["201"]);
  });
});
