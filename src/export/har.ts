import type { Content, Entry, Har, Header, Request, Response } from "har-format";
import { printable, requestStarts } from "../generate/index.ts";
import { type KeptBytes, rawText, type RequestResult } from "../model/index.ts";
import { type Observed, startedMs } from "./observed.ts";

const MOST_BODY_BYTES = 64 * 1024;
const READ_BYTES = MOST_BODY_BYTES + 64 * 1024;
const END_OF_HEAD = "\r\n\r\n";
const REQUEST_LINE = /^(\S+) (\S+) (HTTP\/\d\.\d)$/;
const HEADER_LINE = /^([^:\s]+):[ \t]*(.*)$/;

/**
 * The first sending of each case as a HAR file (version 1.2), which browsers and proxies open. HAR has one request and one
 * response for each entry: cases with several requests, or with bytes that are not a request with a head, are left out,
 * and counted in its comment. Values of given headers are `[redacted]`.
 */
export function harText(all: readonly Observed[]): string {
  const firsts = new Map<string, Observed>();
  for (const each of all) if (!firsts.has(each.case.id)) firsts.set(each.case.id, each);
  const entries = [...firsts.values()].flatMap((each) => entryOf(each) ?? []);
  const left = firsts.size - entries.length;
  const { tool } = all[0]?.header ?? { tool: { name: "api-witness", version: "" } };
  const comment = `${left} of ${firsts.size} cases are not a single HTTP message, and not in this file`;
  const har: Har = {
    log: { version: "1.2", creator: tool, entries, ...(left > 0 && { comment }) },
  };
  return `${JSON.stringify(har, null, 1)}\n`;
}

function entryOf(observed: Observed): Entry | undefined {
  const { case: sent, observation } = observed;
  const [result, ...others] = observation.answers;
  const request = requestOf(observed);
  if (request === undefined || result === undefined || others.length > 0) return undefined;
  const { totalUs, firstByteUs = totalUs } = result;
  return {
    startedDateTime: new Date(startedMs(observed)).toISOString(),
    time: totalUs / 1000,
    request,
    response: responseOf(result),
    cache: {},
    timings: { send: 0, wait: firstByteUs / 1000, receive: (totalUs - firstByteUs) / 1000 },
    comment: `${sent.id}: ${sent.reason}`,
  };
}

function requestOf({ case: sent, filling }: Observed): Request | undefined {
  const [only, ...others] = requestStarts(sent.request, filling, READ_BYTES);
  if (only === undefined || others.length > 0) return undefined;
  const end = only.start.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const [first = "", ...lines] = only.start.subarray(0, end).toString("latin1").split("\r\n");
  const [, method, target, httpVersion] = REQUEST_LINE.exec(first) ?? [];
  const headers = headersOf(lines);
  if (method === undefined || target === undefined || httpVersion === undefined) return undefined;
  if (headers === undefined) return undefined;
  const { given, givenQuery } = filling.interface;
  const { protocol, host } = filling.target;
  const body = only.start.subarray(end + END_OF_HEAD.length);
  const bodySize = only.bytes - end - END_OF_HEAD.length;
  const url = /^https?:\/\//i.test(target) ? target : `${protocol}//${host}${target}`;
  if (!URL.canParse(url)) return undefined;
  const mimeType = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
  const isCut = bodySize > MOST_BODY_BYTES;
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers,
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    ...(bodySize > 0 && {
      postData: {
        mimeType,
        text: printable(body, MOST_BODY_BYTES),
        ...(isCut && { comment: `the first ${MOST_BODY_BYTES} of ${bodySize} bytes` }),
      },
    }),
    headersSize: end + END_OF_HEAD.length,
    bodySize,
    ...((given ?? givenQuery) !== undefined && {
      comment: "values that are given when sending are left out",
    }),
  };
}

/** Undefined if a line is not a header. */
function headersOf(lines: readonly string[]): Header[] | undefined {
  const found = lines.map((line) => HEADER_LINE.exec(line));
  return found.includes(null)
    ? undefined
    : found.map((match) => ({ name: match?.[1] ?? "", value: match?.[2] ?? "" }));
}

/** Without a response, the status is 0, as browsers write it. */
function responseOf(result: RequestResult): Response {
  const none = { httpVersion: "HTTP/1.1", cookies: [], redirectURL: "", headersSize: -1 };
  if (result.outcome !== "answered")
    return {
      ...none,
      status: 0,
      statusText: result.outcome,
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      bodySize: -1,
      comment: rawText(result.detail),
    };
  const { version = "1.1", status, reason, headers, body, decoded } = result.response;
  const all = headers.map(([name, value]) => ({ name: rawText(name), value: rawText(value) }));
  const valueOf = (wanted: string): string | undefined =>
    all.find(({ name }) => name.toLowerCase() === wanted)?.value;
  return {
    ...none,
    httpVersion: `HTTP/${version}`,
    status,
    statusText: rawText(reason),
    headers: all,
    content: contentOf(decoded ?? body, valueOf("content-type") ?? "x-unknown"),
    redirectURL: valueOf("location") ?? "",
    bodySize: body.bytes,
  };
}

/** A record has the first 4 KiB of a body. */
function contentOf({ bytes, text, base64 }: KeptBytes, mimeType: string): Content {
  const kept =
    text === undefined
      ? Buffer.byteLength(base64 ?? "", "base64")
      : Buffer.byteLength(rawText(text));
  return {
    size: bytes,
    mimeType,
    ...(text !== undefined && { text: rawText(text) }),
    ...(base64 !== undefined && { text: base64, encoding: "base64" }),
    ...(kept < bytes && { comment: `the first ${kept} of ${bytes} bytes` }),
  };
}
