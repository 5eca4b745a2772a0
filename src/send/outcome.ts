import type { Outcome } from "../model/observation.ts";

/** How an error of a socket or of undici reads as an outcome. */
export type Ending = { outcome: Exclude<Outcome, "answered">; detail: string };

const byCode: Record<string, Ending["outcome"]> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timed-out",
  UND_ERR_CONNECT_TIMEOUT: "timed-out",
  ENOTFOUND: "unresolved",
  EAI_AGAIN: "unresolved",
  EAI_FAIL: "unresolved",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  EPROTO: "tls-failed",
  UND_ERR_SOCKET: "closed",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "closed",
  UND_ERR_HEADERS_OVERFLOW: "too-large",
};

/** What is said of a connection that ended inside a response. */
export const CUT_SHORT = "the server closed the connection before the response was whole";

const TLS_CODE =
  /^(ERR_(TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

/** Errors that the target or the network caused, as an outcome; undefined for a mistake on this side. */
export function endingOf(error: unknown): Ending | undefined {
  const { code, name, message, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined && errors.length > 0 && (code === undefined || !(code in byCode)))
    // An address that this machine cannot reach at all says nothing of the target.
    return errors.map(endingOf).find((each) => each !== undefined);
  // The parser's own code gets lost on its way through undici 7.30.
  if (name === "HTTPParserError") return parserEnding(message);
  if (code === "UND_ERR_SOCKET" && !message.endsWith("closed"))
    return { outcome: "malformed", detail: `the ordinary client does not take it: ${message}` };
  if (code === undefined) return undefined;
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return { outcome: known, detail: detailOf(code, message) };
  if (TLS_CODE.test(code))
    return { outcome: "tls-failed", detail: `${code}: ${firstLine(message)}` };
  return undefined;
}

function parserEnding(message: string): Ending {
  if (message.includes("EOF")) return { outcome: "closed", detail: CUT_SHORT };
  return { outcome: "malformed", detail: firstLine(message) || "not an HTTP response" };
}

function detailOf(code: string, message: string): string {
  switch (code) {
    case "UND_ERR_SOCKET":
      return "the server closed the connection";
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return CUT_SHORT;
    case "EPROTO":
      return `not TLS, or a handshake that failed: ${firstLine(message)}`;
    default:
      return firstLine(message) || code;
  }
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
