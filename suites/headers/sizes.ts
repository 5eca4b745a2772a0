import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { slice, times } from "../../src/template/index.ts";
import { whole } from "../../src/text/index.ts";

const KIB = 1024;
const BYTES = [1, 2, 4, 7, 8, 12, 15, 16, 24, 32, 48, 64, 80, 100].map((size) => size * KIB);
const COUNTS = [10, 20, 50, 64, 100, 101, 128, 200, 256, 500, 1000, 2000, 5000, 10_000];
const FILLER = "X-Filler: 1";

const CLAUSES: CaseDefinition["clauses"] = [
  "limit-size",
  "client-headers",
  "response-status",
  "error-conditions",
  "error-codes",
];

const values = (on: Requests): CaseDefinition[] =>
  BYTES.map((size) => ({
    name: `one-header-${size / KIB}-kib`,
    reason: `one header line is ${whole(size)} bytes long`,
    family: "one-header",
    rung: { axis: "bytes of one header", at: String(size), unit: "bytes" },
    clauses: CLAUSES,
    request: on.rawRequest({ extra: [[slice(["X-Filler: ", times("a", size)], 0, size)]] }),
  }));

const names = (on: Requests): CaseDefinition[] =>
  [64, 128, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB].map((size) => ({
    name: `one-name-${size}`,
    reason: `the name of one header is ${whole(size)} bytes long`,
    family: "one-name",
    rung: { axis: "bytes of one header name", at: String(size), unit: "bytes" },
    clauses: CLAUSES,
    request: on.rawRequest({ extra: [[slice(["X-", times("a", size)], 0, size), ": 1"]] }),
  }));

function counts(on: Requests): CaseDefinition[] {
  const stated = on.headLines().length - 1;
  return COUNTS.filter((count) => count > stated).map((count) => ({
    name: `headers-${count}`,
    reason: `the head has ${count} headers`,
    family: "many-headers",
    rung: { axis: "number of headers", at: String(count), unit: "headers" },
    clauses: CLAUSES,
    request: on.rawRequest({
      extra: [[times(`${FILLER}\r\n`, count - stated - 1), FILLER]],
    }),
  }));
}

const folds = (on: Requests): CaseDefinition[] =>
  [1, 10, 100, 1000].map((count) => ({
    name: `folds-${count}`,
    reason: `one value is folded over further lines: ${count}`,
    family: "many-folds",
    rung: { axis: "folded lines of one header", at: String(count), unit: "lines" },
    clauses: CLAUSES,
    request: on.rawRequest({ extra: [["X-Filler: 1", times("\r\n 1", count)]] }),
  }));

/** Long headers and many headers. */
export const sizes = (on: Requests): CaseDefinition[] =>
  [values, names, counts, folds].flatMap((make) => make(on));
