import { createServer, type IncomingMessage } from "node:http";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../../../src/servers/json-server.ts";
import { type PlantedOutcome, statusByRules } from "./status-by-rules.ts";
import type { Rules } from "./rules.ts";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Longer than any head that is sent here. */
const HEAD_MAX_BYTES = 64 * 2 ** 20;

/**
 * A server on node:http without limits for heads, counts and times, which accepts every method and
 * path. `decide` gets each completely read request; the body is missing if it was over the limit.
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

/**
 * A server whose response depends only on the request: 201, or the status of the first broken rule.
 * The order is: content type, length of the body, JSON, depth, duplicate keys, NUL, id, date,
 * further keys.
 */
export function startRuled(rules: Rules): Promise<Listening> {
  return startLax(rules.bodyMaxBytes ?? Infinity, ({ headers }, body) => {
    const typed = headers["content-type"] === "application/json";
    if (rules.contentType === "strict" && !typed) return 415;
    return body === undefined ? 413 : statusByRules(rules, body.toString("utf8"));
  });
}

/** `probability`: of a random response; otherwise the first status. Default: 1. */
export type Chance = { seed: number; statuses: number[]; probability?: number };

/**
 * A server that responds at random, whatever the request: all statuses are equally likely in a
 * random response. One seed gives one sequence of responses, in the order of requests.
 */
export function startRandom({ seed, statuses, probability = 1 }: Chance): Promise<Listening> {
  const random = xoroshiro128plus(seed);
  return startLax(Infinity, () => {
    const drawn = uniformFloat64(random) < probability;
    const place = Math.floor(uniformFloat64(random) * statuses.length);
    return (drawn ? statuses[place] : statuses[0]) ?? 500;
  });
}
