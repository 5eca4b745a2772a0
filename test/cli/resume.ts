import { worded } from "../../src/analyse/note-text.ts";
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isIn } from "../../src/fresh-numbers.ts";
import { signatureOf, type Integrity } from "../../src/model/index.ts";
import { readRun } from "../../src/record/index.ts";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

/** A server whose response depends only on the request's body, and that counts requests. */
export type CountingServer = {
  url: string;
  requests: number;
  /** Called when a request has arrived, before its response. */
  onRequest: () => void;
  /** Resolves when no connection is open: every request of a killed process is counted by then. */
  left: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts one. Ids and dates do not matter: every digit of a body counts as zero. */
export async function startCounting(): Promise<CountingServer> {
  const server = createServer((request, response) => {
    counting.requests += 1;
    counting.onRequest();
    const body = createHash("sha256");
    request.on("data", (chunk: Buffer) =>
      body.update(chunk.toString("latin1").replace(/\d/g, "0")),
    );
    request.on("end", () => {
      const [first = 0, second = 0] = body.digest();
      response.writeHead(first % 3 === 0 ? 422 : 201, { "content-type": "text/plain" });
      response.end("x".repeat(second));
    });
    request.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const counting: CountingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: 0,
    onRequest: () => {},
    left: async () => {
      while ((await promisify(server.getConnections.bind(server))()) > 0) await sleep(5);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return counting;
}

/** Runs a verb of the built program, and kills it after this many requests to the server; 0 at its first connection. */
export async function killedAfter(
  server: CountingServer,
  requests: number,
  args: readonly string[],
): Promise<void> {
  server.requests = 0;
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: "ignore" });
  server.onRequest = () => {
    if (server.requests >= requests) child.kill("SIGKILL");
  };
  await once(child, "exit");
  server.onRequest = () => {};
  await server.left();
}

/** The only run folder in an output folder. */
export function onlyRunIn(outputDir: string): string {
  const [run, second] = readdirSync(outputDir);
  if (run === undefined || second !== undefined) throw new Error(`not one run in ${outputDir}`);
  return join(outputDir, run);
}

/** The content of a record, ignoring times and order. */
export type Canonical = {
  integrity: Integrity["state"];
  end: string;
  observations: string[];
  cases: string[];
  notes: string[];
  findings: string[];
  rounds: number[];
  /** Responses of all observations. */
  responses: number;
  /** The check of the target was finished. */
  isApproached: boolean;
};

/** Reads a record; the ids of exploration are ignored, because a restarted exploration has new ones. */
export async function canonicalOf(run: string): Promise<Canonical> {
  const found: Canonical = {
    integrity: "damaged",
    end: "",
    observations: [],
    cases: [],
    notes: [],
    findings: [],
    rounds: [],
    responses: 0,
    isApproached: false,
  };
  const { state } = await readRun(join(run, "run.ndjson"), (record) => {
    if (record.type === "observation") {
      const bytes = record.answers.map((each) =>
        each.outcome === "answered" ? each.response.body.bytes : -1,
      );
      found.responses += bytes.length;
      // The place in the plan: what a resumed run sends, and what asks whether the target responds, has other values.
      const planned = record.planned ?? record.fresh;
      const isPlanned = !record.case.startsWith("explore/") && isIn("planned", planned);
      const place = isPlanned && record.check === undefined ? planned : "";
      const parts = [record.case, record.attempt, place, record.check ?? ""];
      found.observations.push([...parts, signatureOf(record, false), ...bytes].join(" "));
    }
    if (record.type === "case") found.cases.push(JSON.stringify(record.case));
    if (record.type === "approach") found.isApproached = true;
    if (record.type === "note") found.notes.push(worded(record).text);
    if (record.type === "finding") found.findings.push(JSON.stringify(record));
    if (record.type === "round" && record.nth > 0) found.rounds.push(record.nth);
    if (record.type === "footer") found.end = record.end;
  });
  found.observations.sort();
  found.cases.sort();
  return { ...found, integrity: state };
}
