import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { listening } from "../../../src/servers/json-server.ts";
import { SELF_SIGNED } from "../self-signed.ts";
import { complete, incomplete, type Expected } from "./expected.ts";
import { type Faulty, BODY, headOf, wholeResponse } from "./faulty-server.ts";
import { startRaw, startSendingAndClosing } from "./raw-server.ts";
import { sendAll } from "./send-all.ts";

/** The client's result depends on whether the bytes arrive before it has sent the request. */
const RESPONDS_FIRST: Expected = {
  accepts: ["held", "not-held"],
  outcomes: ["201", "malformed", "closed", "timed-out"],
  exits: { load: [0, 1, 3] },
};

/** Servers whose connections begin or end in an odd way. */
export const closings = {
  "closes-after-response": {
    about: "closes right after each response without announcing it",
    expected: complete("201"),
    start: () => startSendingAndClosing(wholeResponse()),
  },
  "closes-in-head": {
    about: "closes in the middle of a header",
    expected: incomplete("closed"),
    start: () => startSendingAndClosing("HTTP/1.1 201 Created\r\nContent-Le"),
  },
  "resets-in-body": {
    about: "resets the connection 20 ms after 14 of 100 bytes of body",
    expected: incomplete("reset", "closed"),
    start: () =>
      startRaw(async ({ socket }) => {
        await sendAll(socket, [headOf("Content-Length: 100\r\n"), BODY]);
        // A reset that overtakes the bytes looks like an ordinary close.
        await sleep(20);
        socket.resetAndDestroy();
      }),
  },
  "never-reads": {
    about: "accepts and never reads, so that the client's send buffer fills",
    expected: incomplete("timed-out"),
    start: () => listening(createServer({ pauseOnConnect: true })),
  },
  "half-closes": {
    about: "ends its half of the connection when accepted, and reads on",
    expected: incomplete("closed"),
    start: () =>
      listening(createServer({ allowHalfOpen: true }, (socket) => socket.end().resume())),
  },
  "responds-before-request": {
    about: "sends a response as soon as it has accepted, and none to the request",
    expected: RESPONDS_FIRST,
    start: () => listening(createServer((socket) => void socket.resume().write(wholeResponse()))),
  },
  "tls-port": {
    about: "speaks TLS with a certificate that nobody trusts",
    expected: incomplete("malformed", "closed", "reset"),
    start: () => listening(createTlsServer(SELF_SIGNED, (socket) => socket.resume())),
  },
} satisfies Record<string, Faulty>;
