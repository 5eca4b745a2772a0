import { createServer, type IncomingHttpHeaders } from "node:http";
import { listening, type Listening } from "../../src/servers/json-server.ts";

/** A server behind a gateway: a request without these headers gets 401, any other one 201. */
export type Gateway = Listening & {
  /** Requests by whether they carried the headers. */
  counts: { let: number; refused: number };
  /** Called with the headers of each request. */
  seen: (headers: IncomingHttpHeaders) => void;
};

/** Starts one that wants these headers, by names in lower case. */
export async function gateway(wanted: Readonly<Record<string, string>>): Promise<Gateway> {
  const counts = { let: 0, refused: 0 };
  const server = createServer((request, response) => {
    started.seen(request.headers);
    const isLet = Object.entries(wanted).every(([name, value]) => request.headers[name] === value);
    counts[isLet ? "let" : "refused"] += 1;
    request.resume();
    // A moment later: a load at full speed keeps two processes busy, and shows nothing more.
    request.on("end", () => setTimeout(() => response.writeHead(isLet ? 201 : 401).end("{}"), 5));
  });
  const started: Gateway = { ...(await listening(server)), counts, seen: () => {} };
  return started;
}
