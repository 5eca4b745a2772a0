import { fileURLToPath } from "node:url";
import type { Listening } from "./listening.ts";
import { startLenient } from "./lenient.ts";
import { startStrict } from "./strict.ts";

/** The message of a reference server's process to its parent. */
export type ReferenceMessage = { url: string } | { missing: string };

/** The reference servers by name, in display order. The ones of a framework need its package. */
const starters: Record<string, () => Promise<Listening>> = {
  strict: startStrict,
  lenient: startLenient,
  express: async () => (await import("./frameworks/express.ts")).startExpress(),
  fastify: async () => (await import("./frameworks/fastify.ts")).startFastify(),
  hono: async () => (await import("./frameworks/hono.ts")).startHono(),
};

/** Names of the reference servers. */
export const REFERENCES = Object.keys(starters);

/** Run as a separate process with a name: starts that server, reports its address, and ends with its parent. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = ""] = process.argv.slice(2);
  process.once("disconnect", () => process.exit());
  process.send?.(await start(name));
}

async function start(name: string): Promise<ReferenceMessage> {
  try {
    const server = await starters[name]?.();
    return server === undefined ? { missing: `no server named ${name}` } : { url: server.url };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return { missing: `the package of ${name} is not installed` };
  }
}
