import type { Remark } from "../../model/index.ts";

/** Kinds of remarks in plain words. */
export const remarkKinds: Record<Remark["kind"], { title: string; about: string }> = {
  "refused-by-client": {
    title: "Complete responses that the ordinary client refuses",
    about:
      "By the framing of RFC 9112 the bytes are a complete response, but a widely used client rejects it.",
  },
  "surplus-bytes": {
    title: "Bytes after a response",
    about:
      "A client that reuses the connection can take them for the response to its next request.",
  },
  "valid-not-2xx": {
    title: "The stated request, with a status other than 2xx",
    about: "The line says whether this status is stated.",
  },
  "no-answer": {
    title: "No complete response",
    about:
      "The connection ended, or a time-out or a size limit was reached, before the response was complete.",
  },
  "server-error": {
    title: "5xx responses",
    about: "In HTTP, 5xx statuses report an error of the server.",
  },
  unstable: {
    title: "The same case, different responses",
    about: "Sent more than once, with only fresh values changed.",
  },
  "changes-on-repeat": {
    title: "Different responses the second time",
    about: "The same id was repeated; the suite about repetition shows the same response.",
  },
  step: {
    title: "Where the response changes along a scale",
    about: "Neighbours that differ in one quantity get different responses.",
  },
  "odd-one-out": {
    title: "Unlike similar cases",
    about: "Nearly all similar cases get a different response.",
  },
  "like-valid": {
    title: "Same response as the stated request",
    about: "Nearly all similar cases get a different response.",
  },
  "rate-limited": {
    title: "Too many requests",
    about: "The server responded with 429, or with 503 and Retry-After.",
  },
  protocol: {
    title: "In the HTTP itself",
    about: "Oddities of responses, apart from their status.",
  },
};
