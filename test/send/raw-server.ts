import { parseBaseUrl, userSubmission } from "../../src/contract/index.ts";
import diagnostics from "node:diagnostics_channel";
import { createServer, type Socket } from "node:net";
import { Dispatcher } from "../../src/observe/index.ts";
import type { DispatcherOptions } from "../../src/observe/dispatcher.ts";
import { listening } from "../../src/servers/json-server.ts";

const HEAD_END = "\r\n\r\n";

export type RawServer = {
  dispatcher: Dispatcher;
  /** Connections that were opened so far. */
  connections: () => number;
  close: () => Promise<void>;
};

/** A server that calls `respond` for each complete request, and the ordinary client for it. */
export async function rawServer(
  respond: (socket: Socket, nth: number) => void,
  options: Partial<DispatcherOptions> = {},
): Promise<RawServer> {
  let connections = 0;
  const server = await listening(
    createServer((socket) => {
      connections += 1;
      let nth = 0;
      let waiting = "";
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        waiting += chunk.toString("latin1");
        for (let end = endOf(waiting); end !== undefined; end = endOf(waiting)) {
          waiting = waiting.slice(end);
          nth += 1;
          respond(socket, nth);
        }
      });
    }),
  );
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(server.url),
    firstId: 100_000_000,
    timeoutMs: 10_000,
    insecure: false,
    keep: true,
    ...options,
  });
  return {
    dispatcher,
    connections: () => connections,
    close: async () => {
      await dispatcher.close();
      await server.close();
    },
  };
}

/** Where the first request ends; undefined if it is not complete. */
function endOf(text: string): number | undefined {
  const head = text.indexOf(HEAD_END);
  if (head === -1) return undefined;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + HEAD_END.length + length;
  return text.length < end ? undefined : end;
}

/** How often undici has sent a request since: the returned function counts, once. */
export function undiciSends(): () => number {
  let count = 0;
  const note = (): void => void (count += 1);
  diagnostics.subscribe("undici:client:sendHeaders", note);
  return () => {
    diagnostics.unsubscribe("undici:client:sendHeaders", note);
    return count;
  };
}
