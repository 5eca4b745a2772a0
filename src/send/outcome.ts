import type { Socket } from "node:net";
import type { Outcome } from "../model/index.ts";
import { machineFault } from "../machine-fault.ts";
import { clientEntry } from "./client-errors.ts";
import { failedWrite } from "./drain-before-write-error.ts";

/** Converts an error of a socket or of undici to an outcome. */
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

/**
 * Errors caused by the target, the network or a refusal of the ordinary client, as an outcome;
 * undefined for a mistake on this side. `ended` says whether the server ended the connection.
 */
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
