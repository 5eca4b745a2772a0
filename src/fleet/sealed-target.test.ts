import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { load, run } from "../api/index.ts";
import { parseBaseUrl, Secret } from "../contract/index.ts";
import { echo } from "../../test/servers/echo.ts";
import type { Listening } from "../servers/json-server.ts";
import { runsFolder, startAgent, type StartedAgent } from "../../test/fleet/agents.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";
import { AgentKeys, newRunKey, openTarget, sealRunKey, sealTarget } from "./sealed-target.ts";

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

test("a target arrives as it was, and its message has no secret", () => {
  const keys = new AgentKeys();
  const runKey = newRunKey();
  const [value, pair, pem] = ["value of a header", "Basic YW5uOnNlY3JldA==", "private key in PEM"];
  const target = {
    ...parseBaseUrl("http://localhost:3000"),
    route: {
      headers: new Map([["x-key", new Secret(value)]]),
      proxy: { hostname: "p", port: 1, secure: false, authorization: new Secret(pair) },
      tls: { ca: "ca", key: new Secret(pem) },
    },
  };
  const message = JSON.stringify([sealRunKey(runKey, keys.publicKey), sealTarget(target, runKey)]);
  for (const secret of [value, pair, pem]) expect(message).not.toContain(secret);
  const [sealed, packed] = JSON.parse(message) as [string, ReturnType<typeof sealTarget>];
  const { route } = openTarget(packed, keys.runKey(sealed));
  expect(route?.headers?.get("x-key")?.reveal()).toBe(value);
  expect(route?.proxy?.authorization?.reveal()).toBe(pair);
  expect(route?.tls?.key?.reveal()).toBe(pem);
  expect(() => new AgentKeys().runKey(sealed)).toThrow();
  expect(() => openTarget(packed, newRunKey())).toThrow();
});

/** The texts of the compressed objects among these bytes: the line before each has its size. */
function unzipped(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const line = bytes.toString("latin1", Math.max(0, at - 1000), at);
    const size = /(?:PUB|MSG) [^\r\n]* (\d+)\r\n$/.exec(line)?.[1];
    if (size === undefined) continue;
    found.push(gunzipSync(bytes.subarray(at, at + Number(size))).toString("latin1"));
  }
  return found;
}

withBroker("at the broker", () => {
  const key = randomBytes(300).toString("base64url");
  const runs = runsFolder();
  const passed = new Map<Socket, Buffer[]>();
  let broker: StartedBroker;
  let server: Listening;
  let agents: StartedAgent[];
  let tap: Awaited<ReturnType<typeof startTap>>;

  /** Keeps every byte between the broker and its clients. */
  async function startTap(port: number) {
    const listener = createServer((client) => {
      const inner = connect(port, "127.0.0.1");
      for (const [from, to] of [
        [client, inner],
        [inner, client],
      ] as const) {
        const parts: Buffer[] = [];
        passed.set(from, parts);
        from.on("data", (part: Buffer) => void parts.push(part));
        from.on("error", () => to.destroy());
        from.pipe(to);
      }
    });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    const close = async (): Promise<void> => {
      for (const each of passed.keys()) each.destroy();
      listener.close();
      await once(listener, "close");
    };
    return { url: `nats://127.0.0.1:${(listener.address() as AddressInfo).port}`, close };
  }

  beforeAll(async () => {
    broker = await startBroker();
    server = await echo("x-api-key");
    tap = await startTap(broker.port);
    agents = [await startAgent(tap.url, "a"), await startAgent(tap.url, "b")];
  });

  afterAll(async () => {
    for (const each of agents) await each.stop();
    await tap.close();
    await server.close();
    await broker.stop();
    runs.remove();
  });

  test("and in the files of a run, no twelve bytes of a given header are seen", async () => {
    const common = { fleet: tap.url, outputDir: runs.path, headers: { "x-api-key": key } };
    const some = { suite: ["valid", "fields"], grep: /valid\/|fields\/id/, runs: 1, load: false };
    const sent = await run(server.url, { ...common, ...some, timeoutMs: 1000 });
    expect(sent.outcome).toEqual({ end: "done" });
    await load(server.url, { ...common, durationMs: 200, warmupMs: 0, rounds: 1 });
    const files = readdirSync(runs.path, { recursive: true, encoding: "utf8" })
      .map((name) => join(runs.path, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, "latin1"));
    const seen = Array.from(passed.values(), (parts) => Buffer.concat(parts));
    const stored = seen.flatMap(unzipped).join("");
    const all = [...seen.map((bytes) => bytes.toString("latin1")), stored, ...files];
    expect(all.join("")).toContain('"prepare"');
    for (const text of [stored, files.join("")]) expect(text).toContain("[redacted]");
    const pieces = new Set(Array.from(key.slice(11), (_, at) => key.slice(at, at + 12)));
    for (const text of all) {
      const leak = Array.from(text, (_, at) => text.slice(at, at + 12)).find((each) =>
        pieces.has(each),
      );
      expect(leak).toBeUndefined();
    }
  });
});
