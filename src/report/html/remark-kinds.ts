import type { Remark } from "../../model/summary.ts";

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
    about: "What is stated of this status, if anything, is in its line.",
  },
  "no-answer": {
    title: "No complete response",
    about:
      "The connection ended, the time ran out or a size limit was reached before a whole response had come.",
  },
  "server-error": {
    title: "5xx responses",
    about: "In HTTP, these are the statuses by which a server speaks of an error of its own.",
  },
  unstable: {
    title: "The same case, different responses",
    about: "Sent more than once, with nothing but fresh values changed.",
  },
  "changes-on-repeat": {
    title: "Different responses the second time",
    about: "The same id again, as the suite about repetition shows too.",
  },
  step: {
    title: "Where the response changes along a scale",
    about: "Neighbours that differ in one quantity only and get different responses.",
  },
  "odd-one-out": {
    title: "Unlike the rest of its family",
    about: "Nearly all variations of the same thing get another response.",
  },
  "like-valid": {
    title: "The response of the stated request",
    about: "Nearly all variations of the same thing are not.",
  },
  "rate-limited": {
    title: "Too many requests",
    about: "The server responded with 429.",
  },
  protocol: {
    title: "In the HTTP itself",
    about: "How responses were put together, apart from their status.",
  },
};
