import type { Outcome } from "../model/index.ts";

/**
 * Who ended an exchange: the server; the ordinary client, which refuses the server's data; the
 * network between them; a limit of witness. `either`: the server if it closed the connection, else
 * the client. `request`: the client does not send such a request, nothing has been sent. `witness`:
 * witness told the client to end it.
 */
type EndedBy = "server" | "client" | "network" | "limit" | "either" | "request" | "witness";

type Entry = { by: EndedBy; outcome: Exclude<Outcome, "answered"> };

const refusal: Entry = { by: "client", outcome: "malformed" };
const told: Entry = { by: "witness", outcome: "malformed" };
const request: Entry = { by: "request", outcome: "malformed" };

/**
 * Every error code of undici. Some belong to parts that witness does not use (proxies, WebSocket,
 * retries): if one occurs nevertheless, the client has ended the exchange.
 */
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

/**
 * Every error code of llhttp, the parser of undici: `HPE_` and this name. undici 7.30 loses the code
 * (its table maps names to numbers) and reports `HPE_UNKNOWN`.
 */
export const PARSER_ERRORS: Readonly<Record<string, Entry>> = {
  HPE_UNKNOWN: cutShort,
  HPE_INVALID_EOF_STATE: cutShort,
  HPE_CLOSED_CONNECTION: cutShort,
  HPE_INTERNAL: refusal,
  HPE_STRICT: refusal,
  HPE_CR_EXPECTED: refusal,
  HPE_LF_EXPECTED: refusal,
  HPE_UNEXPECTED_CONTENT_LENGTH: refusal,
  HPE_UNEXPECTED_SPACE: refusal,
  HPE_INVALID_METHOD: refusal,
  HPE_INVALID_URL: refusal,
  HPE_INVALID_CONSTANT: refusal,
  HPE_INVALID_VERSION: refusal,
  HPE_INVALID_HEADER_TOKEN: refusal,
  HPE_INVALID_CONTENT_LENGTH: refusal,
  HPE_INVALID_CHUNK_SIZE: refusal,
  HPE_INVALID_STATUS: refusal,
  HPE_INVALID_TRANSFER_ENCODING: refusal,
  HPE_CB_MESSAGE_BEGIN: refusal,
  HPE_CB_HEADERS_COMPLETE: refusal,
  HPE_CB_MESSAGE_COMPLETE: refusal,
  HPE_CB_CHUNK_HEADER: refusal,
  HPE_CB_CHUNK_COMPLETE: refusal,
  HPE_CB_URL_COMPLETE: refusal,
  HPE_CB_STATUS_COMPLETE: refusal,
  HPE_CB_METHOD_COMPLETE: refusal,
  HPE_CB_VERSION_COMPLETE: refusal,
  HPE_CB_HEADER_FIELD_COMPLETE: refusal,
  HPE_CB_HEADER_VALUE_COMPLETE: refusal,
  HPE_CB_CHUNK_EXTENSION_NAME_COMPLETE: refusal,
  HPE_CB_CHUNK_EXTENSION_VALUE_COMPLETE: refusal,
  HPE_CB_PROTOCOL_COMPLETE: refusal,
  HPE_CB_RESET: refusal,
  HPE_PAUSED: refusal,
  HPE_PAUSED_UPGRADE: refusal,
  HPE_PAUSED_H2_UPGRADE: refusal,
  HPE_USER: refusal,
};

/** The entry of an error of undici or of its parser; undefined for every other error. */
export function clientEntry({ code, name }: Error & { code?: unknown }): Entry | undefined {
  if (name === "HTTPParserError")
    return PARSER_ERRORS[String(code)] ?? PARSER_ERRORS["HPE_UNKNOWN"];
  if (typeof code !== "string" || !Object.hasOwn(UNDICI_ERRORS, code)) return undefined;
  return UNDICI_ERRORS[code];
}
