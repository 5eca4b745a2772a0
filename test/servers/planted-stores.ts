import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import {
  jsonReply,
  listening,
  seenBefore,
  sendReply,
  withBody,
} from "../../src/servers/json-server.ts";

export type Sent = {
  id: number;
  date: string;
  /** The members as they were sent. */
  members: Record<string, unknown>;
  text: string;
  key: string | undefined;
  socket: Socket;
};
/** The status and the body of the response. */
type Reply = [status: number, body: object, headers?: Record<string, string>];
export type Post = (sent: Sent) => Reply | Promise<Reply>;
/** What a server does with a valid document, and with the path of a resource. */
export type Planted = {
  post: Post;
  get?: (name: string) => object | undefined;
  remove?: (name: string) => number;
  isValid?: (members: Sent["members"]) => boolean;
};

export const PATH = "/api/user";

/** Starts a server with one of these stores behind the path of the stated request. */
export async function startServer({ post, get, remove, isValid = isUser }: Planted) {
  return listening(
    createServer((request, response) => {
      const give = ([status, body, headers]: Reply): void =>
        sendReply(response, jsonReply(status, body, headers));
      withBody(request, 1_000_000, (received) => {
        const { method, url = "" } = request;
        const name = decodeURIComponent(url.slice(PATH.length + 1));
        if (method === "DELETE" && remove) return give([remove(name), {}]);
        const found = method === "GET" && get?.(name);
        if (found) return give([200, found]);
        const key = request.headers["idempotency-key"];
        const sent = sentIn(String(received), isValid);
        if (method !== "POST" || sent === undefined) return give([400, { error: "not valid" }]);
        void Promise.resolve(
          post({ ...sent, key: key === undefined ? key : String(key), socket: request.socket }),
        ).then(give);
        return undefined;
      });
    }),
  );
}

const isUser = ({ id, date }: Sent["members"]): boolean =>
  typeof id === "number" && typeof date === "string";

function sentIn(
  content: string,
  isValid: (members: Sent["members"]) => boolean,
): Omit<Sent, "key" | "socket"> | undefined {
  try {
    const members = JSON.parse(content) as Sent["members"];
    const { id, date } = members as { id: number; date: string };
    return isValid(members) ? { id, date, members, text: content } : undefined;
  } catch {
    return undefined;
  }
}

/** Two servers behind one address, each with the ids that it got itself. */
function twoStores(turn: (count: number) => number): Post {
  const known = [new Set<number>(), new Set<number>()];
  let count = 0;
  return ({ id }) => {
    const own = known[turn((count += 1))];
    if (own?.has(id)) return [409, {}];
    own?.add(id);
    return [201, {}];
  };
}

/** Keeps what it makes of the first request with an id. */
export function once(
  make: (sent: Sent) => object,
  again: (first: object, sent: Sent) => Reply,
): Post {
  const known = new Map<number, object>();
  return (sent) => {
    const first = known.get(sent.id);
    if (first !== undefined) return again(first, sent);
    const made = make(sent);
    known.set(sent.id, made);
    return [201, made];
  };
}

export const taken = () =>
  once(
    ({ id }) => ({ id }),
    () => [409, { error: "exists" }],
  );

/** A store of resources by name, read by GET. */
export function resources(store: (sent: Sent) => object) {
  const made = new Map<string, object>();
  return {
    made,
    add: (name: string, sent: Sent): object => {
      const kept = store(sent);
      made.set(name, kept);
      return kept;
    },
    get: (name: string) => made.get(name),
  };
}

const REFUSED = ["refused 201 409 409 409 409", "other-value-refused 201 409"];
const NUMERALS = "same-spellings 201 409 1.0 1e0";
const BY_ID = "same-by 201 409 id";
/** What is said of unique ids: of the first responses, and of those at the end of a run. */
export const TAKEN = [...REFUSED, NUMERALS, BY_ID];
export const OVER = ["remembered 201 409", "key-ignored 201 409"];

/** Checks an identity, waits, and then stores it: `late` decides what a store does that has it by then. */
export function checked(waitMs: number, late: () => Reply): Post {
  const known = new Set<number>();
  return async ({ id }) => {
    if (known.has(id)) return [409, {}];
    await after(waitMs);
    if (known.has(id)) return late();
    known.add(id);
    return [201, { id }];
  };
}

/** Unique ids, each of which is accepted again after a time. */
export function forgetting(afterMs: number): Post {
  const known = new Map<number, number>();
  return ({ id }) => {
    const nowMs = performance.now();
    if (nowMs - (known.get(id) ?? -Infinity) < afterMs) return [409, {}];
    known.set(id, nowMs);
    return [201, {}];
  };
}

/** Unique ids, and one response for each `Idempotency-Key`, or what `other` says if other values come with it. */
export function keyed(other?: (sent: Sent) => Reply | undefined, mostUses = Infinity): Post {
  const store = taken();
  const known = new Map<string, { id: number; reply: Reply; uses: number }>();
  return async (sent) => {
    const first = known.get(sent.key ?? "");
    if (first !== undefined && first.uses < mostUses) {
      first.uses += 1;
      const own = first.id === sent.id ? undefined : other?.(sent);
      return own ?? first.reply;
    }
    const reply = await store(sent);
    if (sent.key !== undefined) known.set(sent.key, { id: sent.id, reply, uses: 1 });
    return reply;
  };
}

/** What a server does that no other one here does, and all that is said of it. */
export const PLANTED: Record<string, { make: () => Planted; says: string[] }> = {
  "accepts a duplicate in the first moment": {
    make: () => ({ post: checked(5, () => [201, {}]) }),
    says: ["race 201 409", ...TAKEN, ...OVER],
  },
  "fails where a duplicate comes between check and insert": {
    make: () => ({ post: checked(5, () => [500, { error: "UNIQUE constraint failed" }]) }),
    says: ["race-other 500 409", ...TAKEN, ...OVER],
  },
  "checks and stores in turn, after a wait": {
    make: () => {
      let turn = Promise.resolve<unknown>(undefined);
      const store = checked(1, () => [409, {}]);
      return {
        post: (sent) => {
          const reply = turn.then(() => store(sent));
          turn = reply;
          return reply;
        },
      };
    },
    says: [...TAKEN, ...OVER],
  },
  // More than the suite sends meanwhile, and fewer than all of the run.
  "remembers the last 110 ids": {
    make: () => {
      const isKnown = seenBefore(110);
      return { post: ({ id }) => (isKnown(id) ? [409, {}] : [201, {}]) };
    },
    says: [...TAKEN, "forgotten 201 409", "key-ignored 201 409"],
  },
  "has a set of ids for each connection": {
    make: () => {
      const known = new WeakMap<Socket, Set<number>>();
      return {
        post: ({ id, socket }) => {
          const own = known.get(socket) ?? new Set();
          known.set(socket, own);
          if (own.has(id)) return [409, {}];
          own.add(id);
          return [201, {}];
        },
      };
    },
    says: ["per-connection 201 409 409 409 409", "other-value-refused 201 409", NUMERALS],
  },
  "has a set of ids for each of two processes, which get connections in turn": {
    make: () => {
      const [processes, known] = [new WeakMap<Socket, number>(), [new Set(), new Set()]];
      let count = 0;
      return {
        post: ({ id, socket }) => {
          if (!processes.has(socket)) processes.set(socket, (count += 1) % 2);
          const own = known[processes.get(socket) ?? 0];
          if (own?.has(id)) return [409, {}];
          own?.add(id);
          return [201, {}];
        },
      };
    },
    says: [
      "several-stores 201 409 2 connection",
      "per-connection 201 409 409 409 409",
      "other-value-refused 201 409",
      NUMERALS,
    ],
  },
  "is two servers with a set of ids each, which get requests in turn": {
    make: () => ({ post: twoStores((count) => count % 2) }),
    says: ["several-stores 201 409 2 turn"],
  },
  "is two servers with a set of ids each, which get requests at random": {
    make: () => {
      // Lehmer's generator, with the multiplier 48271.
      let state = 20_261_129;
      return { post: twoStores(() => (state = (state * 48_271) % 2_147_483_647) % 2) };
    },
    says: ["several-stores 201 409 2 chance"],
  },
  "accepts each id twice": {
    make: () => {
      const counts = new Map<number, number>();
      return {
        post: ({ id }) => {
          counts.set(id, (counts.get(id) ?? 0) + 1);
          return [(counts.get(id) ?? 0) > 2 ? 409 : 201, {}];
        },
      };
    },
    says: ["in-turn 201 201 409 409 409", "other-value-accepted 201 201"],
  },
  "counts the requests with an id on each connection": {
    make: () => {
      const counts = new WeakMap<Socket, Map<number, number>>();
      return {
        post: ({ id, socket }) => {
          const own = counts.get(socket) ?? new Map<number, number>();
          counts.set(socket, own.set(id, (own.get(id) ?? 0) + 1));
          return [[201, 200, 409][(own.get(id) ?? 0) - 1] ?? 409, {}];
        },
      };
    },
    says: [
      "per-connection 201 200 409 409 409",
      "other-value-accepted 201 200",
      "same-spellings 201 200 1.0 1e0",
    ],
  },
  // As the built-in server of PHP, and servers of HTTP/1.0.
  "closes each connection after its response": {
    make: () => {
      const store = taken();
      return {
        post: async (sent) => {
          const [status, body] = await store(sent);
          return [status, body, { Connection: "close" }];
        },
      };
    },
    says: [...TAKEN, ...OVER],
  },
  "identifies by id and date": {
    make: () => {
      const known = new Set<string>();
      return {
        post: ({ id, date }) => {
          if (known.has(`${id} ${date}`)) return [409, {}];
          known.add(`${id} ${date}`);
          return [201, {}];
        },
      };
    },
    says: [
      "refused 201 409 409 409 409",
      "other-value-accepted 201 201 new",
      NUMERALS,
      "same-by 201 409 id date",
      ...OVER,
    ],
  },
  "identifies by the bytes": {
    make: () => {
      const known = new Set<string>();
      return {
        post: ({ text }) => {
          if (known.has(text)) return [409, {}];
          known.add(text);
          return [201, {}];
        },
      };
    },
    says: [
      "refused 201 409 409 409 409",
      "other-value-accepted 201 201 new",
      "other-spellings 201 201 1.0 1e0",
      "same-by 201 409",
      ...OVER,
    ],
  },
  "responds again to a key, whatever comes with it": {
    make: () => ({ post: keyed() }),
    says: [...TAKEN, "remembered 201 409", "key-honoured 201 201 first-response 201 kept 201"],
  },
  "refuses a key with other values": {
    make: () => ({ post: keyed(() => [422, { error: "key reused" }]) }),
    says: [...TAKEN, "remembered 201 409", "key-honoured 201 201 refused 422 kept 201"],
  },
  "takes a key with other values as a new one": {
    make: () => ({ post: keyed(({ id }) => [201, { id }]) }),
    says: [...TAKEN, "remembered 201 409", "key-honoured 201 201 accepted 201 kept 201"],
  },
  "forgets a key after its second use": {
    make: () => ({ post: keyed(undefined, 2) }),
    says: [...TAKEN, "remembered 201 409", "key-honoured 201 201 first-response 201 lost 409"],
  },
  "stores whole seconds, in UTC, and drops further members": {
    make: () => {
      const { made, add, get } = resources(({ id, date }) => ({
        id,
        date: `${new Date(date).toISOString().slice(0, 19)}Z`,
      }));
      return {
        post: (sent) =>
          made.has(String(sent.id)) ? [409, {}] : [201, { ok: add(String(sent.id), sent) }],
        get,
      };
    },
    says: [
      ...TAKEN,
      ...OVER,
      "read-back-same id",
      "read-back date digits-0",
      "read-back date zone",
      "read-back witnessExtra extra-dropped",
    ],
  },
  "names resources itself, sorts their members and keeps all": {
    make: () => {
      const store = taken();
      const { add, get } = resources(({ members }) =>
        Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      );
      return {
        post: async (sent) => {
          const [status, body] = await store(sent);
          if (status !== 201) return [status, body];
          const name = randomUUID();
          add(name, sent);
          return [201, {}, { Location: `${PATH}/${name}` }];
        },
        get,
      };
    },
    says: [
      ...TAKEN,
      ...OVER,
      "read-back-same id date",
      "read-back members order",
      "read-back witnessExtra extra-kept",
    ],
  },
};
