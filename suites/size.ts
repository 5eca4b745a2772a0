import type { ClauseId } from "../src/contract/clauses.ts";
import { bodyCases, withNote } from "../src/generate/body-cases.ts";
import { DATE, ID, VALID_BODY_BYTES, user } from "../src/generate/user-submission.ts";
import { bytes, times } from "../src/template/bytes.ts";
import { type CaseDefinition, defineSuite } from "../src/generate/define-suite.ts";
import { post } from "../src/generate/user-submission.ts";
import type { Template } from "../src/template/template.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

const upTo1MiB: [label: string, bodyBytes: number][] = [
  ["1-kib", KIB],
  ["4-kib", 4 * KIB],
  ["8-kib", 8 * KIB],
  ["10-kib", 10 * KIB],
  ["16-kib", 16 * KIB],
  ["32-kib", 32 * KIB],
  ["64-kib", 64 * KIB],
  ["99-kib", 99 * KIB],
  ["100-kib", 100 * KIB],
  ["100-kib-plus-1", 100 * KIB + 1],
  ["101-kib", 101 * KIB],
  ["128-kib", 128 * KIB],
  ["256-kib", 256 * KIB],
  ["512-kib", 512 * KIB],
  ["1-mib", MIB],
];

const upTo16MiB: typeof upTo1MiB = [
  ...upTo1MiB,
  ["1-mib-plus-1", MIB + 1],
  ["2-mib", 2 * MIB],
  ["4-mib", 4 * MIB],
  ["8-mib", 8 * MIB],
  ["10-mib", 10 * MIB],
  ["16-mib", 16 * MIB],
];

/** The bytes that `"note"` with an empty string, and with an array of one zero, add to the body. */
const NOTE_STRING_BYTES = `,"note":""`.length;
const LIST_BYTES = `,"notes":[0]`.length;

type Filler = {
  family: string;
  axis: string;
  reason: string;
  sizes: typeof upTo1MiB;
  /** Beside the limit of size. */
  probes?: ClauseId[];
  /** The body with this many bytes more than the stated one. */
  body: (more: number) => Template;
};

const fillers: Filler[] = [
  {
    family: "space-after",
    axis: "body bytes, by white space after it",
    reason: "by spaces after the document",
    sizes: [...upTo16MiB, ["64-mib", 64 * MIB]],
    body: (more) => bytes`${user()}${times(" ", more)}`,
  },
  {
    family: "space-before",
    axis: "body bytes, by white space before it",
    reason: "by spaces before the document",
    sizes: upTo16MiB,
    body: (more) => bytes`${times(" ", more)}${user()}`,
  },
  {
    family: "space-inside",
    axis: "body bytes, by white space inside it",
    reason: "by spaces between the members",
    sizes: upTo16MiB,
    body: (more) => bytes`{"id":${ID},${times(" ", more)}"date":"${DATE}"}`,
  },
  {
    family: "extra-string",
    probes: ["further-fields"],
    axis: "body bytes, by the string of an extra key",
    reason: "by the string of an extra key",
    sizes: upTo16MiB,
    body: (more) => withNote(bytes`"${times("a", more - NOTE_STRING_BYTES)}"`),
  },
  {
    family: "extra-array",
    probes: ["further-fields"],
    axis: "body bytes, by the array of an extra key",
    reason: "by the zeros in the array of an extra key",
    sizes: upTo1MiB.filter(([, bodyBytes]) => bodyBytes % 2 === 0),
    body: (more) =>
      bytes`{"id":${ID},"date":"${DATE}","notes":[0${times(",0", (more - LIST_BYTES) / 2)}]}`,
  },
  {
    family: "id-digits",
    probes: ["id-values"],
    axis: "body bytes, by digits of id",
    reason: "by further digits of id",
    sizes: upTo1MiB,
    body: (more) => user({ id: bytes`${ID}${times("0", more)}` }),
  },
];

const errors: ClauseId[] = ["error-conditions", "error-codes", "error-payload", "response-status"];

const tiny = bodyCases("tiny", [
  ["0-bytes", "a body of no bytes", []],
  ["1-byte-space", "a body of one byte, a space", [" "]],
  ["1-byte-digit", "a body of one byte, a digit", ["1"]],
  ["1-byte-quote", "a body of one byte, a quote", [`"`]],
  ["1-byte-brace", "a body of one byte, an opening brace", ["{"]],
  ["1-byte-closing-brace", "a body of one byte, a closing brace", ["}"]],
  ["2-bytes", "a body of two bytes, an empty object", ["{}"]],
  ["2-bytes-line-end", "a body of two bytes, a line end", ["\r\n"]],
]);

const ladders: CaseDefinition[] = fillers.flatMap(
  ({ family, axis, reason, sizes, body, probes = [] }) =>
    sizes.map(([label, bodyBytes]) => ({
      name: `${family}-${label}`,
      reason: `a body of ${bodyBytes} bytes ${reason}`,
      family,
      rung: { axis, at: `${bodyBytes}`, unit: "bytes" },
      request: post(body(bodyBytes - VALID_BODY_BYTES)),
      clauses: ["limit-size", "content-length", ...probes, ...errors],
      ...(bodyBytes > MIB && { alone: true as const }),
    })),
);

/** Request bodies from nothing to many mebibytes. */
export default defineSuite({
  name: "size",
  about: "the size of the body, by several kinds of filling",
  clauses: ["limit-size", "content-length", ...errors],
  cases: [...tiny, ...ladders],
});
