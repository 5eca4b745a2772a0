import { METHOD, PROTOCOL, statedHeaders } from "../contract/endpoint.ts";
import type { ClientRequest, RawRequest, RawStep } from "../model/request.ts";
import type { Template } from "../model/template.ts";
import { bytes, user } from "./bytes.ts";

/** A header line of a request: name and value, sent as they are. */
export type RequestHeader = [name: string, value: string];

/** The stated headers with some replaced (by name, any case), left out (`null`), or added at the end. */
export function headersWith(
  changes: Record<string, string | null>,
  extra: RequestHeader[] = [],
): RequestHeader[] {
  const left = new Map(
    Object.entries(changes).map(([name, value]) => [name.toLowerCase(), [name, value] as const]),
  );
  const kept = statedHeaders().flatMap(([name, value]): RequestHeader[] => {
    const change = left.get(name.toLowerCase());
    if (change === undefined) return [[name, value]];
    left.delete(name.toLowerCase());
    return change[1] === null ? [] : [[change[0], change[1]]];
  });
  const added = [...left.values()].flatMap(([name, value]): RequestHeader[] =>
    value === null ? [] : [[name, value]],
  );
  return [...kept, ...added, ...extra];
}

/** The stated request with this body, sent by the ordinary client. */
export function post(
  body: Template = user(),
  options: Omit<ClientRequest, "sender" | "body"> = {},
): ClientRequest {
  return { sender: "client", ...options, body };
}

/** Parts of a message head on the wire; whatever is not named is as stated. */
export type HeadOptions = {
  /** The request line without its end; "POST path HTTP/1.1" by default. */
  line?: Template;
  /** Replaced or left out by name, as in `headersWith`; Host, Connection and Content-Length too. */
  change?: Record<string, Template | string | null>;
  /** Whole lines, without their ends, after the others. */
  extra?: Template[];
  /** Line end, CR LF by default. */
  eol?: string;
};

/** The head of the stated request as bytes, with changes. */
export function head(options: HeadOptions = {}): Template {
  const eol = options.eol ?? "\r\n";
  const changes = new Map(
    Object.entries(options.change ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      { name, value },
    ]),
  );
  const standard: [string, Template][] = [
    ["Host", [{ target: "host" }]],
    ["Connection", ["keep-alive"]],
    ...statedHeaders().map(([name, value]): [string, Template] => [name, [value]]),
    ["Content-Length", [{ bodyLength: 0 }]],
  ];
  const lines = standard.flatMap(([name, value]): Template[] => {
    const change = changes.get(name.toLowerCase());
    if (change === undefined) return [[`${name}: `, ...value]];
    changes.delete(name.toLowerCase());
    return change.value === null ? [] : [[`${change.name}: `, ...asTemplate(change.value)]];
  });
  const added = [...changes.values()].flatMap(({ name, value }): Template[] =>
    value === null ? [] : [[`${name}: `, ...asTemplate(value)]],
  );
  const line = options.line ?? requestLine();
  return [line, ...lines, ...added, ...(options.extra ?? [])]
    .flatMap((parts) => [...parts, eol])
    .concat(eol);
}

const asTemplate = (value: Template | string): Template =>
  typeof value === "string" ? [value] : value;

/** The stated request line, with another method, path (after the prefix) or version. */
export function requestLine(
  options: { method?: string; path?: Template; version?: string } = {},
): Template {
  const path: Template = options.path ?? [{ target: "path" }];
  return bytes`${options.method ?? METHOD} ${path} ${options.version ?? PROTOCOL}`;
}

/** Parts of a `send` step: head, body, the connection (`on`), and how the bytes are cut and paced. */
export type SendStepOptions = Omit<RawStep & { do: "send" }, "do">;

/** Sends a whole message: the stated one but for what is given. */
export function send(options: SendStepOptions = {}): RawStep {
  return { do: "send", head: head(), body: user(), ...options };
}

/** Sends these bytes and nothing else. */
export function sendBytes(
  template: Template,
  options: Omit<SendStepOptions, "head" | "body"> = {},
): RawStep {
  return { do: "send", head: template, ...options };
}

/** Reads one response. */
export const read = (options: Omit<RawStep & { do: "read" }, "do"> = {}): RawStep => ({
  do: "read",
  ...options,
});

/** Waits this many milliseconds before the next step. */
export const pause = (ms: number): RawStep => ({ do: "pause", ms });
/** Ends the client's side of a connection with a FIN; it can still be read from. */
export const halfClose = (on?: number): RawStep => ({ do: "half-close", ...(on && { on }) });
/** Ends a connection with an RST. */
export const reset = (on?: number): RawStep => ({ do: "reset", ...(on && { on }) });

/** A sequence of steps on raw connections. */
export function wire(...steps: RawStep[]): RawRequest {
  return { sender: "wire", steps };
}

/** One message, one response: most cases on the wire. */
export function wirePost(options: HeadOptions & { body?: Template } = {}): RawRequest {
  return wire(send({ head: head(options), body: options.body ?? user() }), read());
}
