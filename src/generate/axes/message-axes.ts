import { type ClauseId, PROTOCOL } from "../../contract/index.ts";
import { countRungs, KNOWN_DIGITS, sizeRungs, upwards } from "../../kinds/index.ts";
import type { Axis, CaseRequest, RawStep } from "../../model/index.ts";
import { bytes, rows, rowsInto, type Template, times } from "../../template/index.ts";
import { formsOf, type BodyForm, type BodyForms } from "../body-forms.ts";
import { ownClauses } from "../define-suite.ts";
import { exampleBytes } from "../render.ts";
import type { Requests } from "../requests.ts";
import { groupDigits } from "../../text/index.ts";
import { pause, read, wire } from "../steps.ts";

const SIZE: ClauseId[] = ["limit-size", "content-length", "error-conditions", "response-status"];
const FIELDS: ClauseId[] = ["further-fields", "limit-size", "error-conditions", "response-status"];

export type BodyCaps = { body: number; depth: number; keys: number; keyLength: number };

type Filler = [
  name: string,
  title: string,
  clauses: ClauseId[],
  /** The smallest filling that makes a document. */
  least: number,
  body: (fill: number) => BodyForm,
  /** The name of a filling, before that of the whole body's size. */
  known: (fill: number) => string | undefined,
];

const unknown = () => undefined;

const fillers = ({ stated, withExtra }: BodyForms): Filler[] => rows`
  body-space | body size, by spaces after the document | ${SIZE} | ${0} | ${(fill) => bytes`${stated}${times(" ", fill)}`} | ${unknown}
  body-string | body size, by the string of an unknown key | ${[...SIZE, "further-fields"]} | ${0} | ${(fill) => withExtra(bytes`"${times("a", fill)}"`)} | ${unknown}
  body-digits | body size, by the digits of an unknown key's number | ${[...SIZE, "further-fields"]} | ${1} | ${(fill) => withExtra(times("1", fill))} | ${(fill) => KNOWN_DIGITS[String(fill)]}
`;

/** Members with different names. Text, because templates cannot count. */
export const unknownKeys = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");

type AxisRow = [
  name: string,
  title: string,
  unit: string,
  rungs: bigint[],
  request: (at: bigint) => CaseRequest,
  known: (at: bigint) => string | undefined,
];

const axisRows = (clauses: ClauseId[]) =>
  rowsInto((entries: AxisRow[]) =>
    entries.map(([name, title, unit, rungs, request, known]): Axis => ({
      name,
      title,
      unit,
      scale: "log",
      clauses,
      rungs,
      capped: true,
      request,
      known,
    })),
  );

function sizeAxis(on: Requests, filler: Filler, cap: number): Axis[] {
  const [name, title, clauses, least, body, known] = filler;
  const smallest = body(least);
  if (smallest === undefined) return [];
  const start = exampleBytes(smallest, on.interface).length;
  const fill = (at: bigint): number => Number(at) - start + least;
  return axisRows(ownClauses(on.interface, clauses))`
  ${name} | ${title} | bytes | ${sizeRungs(BigInt(start), BigInt(cap))} | ${(at) => on.request(body(fill(at)))} | ${(at) => known(fill(at)) ?? knownSize(at)}
`;
}

const keyAxes = (
  { on, stated, withExtra, withMembers }: BodyForms,
  { depth, keys, keyLength }: BodyCaps,
): Axis[] => axisRows(ownClauses(on.interface, FIELDS))`
  nesting | nesting of arrays in an unknown key | levels | ${countRungs(0n, BigInt(depth))} | ${(at) => on.request(withExtra(bytes`${times("[", Number(at))}0${times("]", Number(at))}`))} | ${knownNesting}
  keys | unknown keys | keys | ${countRungs(0n, BigInt(keys))} | ${(at) => on.request(at === 0n ? stated : withMembers(unknownKeys(Number(at))))} | ${(at) => knownCount(at, BigInt(on.fields.length), "keys")}
  key-length | length of an unknown key | bytes | ${sizeRungs(0n, BigInt(keyLength))} | ${(at) => on.request(withMembers(bytes`"${times("k", Number(at))}":0`))} | ${knownSize}
`;

/** Body size, depth, number and length of keys. A body that is not an object has no keys, and grows by spaces only. */
export function bodyAxes(on: Requests, caps: BodyCaps): Axis[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  return [
    ...fillers(forms).flatMap((filler) => sizeAxis(on, filler, caps.body)),
    ...(forms.isObject ? keyAxes(forms, caps) : []),
  ];
}

const COMMON: ClauseId[] = ["limit-size", "error-conditions", "response-status"];
const QUERY = "x=";

export type HeadCaps = { headers: number; headerSize: number; url: number };

const extraHeaders = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`X-Filler-${index}`, "1"]);

export function headAxes(on: Requests, caps: HeadCaps): Axis[] {
  const empty = exampleBytes(on.pathWith(QUERY), on.interface).length;
  const around = BigInt(on.interface.method.length + PROTOCOL.length + "  ".length);
  const target = (size: number): Template =>
    on.pathWith(bytes`${QUERY}${times("a", size - empty)}`);
  return [
    ...axisRows([...COMMON, "client-headers"])`
  header-count | extra headers | headers | ${countRungs(0n, BigInt(caps.headers))} | ${(at) => on.request(on.body(), { headers: on.headersWith({}, extraHeaders(Number(at))) })} | ${(at) => knownCount(at, BigInt(on.headLines().length - 1), "headers")}
  header-size | value of an extra header | bytes | ${sizeRungs(0n, BigInt(caps.headerSize))} | ${(at) => on.rawRequest({ extra: [["X-Filler: ", times("a", Number(at))]] })} | ${knownSize}
`,
    ...axisRows([...COMMON, "path"])`
  url-length | request target, by a query | bytes | ${sizeRungs(BigInt(empty), BigInt(caps.url))} | ${(at) => on.rawRequest({ line: on.requestLine({ path: target(Number(at)) }) })} | ${(at) => knownLine(at + around) ?? knownSize(at)}
`,
  ];
}

/** gunicorn's limit_request_line, and Apache's LimitRequestLine. */
const knownLine = (line: bigint): string | undefined =>
  line === 4094n || line === 8190n
    ? `a request line of ${groupDigits(`${line}`)} bytes`
    : undefined;

const STEP_MS = 250;
const LONGEST_MS = 60_000;
/** Quarter seconds: 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 75 and 120 seconds. */
const PLACES = [1n, 2n, 4n, 8n, 20n, 40n, 60n, 80n, 120n, 240n, 300n, 480n];

const KNOWN_SECONDS = new Set([1, 2, 3, 5, 10, 15, 20, 30, 60, 75, 120]);

function pauses(ms: number): RawStep[] {
  if (ms <= LONGEST_MS) return ms === 0 ? [] : [pause(ms)];
  return [pause(LONGEST_MS), ...pauses(ms - LONGEST_MS)];
}

/** How long a connection is idle between two requests: place n is n * 250 ms, up to `idleMs`. */
export const idleAxis = (on: Requests, idleMs: number): Axis => ({
  name: "idle",
  title: "idle time, in quarter seconds",
  scale: "linear",
  clauses: ["limit-time", "client-headers", "response-status"],
  rungs: upwards(0n, BigInt(Math.floor(idleMs / STEP_MS)), PLACES),
  capped: true,
  slow: true,
  known: (at) => {
    const seconds = Number(at) / 4;
    return KNOWN_SECONDS.has(seconds) ? `${seconds} s` : undefined;
  },
  request: (at) =>
    wire(on.nthSend(0), read(), ...pauses(Number(at) * STEP_MS), on.nthSend(1), read()),
});

// Common limits of sizes and counts.

const KIB = 1024n;
const MIB = KIB * KIB;

/** Sizes that are not powers of two: defaults of frameworks, in both kinds of unit. */
const TABLE: ReadonlyMap<bigint, string> = new Map([
  [10n * KIB, "10 KiB"],
  [100_000n, "100 kB"],
  [100n * KIB, "100 KiB"],
  [1_000_000n, "1 MB"],
  [2_000_000n, "2 MB"],
  // Django's DATA_UPLOAD_MAX_MEMORY_SIZE.
  [(5n * MIB) / 2n, "2.5 MiB"],
  [5n * MIB, "5 MiB"],
  [10_000_000n, "10 MB"],
  [10n * MIB, "10 MiB"],
]);

/** The name of a well-known number of bytes: powers of two from 1 KiB, and some round sizes. */
function knownSize(bytes: bigint): string | undefined {
  const powerOfTwo = bytes >= KIB && (bytes & (bytes - 1n)) === 0n;
  if (!powerOfTwo) return TABLE.get(bytes);
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`;
}

const grouped = (count: bigint): string => groupDigits(String(count));
const isPowerOfTwo = (at: bigint): boolean => at >= 16n && (at & (at - 1n)) === 0n;
const isRound = (at: bigint): boolean => at >= 50n && /^[125]0+$/.test(String(at));

/** Python's default recursion limit is 1000 (sys.getrecursionlimit). */
function knownNesting(arrays: bigint): string | undefined {
  const round = (at: bigint): boolean => isPowerOfTwo(at) || isRound(at);
  if (arrays === 1000n) return "1,000 arrays, Python's recursion limit";
  if (round(arrays)) return `${grouped(arrays)} arrays`;
  if (!round(arrays + 1n)) return undefined;
  return `${grouped(arrays + 1n)} levels, the object around them counted`;
}

function knownCount(at: bigint, own: bigint, what: string): string | undefined {
  if (isPowerOfTwo(at + own) || isRound(at + own)) return `${grouped(at + own)} ${what} in total`;
  return isPowerOfTwo(at) || isRound(at)
    ? `${grouped(at)} ${what} besides the stated ones`
    : undefined;
}
