import autocannon from "autocannon";
import type { EventEmitter } from "node:events";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { listening } from "../servers/json-server.ts";
import type { ClientMembers, FlightTimes } from "./autocannon-client.ts";
import type { ParserMembers } from "./bounded-parser.ts";

type Kind = "function" | "object" | "number" | "string" | "boolean" | "number or null";

/** The compiler holds these against the types: a member that is used must be listed. */
const CLIENT = {
  conn: "object",
  parser: "object",
  pipelinedRequests: "object",
  destroyed: "boolean",
  timeout: "number",
  timeoutTicker: "object",
  getRequestBuffer: "function",
  _connect: "function",
  _doRequest: "function",
  _destroyConnection: "function",
} satisfies Record<keyof ClientMembers, Kind>;

const QUEUE = {
  insertRequest: "function",
  terminateRequest: "function",
  size: "function",
  setHeaders: "function",
  clear: "function",
  addBody: "function",
  addByteCount: "function",
} satisfies Record<Exclude<keyof FlightTimes, "label" | "operations" | "ended">, Kind>;

const PARSER = {
  execute: "function",
  finish: "function",
  reinitialize: "function",
  maxHeaderSize: "number",
  offset: "number",
  consumeLine: "function",
  parseHeader: "function",
  BODY_CHUNKHEAD: "function",
  state: "string",
  line: "string",
  body_bytes: "number or null",
  2: "function",
  4: "function",
} satisfies Record<keyof ParserMembers, Kind>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Says which of these members an object lacks, or has of another kind. */
function missing(owner: string, object: unknown, members: Record<string, Kind>): string[] {
  const own = isRecord(object) ? object : {};
  const is = (name: string, kind: Kind): boolean =>
    kind === "number or null"
      ? own[name] === null || typeof own[name] === "number"
      : typeof own[name] === kind && own[name] !== null;
  return Object.entries(members)
    .filter(([name, kind]) => !is(name, kind))
    .map(([name, kind]) => `${owner} has no ${name} (${kind}): see src/load/autocannon-client.ts`);
}

/** A client of autocannon as it is, once it has had a response from a server on loopback. */
async function realClient(): Promise<unknown> {
  const server = await listening(
    createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
    }),
  );
  const made: EventEmitter[] = [];
  await new Promise<void>((resolve, reject) => {
    const tracker = autocannon(
      {
        url: server.url,
        connections: 1,
        pipelining: 1,
        duration: 60,
        timeout: 10,
        sampleInt: 20,
        setupClient: (client) => {
          made.push(client);
          client.once("response", () => tracker.stop());
        },
      },
      (error) => (error === null ? resolve() : reject(error)),
    );
  });
  await server.close();
  return made[0];
}

describe("private members", () => {
  test("autocannon and http-parser-js have every one that the adapter uses", async () => {
    const client = await realClient();
    if (!isRecord(client)) throw new Error("autocannon called setupClient with no client");
    expect([
      ...missing("autocannon's Client", client, CLIENT),
      ...missing("autocannon's timer", client["timeoutTicker"], { reschedule: "function" }),
      ...missing("autocannon's request queue", client["pipelinedRequests"], QUEUE),
      ...missing("http-parser-js's HTTPParser", client["parser"], PARSER),
      // The names of its states, which are its methods, too.
      ...missing("http-parser-js's HTTPParser", client["parser"], {
        RESPONSE_LINE: "function",
        BODY_CHUNKEMPTYLINE: "function",
      }),
    ]).toEqual([]);
  });

  test("one that is missing, or of another kind, is named", () => {
    const rest = { size: () => 0, clear: 1 };
    expect(
      missing("autocannon's Client", rest, { size: "function", _doRequest: "function" }),
    ).toEqual([
      "autocannon's Client has no _doRequest (function): see src/load/autocannon-client.ts",
    ]);
    expect(missing("autocannon's request queue", rest, { clear: "function" })).toEqual([
      "autocannon's request queue has no clear (function): see src/load/autocannon-client.ts",
    ]);
    expect(missing("http-parser-js's HTTPParser", undefined, { 2: "function" })).toEqual([
      "http-parser-js's HTTPParser has no 2 (function): see src/load/autocannon-client.ts",
    ]);
  });
});
