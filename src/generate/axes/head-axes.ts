import { PROTOCOL, type ClauseId } from "../../contract/index.ts";
import { countRungs, sizeRungs } from "../../kinds/index.ts";
import type { Axis } from "../../model/index.ts";
import { bytes, times } from "../../template/index.ts";
import { exampleBytes } from "../render.ts";
import type { Requests } from "../requests.ts";
import { knownCount, knownSize } from "./known-places.ts";
import { groupDigits } from "../../text/index.ts";

const COMMON: ClauseId[] = ["limit-size", "error-conditions", "response-status"];
const QUERY = "x=";

/** Upper ends: number of extra headers, bytes of one value, bytes of the request target. */
export type HeadCaps = { headers: number; headerSize: number; url: number };

const extraHeaders = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`X-Filler-${index}`, "1"]);

/**
 * Number of extra headers, bytes of one, bytes of the request target without the base URL's prefix.
 * The long ones use raw connections, whose templates stay short in a record.
 */
export const headAxes = (on: Requests, caps: HeadCaps): Axis[] => [
  {
    name: "header-count",
    title: "extra headers",
    unit: "headers",
    scale: "log",
    clauses: [...COMMON, "client-headers"],
    rungs: countRungs(0n, BigInt(caps.headers)),
    capped: true,
    request: (at) =>
      on.request(on.body(), { headers: on.headersWith({}, extraHeaders(Number(at))) }),
    known: (at) => knownCount(at, BigInt(on.headLines().length - 1), "headers"),
  },
  {
    name: "header-size",
    title: "value of an extra header",
    unit: "bytes",
    scale: "log",
    clauses: [...COMMON, "client-headers"],
    rungs: sizeRungs(0n, BigInt(caps.headerSize)),
    capped: true,
    request: (at) => on.rawRequest({ extra: [["X-Filler: ", times("a", Number(at))]] }),
    known: knownSize,
  },
  targetAxis(on, caps.url),
];

function targetAxis(on: Requests, cap: number): Axis {
  const empty = exampleBytes(on.pathWith(QUERY), on.interface).length;
  const around = on.interface.method.length + PROTOCOL.length + "  ".length;
  return {
    name: "url-length",
    title: "request target, by a query",
    unit: "bytes",
    scale: "log",
    clauses: [...COMMON, "path"],
    rungs: sizeRungs(BigInt(empty), BigInt(cap)),
    capped: true,
    request: (at) => {
      const path = on.pathWith(bytes`${QUERY}${times("a", Number(at) - empty)}`);
      return on.rawRequest({ line: on.requestLine({ path }) });
    },
    known: (at) => knownLine(at + BigInt(around)) ?? knownSize(at),
  };
}

/** gunicorn's limit_request_line, and Apache's LimitRequestLine. */
const knownLine = (line: bigint): string | undefined =>
  line === 4094n || line === 8190n
    ? `a request line of ${groupDigits(`${line}`)} bytes`
    : undefined;
