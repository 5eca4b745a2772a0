import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
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

/** Another version of it: 200 for an id that is a number or a text, else 422. */
function otherReply(body: Buffer | undefined): ServerReply {
  try {
    const value: unknown = JSON.parse(body?.toString("utf8") ?? "");
    const id = (value as { id?: unknown } | null)?.id;
    if (typeof id === "number" || typeof id === "string") return jsonReply(200, { stored: id });
  } catch {
    // Not JSON.
  }
  return jsonReply(422, { error: "unprocessable" });
}

/** One request with what two versions of the server would respond. `count` is from 1, and so is the number of its connection. */
type Turn = {
  count: number;
  connection: number;
  /** Requests that have no response yet, with this one, and open connections. */
  inFlight: number;
  open: number;
  nowMs: number;
  body: string;
  plain: ServerReply;
  other: ServerReply;
  /** A number from 0 to 1, the same ones for the same seed. */
  random: number;
};

/**
 * What a mood does with a request: responds, resets or closes the connection, keeps silent, cuts the response off, or lets it pass;
 * `refuseForMs` stops listening for so long, and resets all connections.
 */
export type Mood = ((turn: Turn) => Reaction | undefined) & {
  /** Whether it accepts the connection with this number; it resets others at once. */
  accepts?: (nth: number) => boolean;
};
type Reaction = (ServerReply & { afterMs?: number }) | { refuseForMs: number } | Lost;
type Lost = "reset" | "close" | "silent" | "cut";

/** A generator of its own (Lehmer, 48271 mod 2^31-1): the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = (20_261_123 + 7_919 * seed) % 2_147_483_647;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  next();
  return next;
}

/** Half of a response, and the end of the connection. */
function cutOff(response: ServerResponse): void {
  response.writeHead(201, { "Content-Type": "application/json", "Content-Length": 40 });
  response.write('{"id":1,"state":"crea', () => response.destroy());
}

/** Starts the plain server behind a mood. */
export function moody(mood: Mood, seed = 0): Promise<Listening> {
  const random = randomOf(seed);
  const connections = new Map<Socket, number>();
  let count = 0;
  let inFlight = 0;
  const react = (request: IncomingMessage, response: ServerResponse, body?: Buffer): void => {
    count += 1;
    const isKnown = request.url === "/" || request.method === "POST";
    const connection = connections.get(request.socket) ?? 0;
    inFlight += 1;
    response.once("close", () => (inFlight -= 1));
    const reply: Reaction =
      mood({
        count,
        connection,
        inFlight,
        open: connections.size,
        nowMs: performance.now(),
        body: body?.toString("latin1") ?? "",
        plain: isKnown ? plainReply(body) : NOT_FOUND,
        other: isKnown ? otherReply(body) : NOT_FOUND,
        random: random(),
      }) ?? (isKnown ? plainReply(body) : NOT_FOUND);
    if (reply === "reset") request.socket.resetAndDestroy();
    else if (reply === "close") request.socket.destroy();
    else if (reply === "silent") return;
    else if (reply === "cut") cutOff(response);
    else if ("refuseForMs" in reply) refuse(reply.refuseForMs);
    else if (reply.afterMs === undefined) sendReply(response, reply);
    else setTimeout(() => sendReply(response, reply), reply.afterMs);
  };
  const server = createServer((request, response) =>
    withBody(request, MOST_BYTES, (body) => react(request, response, body)),
  );
  const refuse = (forMs: number): void => {
    const { port } = server.address() as AddressInfo;
    server.close();
    for (const socket of connections.keys()) socket.resetAndDestroy();
    setTimeout(() => server.listen(port, "127.0.0.1"), forMs);
  };
  let opened = 0;
  server.on("connection", (socket) => {
    opened += 1;
    if (mood.accepts?.(opened) === false) return void socket.resetAndDestroy();
    connections.set(socket, opened);
    socket.once("close", () => connections.delete(socket));
  });
  return listening(server);
}

/** Later rules of the plain server. */
function otherRules(what: "status" | "words", { plain }: Turn): ServerReply {
  if (plain.status !== 400) return plain;
  return jsonReply(what === "status" ? 422 : 400, { error: "this is not what is expected" });
}

const LATER = { "Retry-After": "3600" };
const NOT_FOUND = jsonReply(404, { error: "not found" });
const GATEWAY = (status: number): ServerReply => ({
  status,
  headers: { "Content-Type": "text/html" },
  body: `<html>${status}`,
});

/** How a mood turns a request away. */
type Away = Lost | ServerReply;

/**
 * Servers whose responses depend on number or chance, and not on the request alone. Behind each is the same plain server; what
 * differs from it is none of a request's doing. They count requests, not time, so that a busy machine changes nothing.
 */
export const moods = {
  /** Responds alike at any time: the control of the others. */
  plain: (): Mood => () => undefined,
  /**
   * Turns so many requests away, from the request with this number on; `Infinity` for ever. No longer than `mostMs`: one control
   * after the other, many are more than a run waits for.
   */
  away: (from: number, many: number, away: Away, mostMs = Infinity): Mood => {
    let untilMs: number | undefined;
    return ({ count, nowMs }) => {
      if (count < from || count >= from + many) return undefined;
      untilMs ??= nowMs + mostMs;
      return nowMs < untilMs ? away : undefined;
    };
  },
  /** Refuses every connection for a while, from the request with this number on: nothing arrives then that could be counted. */
  refuses:
    (from: number, forMs: number): Mood =>
    ({ count }) =>
      count === from ? { refuseForMs: forMs } : undefined,
  /** Each time that it has refused so many requests, resets the next ones of any kind: as many as comes next in the list, no longer than `mostMs`. */
  guard: (bad: number, bans: readonly number[], mostMs = Infinity): Mood => {
    let [seen, left, times, untilMs] = [0, 0, 0, 0];
    return ({ plain, nowMs }) => {
      if (left > 0 && nowMs < untilMs) return ((left -= 1), "reset");
      if (plain.status !== 201 && (seen += 1) >= bad)
        [seen, left, times, untilMs] = [0, bans[times] ?? 0, times + 1, nowMs + mostMs];
      return undefined;
    };
  },
  /** Accepts so many requests, and turns so many away, in turn. */
  limit:
    (accepts: number, refuses: number): Mood =>
    ({ count }) =>
      (count - 1) % (accepts + refuses) >= accepts ? away.limited : undefined,
  /** Accepts so many requests a second, and so many more at once; others get 503 without a word of when to come again, as from nginx. */
  bucket: (perSecond: number, burst: number): Mood => {
    let [left, atMs] = [burst, 0];
    return ({ nowMs }) => {
      left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1000);
      atMs = nowMs;
      if (left < 1) return jsonReply(503, { error: "unavailable" });
      left -= 1;
      return undefined;
    };
  },
  /** Accepts so many requests on each connection. */
  perConnection: (accepts: number): Mood => {
    const seen = new Map<number, number>();
    return ({ connection }) => {
      const nth = (seen.get(connection) ?? 0) + 1;
      seen.set(connection, nth);
      return nth > accepts ? away.limited : undefined;
    };
  },
  /** After so many connections, resets each new one for a while, again and again. Open ones get their responses. */
  newConnections: (accepts: number, forMs: number): Mood => {
    let [accepted, untilMs] = [0, 0];
    const isOpen = (): boolean => {
      const nowMs = performance.now();
      if (nowMs < untilMs) return false;
      accepted += 1;
      if (accepted > accepts) [accepted, untilMs] = [0, nowMs + forMs];
      return accepted > 0;
    };
    return Object.assign((): undefined => undefined, { accepts: isOpen });
  },
  /** Accepts so many requests in each window of time; others get this. */
  window: (accepts: number, ms: number, status: number): Mood => {
    let [sinceMs, accepted] = [0, 0];
    return ({ nowMs }) => {
      if (nowMs - sinceMs >= ms) [sinceMs, accepted] = [nowMs, 0];
      return (accepted += 1) > accepts ? jsonReply(status, { error: "slow down" }) : undefined;
    };
  },
  /** From the request with this number on, another mood. */
  since:
    (from: number, mood: Mood): Mood =>
    (turn) =>
      turn.count >= from ? mood(turn) : undefined,
  /** Two versions of the server respond: by turn, by connection, or at random, with a header that says which. */
  versions: (by: "turn" | "connection" | "head" | "cookie" | "chance") => (): Mood => (turn) => {
    const { count, connection, random, plain, other } = turn;
    const atRandom = Number(random < 0.5);
    const isOther = { turn: count % 2, connection: connection % 2 }[by as string] ?? atRandom;
    const reply = isOther === 1 ? other : plain;
    const name = { head: "X-Served-By", cookie: "Set-Cookie" }[by as string];
    if (name === undefined) return reply;
    return { ...reply, headers: { ...reply.headers, [name]: isOther === 1 ? "w=b" : "w=a" } };
  },
  /** One of so many workers fails at every request. */
  badWorker:
    (workers: number, by: "turn" | "chance"): Mood =>
    ({ count, random }) =>
      (by === "turn" ? count % workers === 0 : random < 1 / workers)
        ? jsonReply(500, { error: "broken" })
        : undefined,
  /** While more requests or connections than this are open, turns them away. */
  crowded:
    (what: "inFlight" | "open", most: number, away: Away): Mood =>
    (turn) =>
      turn[what] > most ? away : undefined,
  /** Needs some time for each request, and turns away what would be more than this in flight. */
  sheds:
    (most: number, as: ServerReply = away.maintenance): Mood =>
    ({ inFlight, plain }) =>
      inFlight > most ? as : { ...plain, afterMs: 4 },
  /** Each time that it has refused so many requests, refuses all for a while with 403. */
  blocks: (bad: number, forMs: number, as: (nth: number) => Away = () => away.blocked): Mood => {
    let [refused, untilMs] = [0, 0];
    return ({ plain, nowMs, count }) => {
      if (nowMs < untilMs) return as(count);
      if (plain.status >= 400) refused += 1;
      if (refused >= bad) [refused, untilMs] = [0, nowMs + forMs];
      return undefined;
    };
  },
  /** Of the requests that it would accept, fails this share while others are in flight: they lock the store. */
  locked:
    (share: number, status: number): Mood =>
    ({ inFlight, plain, random }) =>
      inFlight > 1 && plain.status === 201 && random < share
        ? jsonReply(status, { error: "database is locked" })
        : { ...plain, afterMs: 4 },
  /** Refuses numbers above this one. */
  atMost:
    (most: number): Mood =>
    ({ body }) =>
      Number(/"id"\s*:\s*(\d+)/.exec(body)?.[1] ?? 0) > most
        ? jsonReply(422, { error: "too big" })
        : undefined,
  /** Accepts a date up to the time of the request. */
  noFuture:
    (): Mood =>
    ({ body, plain }) => {
      const [date = ""] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(body) ?? [];
      return Date.parse(date) > Date.now() ? jsonReply(422, { error: "in the future" }) : plain;
    },
  noOlderThan:
    (years: number): Mood =>
    ({ body, plain }) => {
      const [date = ""] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(body) ?? [];
      const oldest = new Date();
      oldest.setUTCFullYear(oldest.getUTCFullYear() - years);
      return Date.parse(date) < oldest.getTime() ? jsonReply(422, { error: "too old" }) : plain;
    },
  /** Stands still for a while, every so many requests: those that come then wait. */
  pauses: (every: number, forMs: number): Mood => {
    let untilMs = 0;
    return ({ count, nowMs, plain }) => {
      if (count % every === 0) untilMs = nowMs + forMs;
      return nowMs < untilMs ? { ...plain, afterMs: untilMs - nowMs } : undefined;
    };
  },
  /** Another version from the request with this number on. */
  deployed:
    (from: number): Mood =>
    ({ count, other }) =>
      count >= from ? other : undefined,
  /** From the request with this number on, other rules: another status, or other words. Valid requests get the same as before. */
  quietly:
    (what: "status" | "words", isNew: (turn: Turn) => boolean): Mood =>
    (turn) =>
      isNew(turn) ? otherRules(what, turn) : undefined,
  /** One server, whose parser refuses some of what its application would refuse: without the application's header. */
  parsed:
    (): Mood =>
    ({ count, plain }) =>
      plain.status === 400 && count % 2 === 0
        ? jsonReply(422, { error: "cannot be read" })
        : { ...plain, headers: { ...plain.headers, Server: "app" } },
  /** The second in the body of each refusal. */
  stamped:
    (): Mood =>
    ({ plain }) =>
      plain.status === 400
        ? jsonReply(400, {
            error: "invalid",
            at: `${Math.floor(Date.now() / 1000)} s, ${new Date().toUTCString()}`,
          })
        : undefined,
  /** Fails on each request that it would accept, from the request with this number on, for so many requests. */
  full:
    (from: number, status: number, many = Infinity): Mood =>
    ({ count, plain }) =>
      count >= from && count < from + many && plain.status === 201
        ? jsonReply(status, { error: "cannot store" })
        : undefined,
  /** Responds later, by so many milliseconds. */
  slow:
    (afterMs: (turn: Turn) => number): Mood =>
    (turn) => ({ ...turn.plain, afterMs: afterMs(turn) }),
  /** Responds to a body that it had before with the first response, and its age in seconds. */
  cache: (): Mood => {
    const kept = new Map<string, ServerReply>();
    return ({ body, plain }) => {
      const known = kept.get(body);
      if (known === undefined) kept.set(body, plain);
      return known && { ...known, headers: { ...known.headers, Age: "7" } };
    };
  },
  /** This share of requests gets that, whatever they are. */
  noise:
    (share: number, away: Away): Mood =>
    ({ random }) =>
      random < share ? away : undefined,
};

/** What turns requests away. */
export const away = {
  gateway: GATEWAY(502),
  maintenance: jsonReply(503, { error: "maintenance" }),
  maintenanceFor: (seconds: number): ServerReply =>
    jsonReply(503, { error: "maintenance" }, { "Retry-After": String(seconds) }),
  invalid: jsonReply(400, { error: "the body is not a submission" }),
  expired: jsonReply(401, { error: "token expired" }),
  quota: jsonReply(403, { error: "quota" }, LATER),
  blocked: jsonReply(403, { error: "your address is blocked" }),
  limited: jsonReply(429, { error: "too many requests" }),
  challenge: {
    status: 200,
    headers: { "Content-Type": "text/html", ...LATER },
    body: "<html>Are you human?",
  },
};
