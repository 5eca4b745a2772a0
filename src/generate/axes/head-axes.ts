import type { ClauseId } from "../../contract/clauses.ts";
import { userSubmission } from "../../contract/user-submission.ts";
import type { Axis } from "../../model/axis.ts";
import { bytes, times } from "../../template/bytes.ts";
import { user } from "../user-submission.ts";
import { headersWith, post, requestLine, wirePost } from "../user-submission.ts";
import { countRungs, sizeRungs } from "../../kinds/rungs.ts";

const COMMON: ClauseId[] = ["limit-size", "error-conditions", "response-status"];
const PATH = userSubmission.path;
const QUERY = "?x=";

/** Upper ends: number of extra headers, bytes of one value, bytes of the request target. */
export type HeadCaps = { headers: number; headerSize: number; url: number };

const extraHeaders = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`X-Filler-${index}`, "1"]);

/**
 * Number of extra headers, bytes of one, bytes of the request target without the base URL's
 * prefix. The long ones go on the wire, where a template keeps them short in a run's file.
 */
export const headAxes = (caps: HeadCaps): Axis[] => [
  {
    name: "header-count",
    title: "extra headers",
    unit: "headers",
    scale: "log",
    clauses: [...COMMON, "client-headers"],
    rungs: countRungs(0n, BigInt(caps.headers)),
    capped: true,
    request: (at) => post(user(), { headers: headersWith({}, extraHeaders(Number(at))) }),
  },
  {
    name: "header-size",
    title: "value of an extra header",
    unit: "bytes",
    scale: "log",
    clauses: [...COMMON, "client-headers"],
    rungs: sizeRungs(0n, BigInt(caps.headerSize)),
    capped: true,
    request: (at) => wirePost({ extra: [["X-Filler: ", times("a", Number(at))]] }),
  },
  {
    name: "url-length",
    title: "request target, by a query",
    unit: "bytes",
    scale: "log",
    clauses: [...COMMON, "path"],
    rungs: sizeRungs(BigInt(PATH.length + QUERY.length), BigInt(caps.url)),
    capped: true,
    request: (at) => {
      const fill = Number(at) - PATH.length - QUERY.length;
      const path = bytes`${{ target: "path" }}${QUERY}${times("a", fill)}`;
      return wirePost({ line: requestLine({ path }) });
    },
  },
];
