import { fork } from "node:child_process";
import { once } from "node:events";
import { faulty, type FaultyName } from "../../test/servers/faulty.ts";
import { moodTable, type MoodName } from "../../test/servers/mood-table.ts";
import { moody } from "../../test/servers/moods.ts";
import type { Listening } from "../../src/servers/json-server.ts";
import { startStrict } from "../../src/servers/references.ts";

/** Addresses of a faulty server, and of one without faults. */
export type ServerInProcess = { url: string; reference: string };
type Wanted = { start: FaultyName } | { mood: MoodName; seed: number } | { stop: true };

/** The work of the child process: starts and stops one server at a time until the parent exits. */
export async function serveWhatIsWanted(): Promise<void> {
  const reference = await startStrict();
  let server: Listening | undefined;
  const carryOut = async (wanted: Wanted): Promise<void> => {
    await server?.close();
    server = undefined;
    if ("start" in wanted) server = await faulty[wanted.start].start();
    else if ("mood" in wanted) server = await moody(moodTable[wanted.mood].mood(), wanted.seed);
    process.send?.({ url: server?.url ?? "", reference: reference.url } satisfies ServerInProcess);
  };
  process.on("message", (wanted) => void carryOut(wanted as Wanted));
  process.once("disconnect", () => process.exit());
}

/** Faulty servers in a separate process, whose heap is limited to 256 MB. */
export class ServerProcess {
  readonly #child = fork(process.argv[1] ?? "", ["serve"], {
    execArgv: ["--max-old-space-size=256"],
  });

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Starts a new server; rejects if the process has ended. */
  start(name: FaultyName): Promise<ServerInProcess> {
    return this.#ask({ start: name });
  }

  /** Starts a server of a mood, whose chance is that of the seed. */
  startMood(mood: MoodName, seed: number): Promise<ServerInProcess> {
    return this.#ask({ mood, seed });
  }

  /** Stops the server and closes its connections. */
  async stop(): Promise<void> {
    await this.#ask({ stop: true });
  }

  /** Ends the process immediately. */
  end(): void {
    this.#child.kill("SIGKILL");
  }

  async #ask(wanted: Wanted): Promise<ServerInProcess> {
    const settled = new AbortController();
    const { signal } = settled;
    const gone = once(this.#child, "exit", { signal }).then(() => {
      throw new Error(`the process of the servers ended (${JSON.stringify(wanted)})`);
    });
    this.#child.send(wanted);
    try {
      const [served] = await Promise.race([once(this.#child, "message", { signal }), gone]);
      return served as ServerInProcess;
    } finally {
      // Nothing waits for the promise that lost the race.
      gone.catch(() => {});
      settled.abort();
    }
  }
}
