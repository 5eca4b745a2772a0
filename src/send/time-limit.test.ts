import { afterEach, describe, expect, test } from "vitest";
import { post, wirePost } from "../generate/requests.ts";
import { rawServer, type RawServer } from "./raw-server.fixture.ts";
import { tooLate } from "./time-limit.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const TIMEOUT_MS = 1000;

let server: RawServer;
afterEach(() => server.close());

/** Holds up this process, and so its time-outs, as work of its own would. */
function hold(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}

describe.each([
  ["the ordinary client", post()],
  ["raw bytes", wirePost()],
])("%s, held up beyond its time-out", (_, request) => {
  const sent = { id: "test/one", reason: "a test", clauses: ["body" as const], request };

  test("reads what has come meanwhile", async () => {
    const serve = (socket: { write: (bytes: string) => void }): void => {
      socket.write(OK);
      hold(1.5 * TIMEOUT_MS);
    };
    server = await rawServer(serve, { timeoutMs: TIMEOUT_MS });
    expect(await server.dispatcher.send(sent)).toMatchObject({
      answers: [{ outcome: "answered" }],
    });
  });

  test("says by how much its time-out was late", async () => {
    server = await rawServer(() => hold(1.5 * TIMEOUT_MS), { timeoutMs: TIMEOUT_MS });
    const { answers } = await server.dispatcher.send(sent);
    expect(answers).toMatchObject([{ outcome: "timed-out", lateMs: expect.any(Number) }]);
  });
});

test("late is more than a tenth of the time-out, and more than 100 ms", () => {
  expect([tooLate(100, 500), tooLate(101.4, 500)]).toEqual([undefined, 101]);
  expect([tooLate(500, 5000), tooLate(501, 5000)]).toEqual([undefined, 501]);
});
