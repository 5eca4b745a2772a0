import type { Outcome } from "../model/index.ts";
import type { Socket } from "node:net";
import { machineFault } from "../machine-fault.ts";

/**
 * Who ended an exchange: the server; the ordinary client, which refuses the server's data; the network between them; a
 * limit of witness. `either`: the server if it closed the connection, else the client. `request`: the client does not
 * send such a request, nothing has been sent. `witness`: witness told the client to end it.
 */
type EndedBy = "server" | "client" | "network" | "limit" | "either" | "request" | "witness";

type Entry = { by: EndedBy; outcome: Exclude<Outcome, "answered"> };

const refusal: Entry = { by: "client", outcome: "malformed" };
const told: Entry = { by: "witness", outcome: "malformed" };
const request: Entry = { by: "request", outcome: "malformed" };

/** Every error code of undici. If one of a part that is not used occurs nevertheless, the client ended the exchange. */
export const UNDICI_ERRORS: Readonly<Record<string, Entry>> = {
  UND_ERR: refusal,
  UND_ERR_CONNECT_TIMEOUT: { by: "network", outcome: "timed-out" },
  UND_ERR_HEADERS_TIMEOUT: { by: "limit", outcome: "timed-out" },
  UND_ERR_BODY_TIMEOUT: { by: "limit", outcome: "timed-out" },
  UND_ERR_HEADERS_OVERFLOW: { by: "limit", outcome: "too-large" },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { by: "limit", outcome: "too-large" },
  UND_ERR_WS_MESSAGE_SIZE_EXCEEDED: { by: "limit", outcome: "too-large" },
  UND_ERR_SOCKET: { by: "either", outcome: "malformed" },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { by: "either", outcome: "malformed" },
  UND_ERR_INVALID_ARG: request,
  UND_ERR_NOT_SUPPORTED: request,
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: request,
  UND_ERR_INVALID_RETURN_VALUE: refusal,
  UND_ERR_ABORT: told,
  UND_ERR_ABORTED: told,
  UND_ERR_INFO: told,
  UND_ERR_DESTROYED: told,
  UND_ERR_CLOSED: told,
  UND_ERR_BPL_MISSING_UPSTREAM: refusal,
  UND_ERR_MAX_ORIGINS_REACHED: refusal,
  UND_ERR_REQ_RETRY: refusal,
  UND_ERR_RESPONSE: refusal,
  UND_ERR_PRX_TLS: { by: "network", outcome: "tls-failed" },
  UND_ERR_SOCKS5: { by: "network", outcome: "unreachable" },
};

/** llhttp's error for bytes that end too early: the server's fault if it closed the connection. */
const cutShort: Entry = { by: "either", outcome: "malformed" };

/** Errors of llhttp, the parser of undici, for bytes that it refuses: `HPE_` and this name. */
const REFUSED = `
  INTERNAL STRICT CR_EXPECTED LF_EXPECTED UNEXPECTED_CONTENT_LENGTH UNEXPECTED_SPACE
  INVALID_METHOD INVALID_URL INVALID_CONSTANT INVALID_VERSION INVALID_HEADER_TOKEN
  INVALID_CONTENT_LENGTH INVALID_CHUNK_SIZE INVALID_STATUS INVALID_TRANSFER_ENCODING
  CB_MESSAGE_BEGIN CB_HEADERS_COMPLETE CB_MESSAGE_COMPLETE CB_CHUNK_HEADER CB_CHUNK_COMPLETE
  CB_URL_COMPLETE CB_STATUS_COMPLETE CB_METHOD_COMPLETE CB_VERSION_COMPLETE
  CB_HEADER_FIELD_COMPLETE CB_HEADER_VALUE_COMPLETE CB_CHUNK_EXTENSION_NAME_COMPLETE
  CB_CHUNK_EXTENSION_VALUE_COMPLETE CB_PROTOCOL_COMPLETE CB_RESET PAUSED PAUSED_UPGRADE
  PAUSED_H2_UPGRADE USER`;

/** Every error code of llhttp. undici 7.30 loses the code (its table maps names to numbers) and reports `HPE_UNKNOWN`. */
export const PARSER_ERRORS: Readonly<Record<string, Entry>> = {
  HPE_UNKNOWN: cutShort,
  HPE_INVALID_EOF_STATE: cutShort,
  HPE_CLOSED_CONNECTION: cutShort,
  ...Object.fromEntries(
    REFUSED.trim()
      .split(/\s+/)
      .map((name) => [`HPE_${name}`, refusal]),
  ),
};

/** The entry of an error of undici or of its parser; undefined for every other error. */
export function clientEntry({ code, name }: Error & { code?: unknown }): Entry | undefined {
  if (name === "HTTPParserError")
    return PARSER_ERRORS[String(code)] ?? PARSER_ERRORS["HPE_UNKNOWN"];
  if (typeof code !== "string" || !Object.hasOwn(UNDICI_ERRORS, code)) return undefined;
  return UNDICI_ERRORS[code];
}

/** Turns of the event loop without a new byte, after which nothing more can be read. */
const SILENT_TURNS = 2;

const failures = new WeakMap<Socket, Error>();

/** The error of a failed write on this connection, which `drainBeforeWriteError` may not have reported yet. */
export const failedWrite = (socket: Socket): Error | undefined => failures.get(socket);

type Written = (error?: Error | null) => void;

/**
 * A server may respond before it has read the request, and close. The next write then fails while the response
 * waits in the buffers of the system, and Node drops it with the socket. So a socket learns that a write has failed
 * only when everything has been read. Nothing else can arrive: the server has reset the connection.
 */
export function drainBeforeWriteError(socket: Socket): void {
  const readAll = (silent: number, bytes: number, over: () => void): void => {
    const { bytesRead } = socket;
    if (socket.destroyed || silent === SILENT_TURNS) return over();
    const next = bytesRead > bytes ? 0 : silent + 1;
    setImmediate(readAll, next, bytesRead, over);
  };
  const unlessRead =
    (done: Written): Written =>
    (error) => {
      if (!isReset(error)) return done(error);
      failures.set(socket, error);
      return readAll(0, socket.bytesRead, () => done(error));
    };
  // The names that Node's streams give to how they write.
  /* oxlint-disable no-underscore-dangle */
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, unlessRead(done));
  const writeMany = socket._writev?.bind(socket);
  if (writeMany !== undefined)
    socket._writev = (chunks, done) => writeMany(chunks, unlessRead(done));
  /* oxlint-enable no-underscore-dangle */
}

const isReset = (error: NodeJS.ErrnoException | null | undefined): error is Error =>
  error?.code === "EPIPE" || error?.code === "ECONNRESET";

export type Ending = { outcome: Exclude<Outcome, "answered">; detail: string };

/** How the server ended a connection, according to its own bytes: FIN or RST. */
export type ServerEnd = "closed" | "reset";

const byCode: Record<string, Ending["outcome"]> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timed-out",
  ENOTFOUND: "unresolved",
  EAI_AGAIN: "unresolved",
  EAI_FAIL: "unresolved",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  EPROTO: "tls-failed",
  // The proxy did not connect to the target.
  WITNESS_PROXY: "unreachable",
};

const ENDED: Record<ServerEnd, string> = {
  closed: "the server closed the connection",
  reset: "the server reset the connection",
};

const TLS_CODE =
  /^(ERR_(TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

/** Whether the server ended this connection; undefined if this side did, or it is open. */
export function serverEndOf(socket: Socket | undefined): ServerEnd | undefined {
  if (socket === undefined) return undefined;
  const error: NodeJS.ErrnoException | undefined = socket.errored ?? failedWrite(socket);
  const code = error?.code;
  if (code !== undefined && byCode[code] === "reset") return "reset";
  return socket.readableEnded ? "closed" : undefined;
}

/** Errors of target, network or client as an outcome; undefined for a mistake on this side. */
export function endingOf(error: unknown, ended?: ServerEnd): Ending | undefined {
  const { code, message, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined && errors.length > 0 && (code === undefined || !(code in byCode)))
    // An address that this machine cannot reach says nothing about the target.
    return errors.map((each) => endingOf(each, ended)).find((each) => each !== undefined);
  if (!(error instanceof Error)) return undefined;
  const entry = clientEntry(error);
  if (entry?.by === "request") return undefined;
  if (entry?.by === "either" && ended !== undefined)
    return {
      outcome: ended,
      detail:
        code === "UND_ERR_SOCKET"
          ? ENDED[ended]
          : `${ENDED[ended]} before the response was complete`,
    };
  if (entry !== undefined) return { outcome: entry.outcome, detail: reasonOf(error) };
  if (code === undefined) return undefined;
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return { outcome: known, detail: detailOf(code, message) };
  if (TLS_CODE.test(code))
    return { outcome: "tls-failed", detail: `${code}: ${firstLine(message)}` };
  return undefined;
}

/** Whether the ordinary client throws this because of the bytes that it reads, including failing assertions. */
export function isRefusal(error: Error): boolean {
  const { by, outcome } = clientEntry(error) ?? {};
  if (by !== undefined) return (by === "client" || by === "either") && outcome === "malformed";
  return endingOf(error) === undefined && machineFault(error) === undefined;
}

/** Why the ordinary client refuses a response, whatever it throws, including failing assertions. */
export function reasonOf({ message }: Error): string {
  const text = message.replace(/\s+/g, " ").trim();
  return text.slice(0, 200) || "not an HTTP response";
}

function detailOf(code: string, message: string): string {
  if (code === "EPROTO") return `not TLS, or a failed handshake: ${firstLine(message)}`;
  return firstLine(message) || code;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
