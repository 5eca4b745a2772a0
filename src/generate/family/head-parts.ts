import { userSubmission } from "../../contract/user-submission.ts";
import { PROTOCOL, statedHeaders } from "../../contract/stated-headers.ts";
import type { ReadMessage } from "./read-message.ts";
import { FILLING } from "./sent-bytes.ts";

const LARGE_HEAD_BYTES = 8 * 1024;
const REQUEST_LINE = /^([^ ]+) ([^ ]+) ([^ ]+)$/;
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9a-z]+):(.*)$/is;
const SHOWN_METHOD = /^[A-Za-z]{1,16}$/;

const STATED = new Map([
  ...statedHeaders(userSubmission).map(([name, value]) => [name.toLowerCase(), value] as const),
  ["host", FILLING.target.host] as const,
  ["connection", "keep-alive"] as const,
]);
const LENGTH = "content-length";
const CODED = "transfer-encoding";
const NAMES = [
  ...new Set(["content-type", LENGTH, CODED, "host", "connection", "accept", ...STATED.keys()]),
];

/** How a message's head differs from the stated one; the order of headers is left out. */
export function headParts(message: ReadMessage, bodyBytes: number): string[] {
  const [first = "", ...lines] = message.lines;
  const found = lines.map((line) => HEADER_LINE.exec(line));
  const size = message.lines.reduce((sum, line) => sum + line.length + 2, 0);
  const headers = valuesByName(found.filter((line) => line !== null));
  const lengths = [String(message.body.length), String(bodyBytes)];
  return [
    ...requestLineParts(first),
    ...(message.ended || headers.size > 0 ? headerParts(headers, lengths) : []),
    ...(message.plainEnds ? [] : ["line ends"]),
    ...(found.includes(null) ? ["a line that is no header"] : []),
    ...(message.ended ? [] : ["head cut short"]),
    ...(size > LARGE_HEAD_BYTES ? ["large head"] : []),
    ...(message.brokenChunks ? ["chunks that do not fit"] : []),
  ];
}

function valuesByName(lines: RegExpExecArray[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const [, name = "", text = ""] of lines) {
    const key = name.toLowerCase();
    const value = text.replace(/^[ \t]+|[ \t]+$/g, "");
    const values = headers.get(key);
    if (values === undefined) headers.set(key, [value]);
    else values.push(value);
  }
  return headers;
}

function headerParts(headers: Map<string, string[]>, lengths: string[]): string[] {
  if (headers.size === 0) return ["no headers"];
  const others = [...headers.keys()].some((name) => !NAMES.includes(name));
  return [
    ...NAMES.flatMap((name) => headerPart(name, headers, lengths)),
    ...(others ? ["extra headers"] : []),
  ];
}

function requestLineParts(line: string): string[] {
  const found = REQUEST_LINE.exec(line);
  if (found === null) return ["another request line"];
  const [, method = "", target, version] = found;
  const named = SHOWN_METHOD.test(method) ? `method ${method}` : "another method";
  return [
    ...(method === userSubmission.method ? [] : [named]),
    ...(target === FILLING.target.prefix + userSubmission.path ? [] : ["another target"]),
    ...(version === PROTOCOL ? [] : ["another version"]),
  ];
}

function headerPart(name: string, headers: Map<string, string[]>, lengths: string[]): string[] {
  const values = headers.get(name) ?? [];
  const [value] = values;
  if (name === CODED) return value === undefined ? [] : [`header ${name}: present`];
  if (values.length > 1) return [`header ${name}: twice`];
  if (value === undefined)
    return name === LENGTH && headers.has(CODED) ? [] : [`header ${name}: missing`];
  const stated = name === LENGTH ? lengths.includes(value) : value === STATED.get(name);
  return stated ? [] : [`header ${name}: other value`];
}
