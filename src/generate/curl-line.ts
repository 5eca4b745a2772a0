import { GIVEN, shownTarget } from "../contract/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { quotedWord, shellWord, whole } from "../text/index.ts";
import type { Template } from "../template/index.ts";
import { layoutOf } from "./layout.ts";
import { renderStart, type Filling } from "./render.ts";
import { clientHead } from "./request-bytes.ts";

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

/** A command line for curl with its parts, or why there is none. */
export type CurlLine = { curl: string; parts: CurlParts } | { curl: null; reason: string };

/** The request for curl, for what curl can say: one request of an ordinary client. */
export function curlLine(request: CaseRequest, sent: Filling, way: CurlWay = {}): CurlLine {
  const filling: Filling = { ...sent, target: shownTarget(sent.target) };
  if (request.sender === "wire")
    return {
      curl: null,
      reason: "raw bytes on the connection, which curl cannot send as they are",
    };
  const { start: body, bytes } = renderStart(request.body, filling, LONGEST_BODY);
  if (bytes > LONGEST_BODY)
    return { curl: null, reason: `a body of ${whole(bytes)} bytes is too long for a command line` };
  if (request.headers?.some(([, value]) => /[^\x20-\x7e\t]/.test(value)) === true)
    return { curl: null, reason: "a header with bytes above ASCII, which a shell sends as UTF-8" };
  const { method, path } = clientHead(request, filling);
  const given = request.headers ?? layoutOf(filling.interface).headers;
  if (typeof request.path !== "string" && hasGiven(request.path ?? []))
    return { curl: null, reason: "a part of a given header, whose value is not stored" };
  if ([method, path, ...given.map(([name]) => name)].some((text) => /[^\x20-\x7e]/.test(text)))
    return {
      curl: null,
      reason: "a method, path or header name with bytes that are not ASCII text",
    };
  const url = `${filling.target.protocol}//${filling.target.host}${path}`;
  const headers = [["Connection", "keep-alive"], ...given];
  const dropped = ["Content-Type", "User-Agent", "Accept"]
    .filter((name) => !headers.some(([named]) => named?.toLowerCase() === name.toLowerCase()))
    .map((name) => `-H ${quotedWord(`${name}:`)}`);
  const options = [
    `curl -sS -i --http1.1 --path-as-is --globoff --max-time 10${wayArguments(way)}`,
    `-X ${quotedWord(method)}`,
    ...headers.map(([name = "", value = ""]) =>
      value === GIVEN
        ? `-H "${name}: $${givenVariable(name)}"`
        : `-H ${quotedWord(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...dropped,
  ];
  const pipe = isText(body) ? "" : `echo ${body.toString("base64")} | base64 -d | `;
  const data = `--data-binary ${bodyArgument(body)}`;
  const parts = { pipe, options, data, url: quotedWord(url) };
  return { curl: `${pipe}${[...options, data, parts.url].join(" ")}`, parts };
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

/** The variable from which witness takes the value of a header, too. */
const givenVariable = (name: string): string =>
  `WITNESS_HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;

const hasGiven = (template: Template): boolean =>
  template.some(
    (part) =>
      typeof part !== "string" && ("given" in part || ("encode" in part && hasGiven(part.encode))),
  );

/** `@` at the start of an argument, and bytes that no argument can carry, come from a pipe. */
const bodyArgument = (body: Buffer): string =>
  isText(body) ? quotedWord(body.toString("utf8")) : "@-";

/** Plain ASCII that a reader can see and copy; a leading `@` would name a file. */
const isText = (body: Buffer): boolean => /^(?!@)[\x20-\x7e]*$/.test(body.toString("latin1"));
