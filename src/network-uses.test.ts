import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Modules that can open a socket or look a name up. */
const MODULES =
  /^(?:(?:node:)?(?:net|tls|dns|dns\/promises|http|https|http2|dgram|quic|inspector|cluster)|(?:undici|autocannon|ws|@nats-io)(?:\/.*)?)$/;
/** What can do so without an import, or imports what a search for imports does not see. */
const GLOBALS =
  /(?<![\w.#"`])(?:fetch|WebSocket|EventSource|require|createRequire|getBuiltinModule)\(/g;

/** Every use in the product, `file: module names`, and why it may be there. Only `connect.ts` knows the route to a target. */
const USES: Record<string, string> = {
  "src/contract/stated-bodies.ts: createRequire()": "loads ajv",
  "src/fleet/broker-access.ts: node:net connect":
    "asks the broker of --fleet, which is not the target and has a URL of its own, for its first line",
  "src/fleet/broker.ts: @nats-io/transport-node *": "the client of the broker",
  "src/fleet/lease.ts: @nats-io/kv *": "the client of the broker",
  "src/fleet/stores.ts: @nats-io/jetstream *": "the client of the broker",
  "src/fleet/stores.ts: @nats-io/kv *": "the client of the broker",
  "src/fleet/stores.ts: @nats-io/obj *": "the client of the broker",
  "src/jobs/routed.ts: node:tls createSecureContext":
    "parses --cert, --key and --ca, and connects to nothing",
  "src/load/closed-slot.ts: autocannon default":
    "GuardedClient replaces the function of its clients that connects, before they do, by openConnection of src/send",
  "src/load/target-processes.ts: node:net BlockList, isIP, isIPv6": "compares addresses",
  "src/load/target-watch.ts: node:net BlockList, isIPv6": "compares addresses",
  "src/load/null-server.ts: node:net createServer":
    "listens on 127.0.0.1: the ceiling of the generator is measured against it",
  "src/send/connect.ts: node:dns/promises lookup": "the place that knows the route",
  "src/send/connect.ts: node:net connect, isIP": "the place that knows the route",
  "src/send/connect.ts: node:tls connect, createSecureContext": "the place that knows the route",
  "src/send/undici.ts: undici/lib/core/errors.js default": "errors",
  "src/send/undici.ts: undici/lib/dispatcher/client.js default":
    "a client gets its connections from openConnection, as its option `connect`",
  "src/observe/served.ts: node:net createServer":
    "listens for a moment, to find a port for the target that --serve starts",
};

/** Servers of this project listen on the loopback address, and connect to nothing. */
const LISTENS = /^src\/servers\/.*: node:(?:net|tls|http) createServer$/;

const files = ["src", "suites"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));

/** The names that an import takes, without types; undefined if it takes only types. */
function namesOf(clause: string): string | undefined {
  if (/^type\b/.test(clause)) return undefined;
  const list = /\{([^}]*)\}/s.exec(clause)?.[1];
  if (list === undefined) return clause.trim().startsWith("*") ? "*" : "default";
  const names = list.split(",").map((name) => name.trim());
  const values = names.filter((name) => name !== "" && !name.startsWith("type "));
  return values.length === 0 ? undefined : values.map((name) => name.split(" ")[0]).join(", ");
}

function usesIn(text: string): string[] {
  const clauses = /^(?:import|export)\s+([^;"]*?)\s*from\s+"([^"]+)"/gm;
  const bare = /(?:\bimport\(|^import )"([^"]+)"/gm;
  const uses = [
    ...[...text.matchAll(clauses)].map(([, clause = "", name = ""]) => [name, namesOf(clause)]),
    ...[...text.matchAll(bare)].map(([, name = ""]) => [name, "*"]),
  ].filter(([name = "", names]) => MODULES.test(name) && names !== undefined);
  const code = text.replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, "");
  return [
    ...uses.map(([name, names]) => `${name} ${names}`),
    ...[...code.matchAll(GLOBALS)].map(([call]) => `${call})`),
  ];
}

const found = files.flatMap((file) =>
  usesIn(readFileSync(join(ROOT, file), "utf8")).map((use) => `${file}: ${use}`),
);

test("nothing else opens a connection or looks a name up", () => {
  expect([...new Set(found)].filter((use) => !LISTENS.test(use)).toSorted()).toEqual(
    Object.keys(USES).toSorted(),
  );
});

test.each([
  ['import { connect } from "node:tls";', ["node:tls connect"]],
  ['import {\n  connect as connectTcp,\n  type Socket,\n} from "net";', ["net connect"]],
  ['import dns from "node:dns";', ["node:dns default"]],
  ['import * as http from "https";', ["https *"]],
  ['export { request } from "undici";', ["undici request"]],
  ['import "undici";', ["undici *"]],
  ['const { get } = await import("node:http");', ["node:http *"]],
  ["const page = await fetch(url);", ["fetch()"]],
  ["new WebSocket(url);", ["WebSocket()"]],
  ['require("net");', ["require()"]],
  ['import type { Socket } from "node:net";\nimport { type Server } from "node:http";', []],
  ["// fetch(url)\nthis.#fetch(url); it.fetch(url); prefetch(url);", []],
])("a use is seen in %j", (text, uses) => {
  expect(usesIn(text)).toEqual(uses);
});
