import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  jsonReply,
  type Listening,
  listening,
  sendReply,
  type ServerReply,
  withBody,
} from "../../src/servers/json-server.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/** A plain server: 201 for a body that is an object with an id that is a number, else 400. */
function plainReply(body: Buffer | undefined): ServerReply {
  try {
    const value: unknown = JSON.parse(body?.toString("utf8") ?? "");
    const id = (value as { id?: unknown } | null)?.id;
    if (typeof id === "number") return jsonReply(201, { id, state: "created" });
  } catch {
    // Not JSON.
  }
  return jsonReply(400, { error: "the body is not a submission" });
}

/** One request with what the server would respond. `count` is from 1. */
type Turn = { count: number; nowMs: number; plain: ServerReply };

/** What a mood does with a request: responds, resets the connection, or lets it pass. */
type Mood = (turn: Turn) => ServerReply | "reset" | undefined;

function moody(mood: Mood): Promise<Listening> {
  let count = 0;
  const react = (request: IncomingMessage, response: ServerResponse, body?: Buffer): void => {
    count += 1;
    const plain = request.url === "/" || request.method === "POST" ? plainReply(body) : NOT_FOUND;
    const reply = mood({ count, nowMs: performance.now(), plain }) ?? plain;
    if (reply === "reset") request.socket.resetAndDestroy();
    else sendReply(response, reply);
  };
  return listening(
    createServer((request, response) =>
      withBody(request, MOST_BYTES, (body) => react(request, response, body)),
    ),
  );
}

const LATER = { "Retry-After": "3600" };
const NOT_FOUND = jsonReply(404, { error: "not found" });

/**
 * Servers whose responses depend on time, number or chance, and not on the request alone. Behind each is the same plain
 * server; what differs from it is none of a request's doing.
 */
export const moods = {
  /** Responds alike at any time: the control of the others. */
  plain: () => moody(() => undefined),
  /** Resets everything for so long once it has refused so many requests within a time. */
  guard: ({ refusals, withinMs, forMs }: Record<"refusals" | "withinMs" | "forMs", number>) => {
    let refused: number[] = [];
    let untilMs = 0;
    return moody(({ nowMs, plain }) => {
      if (nowMs < untilMs) return "reset";
      if (plain.status !== 400) return undefined;
      refused = [...refused.filter((atMs) => atMs > nowMs - withinMs), nowMs];
      if (refused.length <= refusals) return undefined;
      refused = [];
      untilMs = nowMs + forMs;
      return "reset";
    });
  },
  /** Sends 503 with `Retry-After` for so long, from the request with this number on. */
  maintenance: (from: number, forMs: number) => {
    let untilMs: number | undefined;
    return moody(({ count, nowMs }) => {
      if (count < from) return undefined;
      untilMs ??= nowMs + forMs;
      if (nowMs >= untilMs) return undefined;
      return jsonReply(503, { error: "maintenance" }, { "Retry-After": "1" });
    });
  },
  /** Sends 403 for ever after so many requests, and asks to come back in an hour. */
  quota: (most: number) =>
    moody(({ count }) => (count > most ? jsonReply(403, { error: "quota" }, LATER) : undefined)),
  /** Sends a page with 200 for ever after so many requests. */
  challenge: (most: number) =>
    moody(({ count }) =>
      count > most
        ? {
            status: 200,
            headers: { "Content-Type": "text/html", ...LATER },
            body: "<html>Are you human?",
          }
        : undefined,
    ),
  /** Sends 429 after so many requests in a window of so many milliseconds. */
  limit: (most: number, windowMs: number) => {
    let beganMs = 0;
    let seen = 0;
    return moody(({ nowMs }) => {
      if (nowMs - beganMs >= windowMs) [beganMs, seen] = [nowMs, 0];
      seen += 1;
      return seen > most ? jsonReply(429, { error: "too many requests" }) : undefined;
    });
  },
  /** Resets one of so many requests, whatever it is. */
  resets: (oneOf: number) => {
    // A generator of its own (Lehmer, 48271 mod 2^31-1): the same ones in each run.
    let state = 20_261_123;
    return moody(() => {
      state = (state * 48_271) % 2_147_483_647;
      return state % oneOf === 0 ? "reset" : undefined;
    });
  },
};
