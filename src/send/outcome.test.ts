import { expect, test } from "vitest";
import { endingOf } from "./outcome.ts";

const failure = (code: string, message = "some words\nmore") =>
  Object.assign(new Error(message), { code });

test.each([
  ["ECONNREFUSED", "refused"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENOTFOUND", "unresolved"],
  ["EAI_AGAIN", "unresolved"],
  ["ECONNRESET", "reset"],
  ["EPIPE", "reset"],
  ["ETIMEDOUT", "timed-out"],
  ["EPROTO", "tls-failed"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls-failed"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls-failed"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls-failed"],
  ["CERT_HAS_EXPIRED", "tls-failed"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls-failed"],
])("%s is %s", (code, outcome) => {
  const ending = endingOf(failure(code));
  expect(ending?.outcome).toBe(outcome);
  expect(ending?.detail).toMatch(/some words$/);
});

test("addresses that were all tried: the first tells", () => {
  const all = new AggregateError([failure("ECONNREFUSED"), failure("ENETUNREACH")]);
  expect(endingOf(all)?.outcome).toBe("refused");
  expect(endingOf(Object.assign(all, { code: "ECONNREFUSED" }))?.outcome).toBe("refused");
  const noIpv6 = new AggregateError([failure("EADDRNOTAVAIL"), failure("ECONNREFUSED")]);
  expect(endingOf(Object.assign(noIpv6, { code: "EADDRNOTAVAIL" }))?.outcome).toBe("refused");
});

test.each(["EMFILE", "ENOBUFS", "EADDRNOTAVAIL", "EACCES"])(
  "%s is this machine's: no outcome of a target",
  (code) => {
    expect(endingOf(failure(code))).toBeUndefined();
  },
);

test.each(["UND_ERR_INVALID_ARG", "ERR_INVALID_ARG_TYPE", "toString"])(
  "%s is a mistake on this side",
  (code) => {
    expect(endingOf(failure(code))).toBeUndefined();
  },
);
test("so is an error without a code", () => {
  expect(endingOf(new TypeError("x is not a function"))).toBeUndefined();
});

test.each([
  ["UND_ERR_SOCKET", "closed", "the server closed the connection"],
  ["UND_ERR_SOCKET", "reset", "the server reset the connection"],
  [
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    "closed",
    "the server closed the connection before the response was complete",
  ],
  [
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    "reset",
    "the server reset the connection before the response was complete",
  ],
] as const)("%s is the server's doing only where it %s the connection", (code, ended, detail) => {
  expect(endingOf(failure(code), ended)).toEqual({ outcome: ended, detail });
  expect(endingOf(failure(code))).toEqual({ outcome: "malformed", detail: "some words more" });
});
