import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseBaseUrl, userSubmission } from "../../src/contract/index.ts";
import { requestHash } from "../../tools/bench/planned-digest.ts";
import type { Filling } from "../../src/generate/index.ts";
import { agentJob } from "../../src/jobs/index.ts";
import { isStateCase, type Case, type Observation, type RunRecord } from "../../src/model/index.ts";
import { FIRST_PLANNED } from "../../src/observe/index.ts";

/** An agent in this process. */
export type StartedAgent = {
  said: string[];
  stop: () => Promise<void>;
  /** Its error, if it ended with one. */
  ended: Promise<unknown>;
};

/** Starts an agent, and waits until it is ready or has ended. */
export async function startAgent(
  url: string,
  name: string,
  more: Partial<Parameters<typeof agentJob>[0]> = {},
): Promise<StartedAgent> {
  const stop = new AbortController();
  const said: string[] = [];
  const state = { isOver: false };
  const given = { fleet: url, agentName: name, agentLabels: ["zone=a", `name=${name}`], ...more };
  const ended = agentJob(given, { signal: stop.signal, say: (text) => void said.push(text) })
    .catch((error: unknown) => error)
    .finally(() => (state.isOver = true));
  while (!state.isOver && !said.some((text) => text.includes("is ready"))) await sleep(10);
  return {
    said,
    ended,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

/** A server that counts its requests, and keeps the ids in their bodies. */
export type TargetServer = {
  url: string;
  ids: string[];
  count: () => number;
  /** When the last request came, from anywhere or from this address. */
  lastMs: (from?: string) => number;
  /** Responds this much later from now on. */
  delay: (ms: number) => void;
  close: () => Promise<void>;
};

/** Starts a server that responds with 201. */
export async function targetServer(host = "127.0.0.1"): Promise<TargetServer> {
  let count = 0;
  const lastMs = new Map<string | undefined, number>();
  let delayMs = 0;
  const ids: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      count += 1;
      for (const from of [undefined, request.socket.remoteAddress])
        lastMs.set(from, performance.now());
      const id = /"id":\s*(\d+)/.exec(Buffer.concat(parts).toString("latin1"))?.[1];
      if (id !== undefined) ids.push(id);
      const respond = (): void => {
        response.writeHead(201, { "content-type": "application/json" });
        response.end("{}");
      };
      if (delayMs === 0) respond();
      else setTimeout(respond, delayMs);
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    url: `http://${host}:${port}`,
    ids,
    count: () => count,
    lastMs: (from) => lastMs.get(from) ?? 0,
    delay: (ms) => void (delayMs = ms),
    close,
  };
}

/** The lines of a record. */
export const recordsIn = (folder: string): RunRecord[] =>
  readFileSync(join(folder, "run.ndjson"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RunRecord);

/** A planned sending of a record, with the sent bytes and the received statuses. */
export type PlannedLine = {
  key: string;
  sha256: string;
  statuses: string;
  /** It has its planned values: what may have been sent before has others. */
  isAsPlanned: boolean;
  agent: string | undefined;
};

/** The planned sendings of a record, in their order in the plan. */
export function plannedIn(records: readonly RunRecord[], url: string): PlannedLine[] {
  const cases = new Map<string, Case>();
  const lines: { fresh: number; line: PlannedLine }[] = [];
  let firstId = 0;
  for (const record of records) {
    if (record.type === "header") ({ firstId } = record);
    if (record.type === "case") cases.set(record.case.id, record.case);
    if (record.type !== "observation" || record.check !== undefined) continue;
    const fresh = record.planned ?? record.fresh;
    const sent = cases.get(record.case);
    // Agents send no further requests about what the target remembers.
    if (fresh < FIRST_PLANNED || sent === undefined || isStateCase(sent.id)) continue;
    const target = parseBaseUrl(url);
    const filling = { interface: userSubmission, target, firstId, fresh: record.fresh };
    lines.push({ fresh, line: lineOf(record, sent, filling) });
  }
  return lines.toSorted((a, b) => a.fresh - b.fresh).map(({ line }) => line);
}

function lineOf(observation: Observation, sent: Case, filling: Filling): PlannedLine {
  return {
    key: `${observation.planned ?? observation.fresh} ${sent.id} ${observation.attempt}`,
    sha256: requestHash(sent, filling),
    isAsPlanned: observation.planned === undefined,
    statuses: observation.answers
      .map((each) => (each.outcome === "answered" ? each.status : each.outcome))
      .join(),
    agent: observation.agent,
  };
}

/** A folder for runs. */
export function runsFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "witness-fleet-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
