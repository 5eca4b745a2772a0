import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Target } from "../model/index.ts";
import { REFERENCES, type ReferenceMessage } from "../servers/index.ts";

const MODULE = fileURLToPath(new URL("../servers/reference-process.js", import.meta.url));

/** The started embedded servers, why others did not start, and how to stop them all. */
export type References = { targets: Target[]; missing: string[]; stop: () => void };

/** Starts every embedded server in a separate process, on a free loopback port. */
export async function startReferences(): Promise<References> {
  const children: ChildProcess[] = [];
  const targets: Target[] = [];
  const missing: string[] = [];
  const stop = (): void => children.forEach((child) => child.kill());
  try {
    for (const name of REFERENCES) {
      const child = fork(MODULE, [name], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
      children.push(child);
      const ended = once(child, "exit").then(() => [{ missing: `${name} did not start` }]);
      const [message] = (await Promise.race([once(child, "message"), ended])) as [ReferenceMessage];
      if ("url" in message) targets.push({ name, baseUrl: message.url });
      else missing.push(message.missing);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { targets, missing, stop };
}
