import type { ServerBehaviour } from "./behaviour.ts";
import { TruthServer } from "./truth-server.ts";
import type { Truth } from "./truth.ts";

export type ToTruth = { type: "open"; behaviour: ServerBehaviour } | { type: "close" };
export type FromTruth =
  | { type: "ready" }
  | { type: "opened"; url: string }
  | { type: "closed"; truth: Truth }
  | { type: "failed"; message: string };

/**
 * Run as a process of its own, one server after the other as it is asked to, so that neither
 * their work nor their waiting shares an event loop with the generator that is measured.
 */
const ids = new Set<number>();
let server: TruthServer | undefined;

async function obey(message: ToTruth): Promise<FromTruth> {
  if (message.type === "open") {
    server = await TruthServer.start(message.behaviour, { ids });
    return { type: "opened", url: server.url };
  }
  if (server === undefined) throw new Error("no server is open");
  return { type: "closed", truth: await server.close() };
}

const tell = (message: FromTruth): boolean | undefined => process.send?.(message);

process.on("message", (message: ToTruth) => {
  obey(message).then(tell, (error: Error) => tell({ type: "failed", message: error.message }));
});
process.once("disconnect", () => process.exit());
// A Ctrl-C of the terminal reaches this process too: it waits to be told.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});
tell({ type: "ready" });
