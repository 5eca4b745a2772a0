import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { rawServer } from "../../test/send/raw-server.ts";

const sent: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };
const BETWEEN_MS = 2;
const TIMES = 20;

const closing: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const each of closing) await each.close();
});

async function write(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece, "latin1");
    await sleep(BETWEEN_MS);
  }
}

const rest = "Content-Length: 2\r\n\r\n{}";
const inPieces = (text: string, count: number): string[] =>
  Array.from({ length: count }, (_, nth) =>
    text.slice(
      Math.floor((nth * text.length) / count),
      Math.floor(((nth + 1) * text.length) / count),
    ),
  );

/** Responses of which the client refuses the first pieces; all of them together are complete. */
const COMPLETE: Record<string, { pieces: string[]; whole: { status: number; framing: string } }> = {
  "100 that nobody asked for, then 201": {
    pieces: ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 201 Created\r\n", rest],
    whole: { status: 201, framing: "length" },
  },
  "CR in the reason, the head in 50 pieces": {
    pieces: inPieces(`HTTP/1.1 201 O\rK\r\nX: ${"x".repeat(200)}\r\n${rest}`, 50),
    whole: { status: 201, framing: "length" },
  },
  "a 204 with a body": {
    pieces: ["HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n", "\r\n", "he", "llo"],
    whole: { status: 204, framing: "none" },
  },
  "a length twice, the body in pieces": {
    pieces: ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", "Content-Length: 2\r\n\r\n", "{", "}"],
    whole: { status: 200, framing: "length" },
  },
  "status 099 and chunks": {
    pieces: [
      "HTTP/1.1 099 Odd\r\nTransfer-Encoding: chunked\r\n\r\n",
      "2\r\n{}\r\n",
      "0\r\n",
      "\r\n",
    ],
    whole: { status: 99, framing: "chunked" },
  },
};

describe.each([true, false])("kept connections: %s", (keep) => {
  test.each(Object.entries(COMPLETE))(
    "%s: refused, and complete all the same",
    async (_, { pieces, whole }) => {
      const server = await rawServer((socket) => void write(socket, pieces), { keep });
      closing.push(server);
      for (let nth = 0; nth < TIMES; nth += 1) {
        const { answers, end } = await server.dispatcher.send(sent);
        expect(answers).toMatchObject([{ outcome: "malformed", whole }]);
        expect(end).toBe("closed-by-client");
      }
    },
  );

  test("a refused body that lasts until the close is complete with it", async () => {
    const pieces = ["HTTP/1.1 201 O\rK\r\nX: y\r\n\r\n", "a", "b"];
    const server = await rawServer(
      (socket) => void write(socket, pieces).then(() => socket.end()),
      { keep },
    );
    closing.push(server);
    const { answers, end } = await server.dispatcher.send(sent);
    expect(answers).toMatchObject([
      { outcome: "malformed", whole: { status: 201, framing: "close" } },
    ]);
    expect(end).toBe("closed-by-client");
  });

  test.each([
    ["closes", (socket: Socket) => socket.end()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
    ["says nothing more", () => {}],
  ])(
    "refused, and the server %s before it is complete: nobody's complete response",
    async (_, then) => {
      const pieces = ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 201 Created\r\n"];
      const server = await rawServer(
        (socket) => void write(socket, pieces).then(() => then(socket)),
        { keep, timeoutMs: 500 },
      );
      closing.push(server);
      const { answers, end } = await server.dispatcher.send(sent);
      expect(answers).toMatchObject([{ outcome: "malformed", detail: "bad response" }]);
      expect(answers[0]).not.toHaveProperty("whole.status");
      expect(end).toBe("closed-by-client");
    },
  );
});

describe("more header lines than the ordinary client is given", () => {
  const numbered = (count: number): string =>
    Array.from({ length: count }, (_, nth) => `x${nth}: y\r\n`).join("");
  const LINES: Record<string, string> = {
    headers: `HTTP/1.1 201 Created\r\n${numbered(3000)}${rest}`,
    "folded lines": `HTTP/1.1 201 Created\r\nX: a\r\n${" z\r\n".repeat(3000)}${rest}`,
    trailers: `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${numbered(3000)}\r\n`,
  };

  test.each(Object.entries(LINES))("%s: a limit of witness, and complete", async (_, bytes) => {
    const server = await rawServer((socket) => void write(socket, inPieces(bytes, 4)));
    closing.push(server);
    for (let nth = 0; nth < 2; nth += 1) {
      const { answers, end } = await server.dispatcher.send(sent);
      expect(answers).toMatchObject([
        {
          outcome: "too-large",
          detail: "more than 2000 lines in a head or trailer section",
          whole: { status: 201 },
        },
      ]);
      expect(end).toBe("abandoned");
    }
  });

  test("the end of the server is the server's", async () => {
    const bytes = (LINES["headers"] ?? "").slice(0, -1);
    const server = await rawServer(
      (socket) => void write(socket, inPieces(bytes, 4)).then(() => socket.end()),
    );
    closing.push(server);
    const { answers, end } = await server.dispatcher.send(sent);
    expect(answers).toMatchObject([{ outcome: "closed" }]);
    expect(end).toBe("closed");
  });
});
