import { createServer } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import {
  jsonReply,
  type Listening,
  listening,
  sendReply,
  withBody,
} from "../../src/servers/json-server.ts";

/** What the server tells apart: `post` is any accepted spelling of a date, `respelled` has an id with `.0`. */
export const TOLD_APART = ["post", "respelled", "invalid", "get", "delete"] as const;
type Told = (typeof TOLD_APART)[number];

/** For each state the next one and the status, by what is told apart. */
export type PlantedMachine = Record<Told, { next: number; status: number }>[];

type Memory = {
  /** State by identity, and when it was left. */
  states: Map<number, { state: number; atMs: number }>;
};

export type Conduct = {
  /** A state is forgotten after this time. */
  forgetsAfterMs?: number;
  /** States are kept for each connection. */
  perConnection?: boolean;
  /** Every nth request gets 500, whatever its state. */
  failsEach?: number;
  /** Every nth request waits first, as on a busy machine. */
  stallsEach?: number;
  /** Every nth request gets no response: its connection ends. */
  endsEach?: number;
  /** Waits between reading a state and writing it. */
  raceMs?: number;
};

const STALL_MS = 1000;

/** A server whose response to each request is that of a state machine for the identity in it. */
export function machineServer(
  machine: PlantedMachine,
  {
    forgetsAfterMs = Infinity,
    perConnection,
    failsEach,
    stallsEach,
    endsEach,
    raceMs,
  }: Conduct = {},
): Promise<Listening> {
  const shared: Memory = { states: new Map() };
  const bySocket = new WeakMap<object, Memory>();
  let requests = 0;
  const step = async (memory: Memory, id: number, told: Told): Promise<number> => {
    const known = memory.states.get(id);
    const isKept = known !== undefined && performance.now() - known.atMs < forgetsAfterMs;
    const { next, status } = machine[isKept ? known.state : 0]?.[told] ?? { next: 0, status: 500 };
    if (raceMs !== undefined) await after(raceMs);
    memory.states.set(id, { state: next, atMs: performance.now() });
    return status;
  };
  return listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (received) => {
        const asked = askedIn(request.method, request.url ?? "", String(received));
        requests += 1;
        const memory = perConnection === true ? memoryOf(request.socket, bySocket) : shared;
        const isFailing = failsEach !== undefined && requests % failsEach === 0;
        if (endsEach !== undefined && requests % endsEach === 0) return request.socket.destroy();
        const isStalled = stallsEach !== undefined && requests % stallsEach === 0;
        void (async () => {
          if (isStalled) await after(STALL_MS);
          const status =
            asked === undefined ? 400 : isFailing ? 500 : await step(memory, asked.id, asked.told);
          sendReply(response, jsonReply(status, status < 300 ? { id: 1 } : { error: "x" }));
        })();
      });
    }),
  );
}

function memoryOf(socket: object, all: WeakMap<object, Memory>): Memory {
  const known = all.get(socket) ?? { states: new Map() };
  all.set(socket, known);
  return known;
}

function askedIn(method = "", url: string, body: string): { id: number; told: Told } | undefined {
  const [, inPath] = /^\/api\/user\/(\d+)$/.exec(url) ?? [];
  if (inPath !== undefined && (method === "GET" || method === "DELETE"))
    return { id: Number(inPath), told: method === "GET" ? "get" : "delete" };
  const [, digits, point] = /"id":(\d+)(\.0)?,"date":/.exec(body) ?? [];
  if (method !== "POST" || digits === undefined) return undefined;
  const told = body.includes("null") ? "invalid" : point === undefined ? "post" : "respelled";
  return { id: Number(digits), told };
}
