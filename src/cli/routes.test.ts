import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecure } from "node:https";
import type { Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectProxy, type ConnectProxy } from "../../test/servers/connect-proxy.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { SELF_SIGNED } from "../../test/servers/self-signed.ts";
import { callWitness } from "../../test/cli/witness.ts";

const FEW = ["--grep", "^valid/plain", "--runs", "0", "--repeats", "1"];
const SHORT_LOAD = ["--load-duration", "700ms"];

let folder: string;
let plain: Listening;
let secure: Listening;
let proxy: ConnectProxy;
/** What the servers saw. */
const seen = {
  hosts: new Set<string>(),
  names: new Set<unknown>(),
  clients: 0,
  addresses: new Set(),
};

const respond = (server: Server): Server =>
  server.on("request", (request, response) => {
    const { socket, headers } = request;
    seen.hosts.add(headers.host ?? "");
    seen.addresses.add(socket.remoteAddress);
    if ("authorized" in socket) {
      seen.names.add((socket as TLSSocket & { servername?: unknown }).servername);
      if ((socket as TLSSocket).authorized) seen.clients += 1;
    }
    // A moment later: a load at full speed keeps two processes busy, and shows nothing more.
    request.resume().on("end", () => setTimeout(() => response.writeHead(201).end("{}"), 10));
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-routes-"));
  writeFileSync(join(folder, "cert.pem"), SELF_SIGNED.cert);
  writeFileSync(join(folder, "key.pem"), SELF_SIGNED.key);
  plain = await listening(respond(createServer()));
  // One certificate is server, client and authority.
  const tls = { ...SELF_SIGNED, ca: SELF_SIGNED.cert, requestCert: true, rejectUnauthorized: true };
  secure = await listening(respond(createSecure(tls)) as NetServer);
  proxy = await connectProxy("ann:pass-of-the-proxy");
});
afterAll(async () => {
  await Promise.all([plain.close(), secure.close(), proxy.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const set of [seen.hosts, seen.names, seen.addresses]) set.clear();
  seen.clients = 0;
  proxy.asked.length = 0;
});

const run = (url: string, ...args: string[]) =>
  callWitness(folder, ["run", url, ...FEW, ...args], {
    PROXY_PAIR: "ann:pass-of-the-proxy",
    HTTP_PROXY: "http://127.0.0.1:1",
    HTTPS_PROXY: "http://127.0.0.1:1",
  });

function lastRecord(): string {
  const last = readdirSync(join(folder, "reports"))
    .map((name) => join(folder, "reports", name, "run.ndjson"))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }))
    .toSorted((a, b) =>
      (/"startedAt":"(.*?)"/.exec(a.text)?.[1] ?? "") <
      (/"startedAt":"(.*?)"/.exec(b.text)?.[1] ?? "")
        ? -1
        : 1,
    )
    .at(-1);
  return last?.text ?? "";
}

describe("TLS", () => {
  const https = (): string => secure.url.replace("http:", "https:");
  const OWN = ["--cert", "cert.pem", "--key", "key.pem", "--ca", "cert.pem"];

  test("both senders and the load show a client certificate, and verify the server's by --ca", async () => {
    expect(await run(https(), ...OWN, ...SHORT_LOAD)).toMatchObject({ code: 0 });
    expect(seen.clients).toBeGreaterThan(5);
  });

  test("without it, the server refuses", async () => {
    const { code, stderr } = await run(https(), "--ca", "cert.pem", "--no-load");
    expect([code, seen.clients]).toEqual([3, 0]);
    expect(stderr).toMatch(/TLS|does not respond|not answering|reset|closed/i);
  });

  test("--server-name is asked for and verified in place of the target's name", async () => {
    expect(await run(https(), ...OWN, "--server-name", "localhost", "--no-load")).toMatchObject({
      code: 0,
    });
    expect([...seen.names]).toEqual(["localhost"]);
    const other = await run(https(), ...OWN, "--server-name", "other.test", "--no-load");
    expect(other.code).toBe(3);
    expect(other.stderr).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  test("a key is not in the record", () => {
    expect(lastRecord()).not.toContain(SELF_SIGNED.key.split("\n")[1] ?? "");
  });
});

describe("addresses", () => {
  test("--resolve takes the place of looking the name up; the address is in the record", async () => {
    const { port } = plain;
    const target = `http://api.example.test:${port}`;
    const way = ["--resolve", `api.example.test:${port}:127.0.0.1`];
    expect(await run(target, ...way, ...SHORT_LOAD)).toMatchObject({ code: 0 });
    expect([...seen.hosts]).toEqual([`api.example.test:${port}`]);
    expect(lastRecord()).toContain('"address":"127.0.0.1"');
    const folders = readdirSync(join(folder, "reports"));
    const path = join("reports", folders.find((name) => name.includes("api.example")) ?? "");
    const again = await callWitness(folder, ["replay", path, "valid/plain"]);
    expect(again.stdout).toContain("the same: 201");
    const curl = await callWitness(folder, ["replay", path, "valid/plain", "--curl"]);
    expect(curl.stdout).toContain(`--resolve api.example.test:${port}:127.0.0.1`);
  });

  test("of a name with several addresses, --ipv4 and --ipv6 choose", async () => {
    const target = `http://localhost:${plain.port}`;
    expect(await run(target, "--ipv4", "--no-load")).toMatchObject({ code: 0 });
    expect(lastRecord()).toContain('"address":"127.0.0.1"');
    const six = await run(target, "--ipv6", "--no-load");
    expect([six.code, six.stderr]).toEqual([
      3,
      expect.stringMatching(/refused|unreachable|unresolved/),
    ]);
    const before = readdirSync(join(folder, "reports"));
    expect((await run(target, "--ipv4", "--ipv6")).code).toBe(2);
    expect(readdirSync(join(folder, "reports"))).toEqual(before);
  });

  test("a unix socket", async () => {
    const path = join(folder, "s.sock");
    const server = respond(createServer()).listen(path);
    expect(await run("http://app.test", "--unix-socket", path, ...SHORT_LOAD)).toMatchObject({
      code: 0,
    });
    expect([...seen.hosts]).toEqual(["app.test"]);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
});

describe("a proxy", () => {
  const AUTH = ["--proxy-auth-from", "PROXY_PAIR"];

  test("connects for all that is sent, load included, and sees no name looked up here", async () => {
    const target = `http://behind.example.test:${plain.port}`;
    expect(await run(target, "--proxy", proxy.url, ...AUTH, ...SHORT_LOAD)).toMatchObject({
      code: 0,
    });
    expect([...new Set(proxy.asked)]).toEqual([`behind.example.test:${plain.port}`]);
    expect([...seen.hosts]).toEqual([`behind.example.test:${plain.port}`]);
    expect(proxy.others).toBe(0);
    expect(lastRecord()).not.toMatch(/pass-of-the-proxy|YW5uOnBhc3Mt/);
  });

  test("TLS goes through it to the target", async () => {
    const target = secure.url.replace("http:", "https:");
    const own = ["--cert", "cert.pem", "--key", "key.pem", "--ca", "cert.pem", "--no-load"];
    expect(await run(target, "--proxy", proxy.url, ...AUTH, ...own)).toMatchObject({ code: 0 });
    expect(seen.clients).toBeGreaterThan(1);
  });

  test("one that refuses is named, and not the target", async () => {
    const { code, stderr } = await run(plain.url, "--proxy", proxy.url);
    expect([code, stderr]).toEqual([3, expect.stringContaining("it answered CONNECT with 407")]);
    expect(seen.hosts.size).toBe(0);
  });

  test("HTTP_PROXY counts with --proxy env only; credentials in the URL are refused", async () => {
    expect(await run(plain.url, "--no-load")).toMatchObject({ code: 0 });
    const env = await run(plain.url, "--proxy", "env");
    expect([env.code, env.stderr]).toEqual([3, expect.stringContaining("the proxy 127.0.0.1:1")]);
    const user = await run(plain.url, "--proxy", "http://ann:my-secret@127.0.0.1:1");
    expect(user.code).toBe(2);
    expect(user.stderr).not.toContain("my-secret");
  });
});
