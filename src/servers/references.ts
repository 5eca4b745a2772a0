import { parentPort } from "node:worker_threads";
import { startLenient } from "./lenient.ts";
import { startStrict } from "./strict.ts";

/** Where the reference servers listen, by name, in the order in which they are shown. */
export type ReferenceUrls = Record<string, string>;

/**
 * Run as a worker thread: starts the reference servers and posts where they listen. On a thread
 * of their own they do not share the sender's event loop. They end with the thread.
 */
if (parentPort !== null) {
  const urls: ReferenceUrls = {
    strict: (await startStrict()).url,
    lenient: (await startLenient()).url,
  };
  parentPort.postMessage(urls);
}
