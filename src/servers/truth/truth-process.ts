import type { ServerBehaviour, Truth } from "./truth.ts";
import { TruthServer } from "./truth-server.ts";

export type ToTruth = { type: "open"; behaviour: ServerBehaviour } | { type: "close" };
export type FromTruth =
  | { type: "ready" }
  | { type: "opened"; url: string }
  | { type: "closed"; truth: Truth }
  | { type: "failed"; message: string };

/** A separate process, so that its work and waiting share no event loop with the measured generator. */
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
// Ctrl-C in the terminal reaches this process too: it waits for the parent's message.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});
tell({ type: "ready" });
