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

/** Starts the server of this name, if its package is installed. */
export async function startReference(name: string): Promise<ReferenceMessage> {
  try {
    const server = await starters[name]?.();
    return server === undefined ? { missing: `no server named ${name}` } : { url: server.url };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return { missing: `the package of ${name} is not installed` };
  }
}
