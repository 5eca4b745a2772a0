import { GIVEN, pathKey, queryKey, REDACTED, shownTarget } from "../contract/index.ts";
import type { CaseRequest, Case, Interface } from "../model/index.ts";
import { quotedWord, shellWord, whole } from "../text/index.ts";
import type { Template } from "../template/index.ts";
import { layoutOf } from "./layout.ts";
import { renderStart, type Filling } from "./render.ts";
import { clientHead } from "./request-bytes.ts";
import { isUtf8 } from "node:buffer";

/** Longer bodies get no command line. */
const LONGEST_BODY = 8192;

/** Parts of a command line for curl, each quoted for a shell. */
export type CurlParts = {
  /** The pipe of a body that cannot be an argument into curl; "" for others. */
  pipe: string;
  /** curl with its options: method and headers, each option with its value. */
  options: string[];
  data: string;
  url: string;
};

/** The way to the target as a record has it. */
export type CurlWay = {
  insecure?: boolean | undefined;
  resolve?: readonly string[] | undefined;
  ipv4?: boolean | undefined;
  ipv6?: boolean | undefined;
  unixSocket?: string | undefined;
  proxy?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  ca?: string | undefined;
};

export type CurlLine = { curl: string; parts: CurlParts } | { curl: null; reason: string };

const without = (reason: string): CurlLine => ({ curl: null, reason });

export function curlLine(request: CaseRequest, sent: Filling, way: CurlWay = {}): CurlLine {
  const filling: Filling = { ...sent, target: shownTarget(sent.target) };
  if (request.sender === "wire")
    return without("raw bytes on the connection, which curl cannot send as they are");
  const { start: body, bytes } = renderStart(request.body, filling, LONGEST_BODY);
  if (bytes > LONGEST_BODY)
    return without(`a body of ${whole(bytes)} bytes is too long for a command line`);
  if (request.headers?.some(([, value]) => /[^\x20-\x7e\t]/.test(value)) === true)
    return without("a header with bytes above ASCII, which a shell sends as UTF-8");
  const { method, path } = clientHead(request, filling);
  const { givenQuery = [], givenPath = [] } = filling.interface;
  const keys = [...givenQuery.map(queryKey), ...givenPath.map(pathKey)];
  const given = request.headers ?? layoutOf(filling.interface).headers;
  if (typeof request.path !== "string" && hasGiven(request.path ?? [], keys))
    return without("a part of a given header, whose value is not stored");
  if ([method, path, ...given.map(([name]) => name)].some((text) => /[^\x20-\x7e]/.test(text)))
    return without("a method, path or header name with bytes that are not ASCII text");
  const url = `${filling.target.protocol}//${filling.target.host}${path}`;
  const headers = [["Connection", "keep-alive"], ...given];
  const dropped = ["Content-Type", "User-Agent", "Accept"]
    .filter((name) => !headers.some(([named]) => named?.toLowerCase() === name.toLowerCase()))
    .map((name) => `-H ${quotedWord(`${name}:`)}`);
  // With -X, curl waits for the body of a response to HEAD, which never comes; with --head, it takes no data.
  const isHead = method === "HEAD" && bytes === 0;
  const options = [
    `curl -sS -i --http1.1 --path-as-is --globoff --max-time 10${wayArguments(way)}`,
    isHead ? "--head" : `-X ${quotedWord(method)}`,
    ...headers.map(([name = "", value = ""]) =>
      value === GIVEN
        ? `-H "${name}: $${givenVariable("HEADER", name)}"`
        : `-H ${quotedWord(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...dropped,
  ];
  const pipe = isText(body) ? "" : `echo ${body.toString("base64")} | base64 -d | `;
  const data = isHead
    ? []
    : [`--data-binary ${pipe === "" ? quotedWord(body.toString("utf8")) : "@-"}`];
  const parts = {
    pipe,
    options,
    data: data.join(""),
    url: withVariables(quotedWord(url), filling.interface),
  };
  return { curl: `${pipe}${[...options, ...data, parts.url].join(" ")}`, parts };
}

function wayArguments(way: CurlWay): string {
  const { insecure, resolve = [], ipv4, ipv6, unixSocket, proxy, cert, key, ca } = way;
  const named: [flag: string, value: string | undefined][] = [
    ...resolve.map((each): [string, string] => ["--resolve", each]),
    ["--unix-socket", unixSocket],
    // curl takes the proxy of the environment by itself.
    ["--proxytunnel --proxy", proxy === "env" ? undefined : proxy],
    ["--cert", cert],
    ["--key", key],
    ["--cacert", ca],
  ];
  const switches = [insecure && "--insecure", ipv4 && "--ipv4", ipv6 && "--ipv6"].filter(Boolean);
  const given = named.flatMap(([flag, value]) =>
    value === undefined ? [] : [`${flag} ${shellWord(value)}`],
  );
  return [...switches, ...given].map((each) => ` ${String(each)}`).join("");
}

function withVariables(quoted: string, { givenQuery = [], givenPath = [] }: Interface): string {
  const inPath = givenPath.reduce(
    (text, name) => text.replaceAll(pathKey(name), `'"$${givenVariable("PATH", name)}"'`),
    quoted,
  );
  return givenQuery.reduce((text, name) => {
    const pair = `${encodeURIComponent(name)}=`;
    const variable = givenVariable("QUERY", name);
    return text.replaceAll(`${pair}${encodeURIComponent(REDACTED)}`, `${pair}'"$${variable}"'`);
  }, inPath);
}

/** The variable from which witness takes the value, too. */
const givenVariable = (place: "HEADER" | "QUERY" | "PATH", name: string): string =>
  `WITNESS_${place}_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;

/** Whether it has the value of a given header; those of the query are variables of a command. */
const hasGiven = (template: Template, inTarget: readonly string[]): boolean =>
  template.some(
    (part) =>
      typeof part !== "string" &&
      (("given" in part && !inTarget.includes(part.given)) ||
        ("encode" in part && hasGiven(part.encode, inTarget))),
  );

/** Plain ASCII that a reader can see and copy; a leading `@` would name a file. */
const isText = (body: Buffer): boolean => /^(?!@)[\x20-\x7e]*$/.test(body.toString("latin1"));

/** The reason of a case; of a sequence, it says that it is one. */
export function reasonText({ reason, request }: Case): string {
  if (request.sender === "client") return reason;
  const { steps } = request;
  const lastSend = steps.findLastIndex((step) => step.do === "send");
  const reads = steps.filter((step) => step.do === "read").length;
  const isSequence = reads > 1 && steps.findIndex((step) => step.do === "read") < lastSend;
  if (!isSequence) return reason;
  const what =
    reads === 2
      ? "two requests, the second after the first response"
      : `${reads} requests, the last after the responses before it`;
  return `${reason} (${what})`;
}

/** Bytes as printable text, cut to `limit` bytes: bare CR and LF are marked, controls and non-UTF-8 are `\xNN`. */
export function printable(bytes: Buffer, limit: number): string {
  const shown = bytes.subarray(0, wholeCharacters(bytes, limit));
  const [text, marked] = isUtf8(shown)
    ? [shown.toString("utf8"), /\r\n|[\x00-\x1f\x7f]/g]
    : [shown.toString("latin1"), /\r\n|[\x00-\x1f\x7f-\xff]/g];
  return text.replace(marked, (match) =>
    match === "\r\n" ? "\n" : printableByte(match.charCodeAt(0)),
  );
}

function printableByte(byte: number): string {
  if (byte === 0x0d) return "\\r";
  if (byte === 0x0a) return "\\n";
  if (byte === 0x09) return "\\t";
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Where to cut bytes without splitting a UTF-8 character: at `limit`, or up to three bytes before it. */
export function wholeCharacters(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  for (let end = limit; end > limit - 4 && end > 0; end -= 1)
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return end;
  return limit;
}
