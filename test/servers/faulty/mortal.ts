import { setTimeout as sleep } from "node:timers/promises";
import { jsonReply, type Listening, sendReply } from "../../../src/servers/json-server.ts";
import { afterEachRequest } from "./after-request.ts";

/** Decides whether a request ends the server. */
export type Trigger = (method: string, path: string, body: Buffer) => boolean;

/**
 * A server that responds with 201 until `trigger` returns true: then it stops listening and drops
 * every connection. With `reviveAfterMs` it returns on the same port after that time; for `dyingMs` it still accepts connections, and
 * resets them.
 */
export async function startMortal(
  trigger: Trigger,
  reviveAfterMs?: number,
  dyingMs = 0,
): Promise<Listening> {
  let revival: NodeJS.Timeout | undefined;
  let closed = false;
  let life = await live();
  const { url, port } = life;

  function live(again?: number): Promise<Listening> {
    let dying = false;
    return afterEachRequest(({ request, response, body, socket }) => {
      if (dying) return void (dyingMs > 0 && socket.resetAndDestroy());
      dying = trigger(request.method ?? "", request.url ?? "", body);
      if (dying) void die();
      else sendReply(response, jsonReply(201, { status: 201 }));
    }, again);
  }
  async function die(): Promise<void> {
    if (dyingMs > 0) await sleep(dyingMs);
    await life.close();
    if (reviveAfterMs !== undefined && !closed) revival = setTimeout(revive, reviveAfterMs);
  }
  async function revive(): Promise<void> {
    try {
      life = await live(port);
      if (closed) await life.close();
    } catch {
      // Another program is using the port.
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
