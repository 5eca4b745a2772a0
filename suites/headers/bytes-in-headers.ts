import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { raw, type Template } from "../../src/template/index.ts";

type Row = [name: string, what: string, bytes: Template];

const IN_BOTH: Row[] = [
  ["nul", "a NUL byte", [raw(0)]],
  ["01", "the byte 0x01", [raw(1)]],
  ["0b", "a vertical tab", [raw(0x0b)]],
  ["1b", "an escape byte", [raw(0x1b)]],
  ["7f", "the byte 0x7f", [raw(0x7f)]],
  ["80", "the byte 0x80", [raw(0x80)]],
  ["ff", "the byte 0xff", [raw(0xff)]],
  ["utf8", "an accented letter in UTF-8", ["\u00e9"]],
  ["cr", "a CR without LF", ["\r"]],
  ["lf", "a LF without CR", ["\n"]],
];

const IN_NAME: Row[] = [
  ["parenthesis", "parentheses", ["(a)"]],
  ["quote", "a quotation mark", ['"']],
  ["at-sign", "an at sign", ["@"]],
  ["slash", "a slash", ["/"]],
  ["comma", "a comma", [","]],
  ["semicolon", "a semicolon", [";"]],
  ["equals", "an equals sign", ["="]],
  ["bracket", "square brackets", ["[]"]],
  ["brace", "braces", ["{}"]],
  ["token-marks", "the marks that a token may have", ["!#$%&'*+-.^_`|~"]],
  ["underscore", "an underscore", ["_"]],
];

const IN_VALUE: Row[] = [
  ["quote-open", "a quotation mark that stays open", ['"abc']],
  ["backslash-last", "a backslash at the end", ["abc\\"]],
  ["percent", "%00%0d%0a in letters", ["%00%0d%0a"]],
  ["placeholder", "a name in braces after a dollar sign", ["$", "{x}"]],
  ["markup", "angle brackets", ["<b>x</b>"]],
];

/** Bytes that header names and values rarely contain. */
export const bytesInHeaders = (on: Requests): CaseDefinition[] => [
  ...[...IN_BOTH, ...IN_NAME].map(([name, what, bytes]) => ({
    name: `name-${name}`,
    reason: `a header name has ${what} in it`,
    family: "bytes-in-name",
    request: on.rawRequest({ extra: [["X-Ex", ...bytes, "tra: 1"]] }),
  })),
  ...[...IN_BOTH, ...IN_VALUE].map(([name, what, bytes]) => ({
    name: `value-${name}`,
    reason: `a header value has ${what} in it`,
    family: "bytes-in-value",
    request: on.rawRequest({ extra: [["X-Extra: 1", ...bytes]] }),
  })),
];
