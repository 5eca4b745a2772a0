import { expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { exampleBytes } from "../generate/index.ts";
import type { Case, Remark } from "../model/index.ts";
import { foldRecord } from "./fold-record.ts";
import { refusedForms, uncheckedText } from "./leniencies.ts";
import { remarksOf } from "./remarks.ts";
import { type RunFold, emptyFold } from "./run-fold.ts";

const catalogue = [...suitesFor(userSubmission)].flatMap((suite) => [...suite.cases]);

/** A run that sent the whole catalogue, each case twice. */
function foldIf(statusOf: (sent: Case, attempt: number) => number): RunFold {
  const fold = emptyFold();
  let seq = 0;
  for (const sent of catalogue) {
    foldRecord(fold, { type: "case", case: sent });
    for (const attempt of [1, 2]) {
      const status = statusOf(sent, attempt);
      const response = {
        status,
        reason: "",
        headers: [],
        framing: "none" as const,
        body: { bytes: 0, sha256: "" },
      };
      const answers = [{ outcome: "answered" as const, status, response, totalUs: 1 }];
      foldRecord(fold, {
        type: "observation",
        seq: (seq += 1),
        case: sent.id,
        attempt,
        fresh: 0,
        atMs: 0,
        answers,
        end: "kept",
        timeoutMs: 1,
      });
    }
  }
  return fold;
}

const remarksIf = (
  statusOf: (sent: Case, attempt: number) => number,
  kind: Remark["kind"],
): Remark[] => remarksOf(foldIf(statusOf)).filter((each) => each.kind === kind);

test("a server that reads nothing accepts every form that a standard calls wrong, the costliest first", () => {
  const found = remarksIf(() => 201, "lenient");
  expect(found.map(({ text, case: id, count }) => [text.split(":")[0], id, count])).toEqual([
    ["two Content-Lengths that differ", "framing/length-list-different", 7],
    [
      "Content-Length next to Transfer-Encoding, with another length",
      "framing/both-length-first-document",
      9,
    ],
    ["a Transfer-Encoding that does not end in chunked", "framing/te-chunked-gzip", 15],
    ["a chunk whose size is not its length (RFC 9112, 7.1)", "framing/chunk-size-decimal", 11],
    ["a chunk whose size is not a hexadecimal number (RFC 9112, 7.1)", "framing/chunk-size-0x", 15],
    ["a Content-Length that is not a decimal number", "framing/length-plus", 24],
    ["a body that ends before its Content-Length", "framing/given-51", 22],
    ["a chunked body without its last chunk", "framing/chunk-shape-no-last", 3],
    ["white space between a header's name and its colon", "headers/shape-space-before-colon", 8],
    ["NUL inside a header", "headers/name-nul", 2],
    ["CR inside a header", "headers/name-cr", 2],
    ["a request without Host", "headers/host-absent", 1],
    ["two Hosts that differ", "headers/host-twice-different", 2],
    [
      "bodies that are not JSON (RFC 8259), e.g. a whole id with a leading zero",
      "id-bounds/leading-zero",
      442,
    ],
  ]);
});

test("one that refuses them accepts none of them, and what is JSON is never called malformed", () => {
  expect(remarksIf(({ valid }) => (valid === true ? 201 : 400), "lenient")).toEqual([]);
  const deep = /^malformed-json\/(?:arrays|objects)-\d+$/;
  expect(remarksIf(({ id }) => (deep.test(id) ? 201 : 400), "lenient")).toEqual([]);
});

test("one that is accepted each time, with responses that vary, is accepted; now and then, it is neither", () => {
  const isHost = ({ id }: Case): boolean => id.startsWith("headers/host-twice-different");
  const vary =
    (first: number, again: number) =>
    (sent: Case, attempt: number): number =>
      sent.valid === true ? 201 : isHost(sent) ? (attempt === 1 ? first : again) : 400;
  expect(remarksIf(vary(201, 200), "lenient").map(({ text }) => text)).toEqual([
    "two Hosts that differ: RFC 9112 (3.2) demands 400",
  ]);
  expect(remarksIf(vary(400, 200), "lenient")).toEqual([]);
  expect(refusedForms(foldIf(vary(400, 200)))).toBe(13);
});

test("none are tested where valid requests are refused, too", () => {
  expect(refusedForms(foldIf(() => 400))).toBe(0);
  expect(refusedForms(foldIf(({ valid }) => (valid === true ? 201 : 400)))).toBe(14);
});

test("scales that were accepted to their end have no limit up to there", () => {
  const texts = (refused: RegExp): (string | undefined)[] =>
    remarksIf(({ id }) => (refused.test(id) ? 413 : 201), "no-limit").map(({ text }) => text);
  expect(texts(/^headers\/one-header-100-kib$|^malformed-json\/arrays-100000$/)).toEqual([
    "no limit found: body up to 67,108,864 bytes, nested objects up to 100,000 levels, extra members up to 1,000 keys, headers up to 10,000 headers, query up to 65,536 bytes",
  ]);
  expect(texts(/./)).toEqual([]);
});

test("a field that takes any value is named", () => {
  expect(uncheckedText(foldIf(() => 200))).toMatch(
    /^takes any value as id \((\d+) of \1 other values get 2xx\) and any value as date \(/,
  );
  const hasStringAsDate = ({ request }: Case): number =>
    request.sender === "client" &&
    /"date":"/.test(exampleBytes(request.body, userSubmission).toString())
      ? 200
      : 400;
  expect(uncheckedText(foldIf(hasStringAsDate))).toMatch(
    / and any string as date \((\d{3}) of \1 other strings get 2xx\)$/,
  );
  expect(uncheckedText(foldIf(({ valid }) => (valid === true ? 200 : 400)))).toBe("");
});
