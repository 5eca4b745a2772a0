import { userSubmission } from "../../src/contract/index.ts";
import { createServer, type IncomingMessage } from "node:http";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../../src/servers/json-server.ts";

const BODY_LIMIT_BYTES = 65_536;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * A server that responds by the rules below, in order, from the request alone: every response can
 * be worked out by hand.
 */
export function startPlanted(): Promise<Listening> {
  const server = createServer((request, response) => {
    const status = statusOfHead(request);
    if (status) return sendReply(response, jsonReply(status, { status }));
    withBody(request, BODY_LIMIT_BYTES, (body) => {
      const found = statusOfBody(body);
      sendReply(response, jsonReply(found, { status: found }));
    });
  });
  return listening(server);
}

function statusOfHead({ method, url, headers }: IncomingMessage): number | undefined {
  if (method !== userSubmission.method) return 405;
  if (url !== userSubmission.path) return 404;
  if (headers["content-type"] !== "application/json") return 415;
  return undefined;
}

function statusOfBody(body: Buffer | undefined): number {
  if (!body) return 413;
  let document: unknown;
  try {
    document = JSON.parse(body.toString("utf8"));
  } catch {
    return 400;
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) return 422;
  const { id, date, note } = document as Record<string, unknown>;
  if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id > 2_147_483_647) return 422;
  if (typeof date !== "string" || !DATE.test(date)) return 422;
  if (typeof note === "string" && note.includes("\u0000")) return 500;
  return 201;
}
