import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a server fails, and at which text in a body. */
export type Deadly = {
  how: "exit" | "abort" | "hang" | "take-64-mib" | "take-150-mib" | "take-150-mib-slowly" | "grow";
  at: string;
  /** Text that an earlier request must have had. */
  after?: string;
  /** The probability of failing then; always by default. */
  chance?: number;
  /** It goes wrong at none of the first requests. */
  from?: number;
  /** Text in a body to which it never responds. */
  silentAt?: string;
};

const SERVER = `
import { createServer } from "node:http";
const [port, text] = process.argv.slice(2);
const { how, at, after, chance = 1, from = 0, silentAt } = JSON.parse(text);
let isReady = after === undefined;
let handled = 0;
const taken = [];
createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("error", () => {});
  request.on("end", async () => {
    const body = Buffer.concat(parts).toString();
    if (after !== undefined && body.includes(after)) isReady = true;
    handled += 1;
    if (silentAt !== undefined && body.includes(silentAt)) return;
    const [, mib, slowly] = /^take-(\\d+)-mib(-slowly)?$/.exec(how) ?? [];
    if (body.includes(at) && slowly !== undefined)
      for (let taking = 0; taking < mib; taking += 5) {
        taken.push(Buffer.alloc(5 * 1024 * 1024, 1));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    else if (body.includes(at) && mib !== undefined) taken.push(Buffer.alloc(mib * 1024 * 1024, 1));
    else if (how === "grow" && handled > from && body.includes(at)) {
      // For 12 s, whatever else is sent; at first so fast that two looks at it differ.
      if (taken.length === 0)
        for (let nth = 0; nth < 250; nth += 1)
          setTimeout(() => taken.push(Buffer.alloc((nth < 12 ? 24 : 5) * 2 ** 20, 1)), nth * 50);
    } else if (handled > from && body.includes(at) && isReady && Math.random() < chance) {
      console.error("Out of memory (allocated 2097152 bytes)");
      if (how === "exit") process.exit(7);
      if (how === "abort") process.abort();
      for (;;);
    }
    response.statusCode = 201;
    response.end("{}");
  });
}).listen(Number(port), "127.0.0.1");
`;

/**
 * Writes the server into the folder, and returns the command that starts it. Its memory is limited.
 */
export function dyingServer(folder: string, deadly: Deadly): string {
  const path = join(folder, "dying-server.mjs");
  writeFileSync(path, SERVER);
  return `ulimit -c 0; exec node --max-old-space-size=64 ${path} {port} '${JSON.stringify(deadly)}'`;
}
