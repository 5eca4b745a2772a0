import { complete, incomplete, refusable } from "./expected.ts";
import { type Faulty, BODY, wholeResponse } from "./faulty-server.ts";
import { startSending, startSendingAndClosing } from "./raw-server.ts";

const SPACES = 60_000;
/** SETTINGS without values, as RFC 9113 begins a connection. */
const SETTINGS = "000000040000000000";
/** GOAWAY: no stream was processed, PROTOCOL_ERROR. */
const GOAWAY = "0000080700000000000000000000000001";
const HTTP2_FRAMES = Buffer.from(SETTINGS + GOAWAY, "hex").toString("latin1");

/** Complete and correctly framed, except for the status line. */
const startingWith = (statusLine: string) => () =>
  startSending(() => [wholeResponse("", statusLine)]);

/** Servers with an odd status line in an otherwise normal response. */
export const statusLines = {
  "spaced-status-line": {
    about: "sends a reason with 60,000 spaces in it",
    expected: refusable("200"),
    start: startingWith(`HTTP/1.1 200 a${" ".repeat(SPACES)}b`),
  },
  "status-099": {
    about: "sends status 099",
    expected: refusable("99", "099"),
    start: startingWith("HTTP/1.1 099 Low"),
  },
  "status-000": {
    about: "sends status 000",
    expected: refusable("0", "000"),
    start: startingWith("HTTP/1.1 000 None"),
  },
  "status-999": {
    about: "sends status 999",
    expected: refusable("999"),
    start: startingWith("HTTP/1.1 999 High"),
  },
  "status-1000": {
    about: "sends a status of four digits",
    expected: incomplete("malformed"),
    start: startingWith("HTTP/1.1 1000 Long"),
  },
  "status-20": {
    about: "sends a status of two digits",
    expected: incomplete("malformed"),
    start: startingWith("HTTP/1.1 20 Short"),
  },
  "no-reason": {
    about: "ends the status line after the status, without a space",
    expected: complete("201"),
    start: startingWith("HTTP/1.1 201"),
  },
  "control-in-reason": {
    about: "sends BEL and an escape sequence for terminals in the reason",
    expected: refusable("201"),
    start: startingWith("HTTP/1.1 201 Cre\u0007ated \u001b[31mred\u001b[0m"),
  },
  "latin1-reason": {
    about: "sends a reason in latin1, which is not UTF-8",
    expected: complete("201"),
    start: startingWith("HTTP/1.1 201 Cr\u00e9\u00e9"),
  },
  "body-only": {
    about: "sends a body without a head and closes, as HTTP/0.9",
    expected: incomplete("malformed"),
    start: () => startSendingAndClosing(BODY),
  },
  "http2-preface": {
    about: "speaks HTTP/2 only: sends SETTINGS and GOAWAY, and closes",
    expected: incomplete("malformed"),
    start: () => startSendingAndClosing(HTTP2_FRAMES),
  },
} satisfies Record<string, Faulty>;
