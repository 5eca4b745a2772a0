import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import { raw, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { head, requestLine, send, wirePost } from "../../src/generate/user-submission.ts";
import { read, wire } from "../../src/generate/steps.ts";
import type { HeadOptions } from "../../src/generate/steps.ts";
import type { Template, TemplatePart } from "../../src/template/template.ts";

const N: TemplatePart = { bodyLength: 0 };

const DIGITS = Array.from(String(VALID_BODY_BYTES));

const digitsFrom = (zero: number) =>
  DIGITS.map((digit) => String.fromCodePoint(zero + Number(digit))).join("");

const SPELLINGS: [name: string, reason: string, value: Template][] = [
  ["empty", "Content-Length is empty", []],
  ["spaces", "Content-Length is three spaces", ["   "]],
  ["00", "Content-Length is 00", ["00"]],
  ["leading-zero", "a zero stands before the length", ["0", N]],
  ["leading-zeros-20", "zeros fill the length to 20 digits", [{ bodyLength: 0, width: 20 }]],
  ["leading-zeros-1000", "zeros fill the length to 1000 digits", [{ bodyLength: 0, width: 1000 }]],
  ["plus", "a plus sign stands before the length", ["+", N]],
  ["minus", "a minus sign stands before the length", ["-", N]],
  ["minus-1", "Content-Length is -1", ["-1"]],
  ["minus-0", "Content-Length is -0", ["-0"]],
  ["hex", "the length is written with 0x", ["0x", { bodyLength: 0, radix: 16 }]],
  ["octal", "the length is written with 0o", ["0o", { bodyLength: 0, radix: 8 }]],
  ["binary", "the length is written with 0b", ["0b", { bodyLength: 0, radix: 2 }]],
  ["trailing-space", "a space follows the length", [N, " "]],
  ["trailing-tab", "a tab follows the length", [N, "\t"]],
  ["leading-space", "two spaces stand before the length", [" ", N]],
  ["leading-tab", "a tab stands before the length", ["\t", N]],
  ["leading-vertical-tab", "a vertical tab stands before the length", ["\v", N]],
  ["trailing-nul", "a NUL byte follows the length", [N, raw(0)]],
  ["trailing-letters", "letters follow the length", [N, "abc"]],
  ["parameter", "a parameter follows the length", [N, ";x"]],
  ["two-words", "the length is there twice, with a space", [N, " ", N]],
  ["list-same", "the length is a list of two, the same", [N, ", ", N]],
  ["list-same-tight", "the length is a list of two without a space", [N, ",", N]],
  [
    "list-different",
    "the length is a list of two, one less in the second",
    [N, ", ", { bodyLength: -1 }],
  ],
  [
    "list-different-first",
    "the length is a list of two, one less in the first",
    [{ bodyLength: -1 }, ", ", N],
  ],
  ["comma-after", "a comma follows the length", [N, ","]],
  ["comma-before", "a comma stands before the length", [",", N]],
  ["fraction-0", ".0 follows the length", [N, ".0"]],
  ["fraction-5", ".5 follows the length", [N, ".5"]],
  ["full-stop", "a full stop follows the length", [N, "."]],
  ["exponent", "the length is written with an exponent", [`${VALID_BODY_BYTES / 10}e1`]],
  ["exponent-0", "e0 follows the length", [N, "e0"]],
  ["underscore", "an underscore stands between the digits", [DIGITS.join("_")]],
  ["quoted", "the length is in quotation marks", ['"', N, '"']],
  ["arabic-digits", "the digits are Arabic-Indic", [digitsFrom(0x660)]],
  ["fullwidth-digits", "the digits are full-width", [digitsFrom(0xff10)]],
  ["superscript", "a superscript digit follows the length", [N, raw(0xb2)]],
  ["word", "Content-Length is a word", ["some"]],
  ["nan", "Content-Length is NaN", ["NaN"]],
  ["infinity", "Content-Length is Infinity", ["Infinity"]],
  ["digits-400", "Content-Length is 400 digits", [times("9", 400)]],
];

const LENGTHS: bigint[] = [
  ...[0, 1, 10, 25, ...[-2, -1, 0, 1, 2].map((by) => VALID_BODY_BYTES + by)].map(BigInt),
  ...[60, 100, 1000, 65_536].map(BigInt),
  ...[31n, 32n, 53n, 63n, 64n].flatMap((power) => [-1n, 0n, 1n].map((by) => 2n ** power + by)),
  10n ** 30n,
];

const given: CaseDefinition[] = LENGTHS.map((length) => ({
  name: `given-${length}`,
  reason:
    length === BigInt(VALID_BODY_BYTES)
      ? `Content-Length is ${length}, as long as the body`
      : `Content-Length is ${length} and the body has ${VALID_BODY_BYTES} bytes`,
  family: "length-given",
  rung: { axis: `Content-Length of a ${VALID_BODY_BYTES}-byte body`, at: String(length) },
  ...(length === BigInt(VALID_BODY_BYTES) && { valid: true as const }),
  request: wirePost({ change: { "Content-Length": String(length) } }),
}));

const line = (value: TemplatePart): Template => ["Content-Length: ", value];

const SEVERAL: [name: string, reason: string, options: HeadOptions, body?: Template][] = [
  ["absent", "there is no Content-Length and a body", { change: { "Content-Length": null } }],
  [
    "absent-no-body",
    "there is no Content-Length and no body",
    { change: { "Content-Length": null } },
    [],
  ],
  ["zero-no-body", "Content-Length is 0 and there is no body", {}, []],
  [
    "absent-close",
    "there is no Content-Length, a body, and Connection: close",
    { change: { "Content-Length": null, Connection: "close" } },
  ],
  ["twice-same", "Content-Length is there twice, the same", { extra: [line(N)] }],
  [
    "three-times-same",
    "Content-Length is there three times, the same",
    { extra: [line(N), line(N)] },
  ],
  ["twice-less", "a second Content-Length is one less", { extra: [line({ bodyLength: -1 })] }],
  ["twice-more", "a second Content-Length is one more", { extra: [line({ bodyLength: 1 })] }],
  ["twice-zero", "a second Content-Length is 0", { extra: [line("0")] }],
  [
    "twice-less-first",
    "the first Content-Length is one less",
    { change: { "Content-Length": [{ bodyLength: -1 }] }, extra: [line(N)] },
  ],
  [
    "twice-zero-first",
    "the first Content-Length is 0",
    { change: { "Content-Length": "0" }, extra: [line(N)] },
  ],
  ["twice-second-word", "a second Content-Length is a word", { extra: [line("some")] }],
  ["twice-second-empty", "a second Content-Length is empty", { extra: [["Content-Length:"]] }],
  [
    "twice-leading-zero",
    "a second Content-Length has a zero before it",
    { extra: [line({ bodyLength: 0, width: 3 })] },
  ],
];

const READ_TWICE: [name: string, reason: string, options: HeadOptions, body: Template][] = [
  [
    "leftover-message",
    "Content-Length is 0 and the body is a whole GET request",
    { change: { "Content-Length": "0" } },
    getMessage(),
  ],
  [
    "leftover-after",
    "a whole GET request follows the body",
    { change: { "Content-Length": String(VALID_BODY_BYTES) } },
    [...user(), ...getMessage()],
  ],
  [
    "leftover-line-ends",
    "CR LF and a whole GET request follow the body",
    { change: { "Content-Length": String(VALID_BODY_BYTES) } },
    [...user(), "\r\n", ...getMessage()],
  ],
  [
    "get-with-length",
    "a GET with the stated body, then a GET without",
    {
      line: requestLine({ method: "GET" }),
      change: { "Content-Length": String(VALID_BODY_BYTES) },
    },
    [...user(), ...getMessage()],
  ],
  [
    "get-without-length",
    "a GET without Content-Length and with a body, then a GET",
    { line: requestLine({ method: "GET" }), change: { "Content-Length": null } },
    [...user(), ...getMessage()],
  ],
];

function getMessage(): Template {
  return head({
    line: requestLine({ method: "GET" }),
    change: { "Content-Type": null, "Content-Length": null },
  });
}

/** Content-Length, told in all ways. */
export const contentLength: CaseDefinition[] = [
  ...SPELLINGS.map(([name, reason, value]) => ({
    name: `length-${name}`,
    reason,
    family: "length-spelling",
    request: wirePost({ change: { "Content-Length": value } }),
  })),
  ...given,
  ...SEVERAL.map(([name, reason, options, body]) => ({
    name: `lengths-${name}`,
    reason,
    family: "lengths",
    request: wirePost({ ...options, body: body ?? user() }),
  })),
  ...READ_TWICE.map(([name, reason, options, body]) => ({
    name,
    reason,
    family: "leftover",
    request: wire(send({ head: head(options), body }), read(), read()),
  })),
];
