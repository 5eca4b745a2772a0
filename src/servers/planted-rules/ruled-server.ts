import type { Listening } from "../listening.ts";
import { startLax } from "./lax-server.ts";
import type { Rules } from "./rules.ts";
import { statusByRules } from "./status-by-rules.ts";

/**
 * A server that responds from the request alone: 201, or what the first broken rule says. The order
 * is: content type, length of the body, JSON, depth, duplicate keys, NUL, id, date, further keys.
 */
export function startRuled(rules: Rules): Promise<Listening> {
  return startLax(rules.bodyMaxBytes ?? Infinity, ({ headers }, body) => {
    const typed = headers["content-type"] === "application/json";
    if (rules.contentType === "strict" && !typed) return 415;
    return body === undefined ? 413 : statusByRules(rules, body.toString("utf8"));
  });
}
