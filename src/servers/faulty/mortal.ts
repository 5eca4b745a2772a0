import { sendReply, jsonReply } from "../reply.ts";
import type { Listening } from "../listening.ts";
import { afterEachRequest } from "./after-request.ts";

/** Tells by a request whether it is the one that ends the server. */
export type Trigger = (method: string, path: string, body: Buffer) => boolean;

/**
 * A server that responds with 201 until `trigger` says yes: then it stops listening and drops every
 * connection. With `reviveAfterMs` it comes back on the same port after that time.
 */
export async function startMortal(trigger: Trigger, reviveAfterMs?: number): Promise<Listening> {
  let revival: NodeJS.Timeout | undefined;
  let closed = false;
  let life = await live();
  const { url, port } = life;

  function live(again?: number): Promise<Listening> {
    let dying = false;
    return afterEachRequest(({ request, response, body }) => {
      if (dying) return;
      dying = trigger(request.method ?? "", request.url ?? "", body);
      if (dying) void die();
      else sendReply(response, jsonReply(201, { status: 201 }));
    }, again);
  }
  async function die(): Promise<void> {
    await life.close();
    if (reviveAfterMs !== undefined && !closed) revival = setTimeout(revive, reviveAfterMs);
  }
  async function revive(): Promise<void> {
    try {
      life = await live(port);
      if (closed) await life.close();
    } catch {
      // Another program has the port for the moment.
      if (!closed) revival = setTimeout(revive, reviveAfterMs);
    }
  }

  return {
    url,
    port,
    close: async () => {
      closed = true;
      clearTimeout(revival);
      await life.close();
    },
  };
}
