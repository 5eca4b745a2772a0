import { afterAll, describe, expect, test } from "vitest";
import { post, wirePost } from "../generate/index.ts";
import type { Case, RequestResult } from "../model/index.ts";
import { ODD } from "../../test/send/odd-responses.ts";
import { rawServer } from "../../test/send/raw-server.ts";

const client: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };
const wire: Case = { ...client, request: wirePost() };

const closing: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const each of closing) await each.close();
});

describe.each([true, false])("kept connections: %s", (keep) => {
  test.each(Object.entries(ODD))("%s: is data, never an error", async (_, bytes) => {
    for (const isByteByByte of [false, true]) {
      const server = await rawServer(
        (socket) => {
          if (!isByteByByte) return void socket.end(bytes, "latin1");
          for (const byte of bytes) socket.write(byte, "latin1");
          socket.end();
        },
        { keep },
      );
      closing.push(server);
      for (const sent of [client, client, wire]) {
        const { answers, end } = await server.dispatcher.send(sent);
        expect(answers).toHaveLength(1);
        // The server ends every connection: none of them can have been kept.
        expect(["closed", "reset", "closed-by-client", "abandoned"]).toContain(end);
      }
    }
  });
});

/** What the client made of a response, on a connection that the server keeps open. */
async function seen(bytes: string) {
  const server = await rawServer((socket) => void socket.write(bytes, "latin1"), {
    timeoutMs: 700,
  });
  closing.push(server);
  const { answers, ...rest } = await server.dispatcher.send(client);
  return { ...rest, answer: answers[0] as RequestResult };
}

describe("what the ordinary client refuses although the bytes are a complete response", () => {
  const ANY = /./;
  test.each([
    ["status 099", 99, "length", /assert\(statusCode >= 100\)/],
    [
      "a length twice",
      200,
      "length",
      /^a response head that it cannot read \(Content-Length 2 times\)$/,
    ],
    [
      "chunked with a length",
      200,
      "chunked",
      /\(Content-Length together with Transfer-Encoding\)$|Transfer-Encoding/,
    ],
    [
      "a 204 with a body",
      204,
      "none",
      /^Response body length does not match content-length header$/,
    ],
    ["0x0d in the reason", 200, "length", ANY],
    ["0x00 in a header's value", 200, "length", ANY],
    ["status 101", 101, "none", ANY],
  ] as const)("%s", async (name, status, framing, reason) => {
    const { answer, end } = await seen(ODD[name] ?? "");
    expect(answer).toMatchObject({
      outcome: "malformed",
      detail: expect.stringMatching(reason),
      whole: { status, framing },
      received: { text: expect.stringMatching(/^HTTP\/1\.1 /) },
    });
    expect(end).toBe("closed-by-client");
  });
});

test.each(["100 and an end", "a request", "the preface of HTTP/2"])(
  "%s is no complete response to anybody",
  async (name) => {
    const { answer, end } = await seen(ODD[name] ?? "");
    expect(answer).not.toHaveProperty("whole.status");
    expect(answer).toMatchObject({ outcome: "malformed" });
    expect(end).toBe("closed-by-client");
  },
);
