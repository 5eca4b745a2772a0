import { createServer } from "node:http";
import { sendReply, jsonReply, textReply, type ServerReply } from "./reply.ts";
import { listening, type Listening } from "./listening.ts";
import { withBody } from "./with-body.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const PATH = /^[^?]*\/user\/?(\?.*)?$/;

/** A reference implementation that accepts as much as possible, and returns it. */
export function startLenient(): Promise<Listening> {
  const server = createServer((request, response) => {
    if (!PATH.test(request.url ?? "")) return sendReply(response, textReply(404, "nothing here"));
    withBody(request, BODY_LIMIT_BYTES, (body) => sendReply(response, replyTo(body)));
  });
  return listening(server);
}

function replyTo(body: Buffer | undefined): ServerReply {
  if (!body) return textReply(413, `more than ${BODY_LIMIT_BYTES} bytes`);
  try {
    // This decoder drops a byte order mark and replaces invalid UTF-8 by U+FFFD.
    return jsonReply(200, understood(JSON.parse(new TextDecoder().decode(body))));
  } catch (error) {
    return textReply(400, (error as Error).message);
  }
}

/** The document with `id` as a number and `date` in UTC, if present; everything else unchanged. */
function understood(document: unknown): object {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new TypeError("not an object");
  }
  const { id, date } = document as Record<string, unknown>;
  return {
    ...document,
    ...(id !== undefined && id !== null && { id: asNumber(id) }),
    ...(date !== undefined && date !== null && { date: asDate(date) }),
  };
}

function asNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
  if (Number.isNaN(number)) throw new TypeError("id is not a number");
  return number;
}

function asDate(value: unknown): string {
  const ms = typeof value === "string" ? Date.parse(value) : NaN;
  if (Number.isNaN(ms)) throw new TypeError("date is not a date");
  return new Date(ms).toISOString();
}
