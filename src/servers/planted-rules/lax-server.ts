import { createServer, type IncomingMessage } from "node:http";
import { sendReply, jsonReply } from "../reply.ts";
import { listening, type Listening } from "../listening.ts";
import { withBody } from "../with-body.ts";
import type { PlantedOutcome } from "./status-by-rules.ts";

/** Longer than any head that is sent here. */
const HEAD_MAX_BYTES = 64 * 2 ** 20;

/**
 * A server on node:http that itself sets no limit to heads, counts and times, and takes every method
 * and path. `decide` gets each request when all of it was read; no body where it was over the limit.
 */
export function startLax(
  bodyMaxBytes: number,
  decide: (request: IncomingMessage, body: Buffer | undefined) => PlantedOutcome,
): Promise<Listening> {
  const options = {
    maxHeaderSize: HEAD_MAX_BYTES,
    requireHostHeader: false,
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
  };
  const server = createServer(options, (request, response) => {
    const decided = (body: Buffer | undefined): void => {
      const outcome = decide(request, body);
      if (outcome === "reset") request.socket.resetAndDestroy();
      else sendReply(response, jsonReply(outcome, { status: outcome }));
    };
    withBody(request, bodyMaxBytes, (body) => {
      if (body) decided(body);
      else request.once("end", () => decided(undefined));
    });
  });
  server.maxHeadersCount = 0;
  return listening(server);
}
