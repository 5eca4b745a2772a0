import { fork } from "node:child_process";
import { once } from "node:events";
import { faulty, type FaultyName } from "../servers/faulty.ts";
import { startStrict } from "../servers/strict.ts";

/** Where a faulty server listens, and one without faults beside it. */
type Served = { url: string; reference: string };

/** Serves until the parent goes away: the work of the child process. */
export async function serve(name: FaultyName): Promise<void> {
  const [server, reference] = [await faulty[name].start(), await startStrict()];
  process.once("disconnect", () => process.exit());
  process.send?.({ url: server.url, reference: reference.url } satisfies Served);
}

/** Runs `work` while the server goes on in a process of its own, which cannot grow above 256 MB of heap. */
export async function whileServed<T>(
  name: FaultyName,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const child = fork(process.argv[1] ?? "", ["serve", name], {
    execArgv: ["--max-old-space-size=256"],
  });
  try {
    const [served] = await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => Promise.reject(new Error(`${name} did not start`))),
    ]);
    return await work(served as Served);
  } finally {
    child.kill("SIGKILL");
  }
}
