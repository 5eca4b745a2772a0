import { worded, type AnyNote } from "../analyse/note-text.ts";
import { createServer, type ServerResponse } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import { inferJob } from "../jobs/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { boundaryTexts, explored, findingsOf } from "../../test/observe/explore.ts";

/** The largest id that the server accepts. */
const LARGEST = 1_000_000_000;

/**
 * Accepts ids up to 1,000,000,000, but looks at only so many requests: others get 429, until none has come for `pauseMs`. A
 * limit by the second would not be reached from a machine that is busy.
 */
function limited(most: number, pauseMs: number, retryAfter?: string): Promise<Listening> {
  let last = -Infinity;
  let seen = 0;
  const isOver = (): boolean => {
    const now = performance.now();
    if (seen >= most && now - last >= pauseMs) seen = 0;
    last = now;
    if (seen === most) return true;
    seen += 1;
    return false;
  };
  return turningAway(isOver, retryAfter);
}

function turningAway(isOver: () => boolean, retryAfter?: string): Promise<Listening> {
  const respond = (response: ServerResponse, body: string): void => {
    if (isOver()) {
      response.writeHead(429, retryAfter === undefined ? {} : { "Retry-After": retryAfter });
      response.end();
      return;
    }
    response.writeHead(statusOf(body)).end();
  };
  return listening(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => respond(response, Buffer.concat(chunks).toString("latin1")));
    }),
  );
}

function statusOf(body: string): number {
  try {
    const id: unknown = Object(JSON.parse(body)).id;
    if (typeof id !== "number") return 400;
    return Number.isInteger(id) && id >= 0 && id <= LARGEST ? 201 : 422;
  } catch {
    return 400;
  }
}

const open: Listening[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));

const notesOf = (notes: readonly AnyNote[]): string =>
  notes.map((each) => worded(each).text).join("\n");

describe.each([
  ["without Retry-After", undefined],
  ["with Retry-After", "1"],
])("a constant rate limit %s", (_, retryAfter) => {
  test("is in no boundary, and the true one is found", async () => {
    const server = await limited(60, 50, retryAfter);
    open.push(server);
    const [fold] = await explored([server.url], { axes: ["id-upwards"] });
    const [axis, other] = findingsOf(fold, "axis");
    expect(other).toBeUndefined();
    expect(axis && boundaryTexts(axis)).toEqual(["201 at 1000000000, 422 at 1000000001"]);
    expect(axis?.unstable).toEqual([]);
    expect(findingsOf(fold, "unstable")).toEqual([]);
    expect(notesOf(fold?.notes ?? [])).toContain("too many requests (429)");
    expect(notesOf(fold?.notes ?? [])).toContain("--concurrency 1");
  });
});

test("a target that goes on turning requests away ends the exploration, and nothing follows from it", async () => {
  const server = await limited(80, 3_600_000, "0");
  open.push(server);
  const [fold] = await explored([server.url], { axes: ["id-upwards"] });
  expect(findingsOf(fold, "axis").length).toBeGreaterThan(0);
  for (const axis of findingsOf(fold, "axis")) {
    expect(axis.boundaries).toEqual([]);
    expect(axis.unstable).toEqual([]);
    expect(axis.cut).toBe("rate-limited");
  }
  expect(fold?.exploration?.cut).toBe("rate-limited");
  expect(notesOf(fold?.notes ?? [])).toContain("still reports too many requests (429)");
});

test("no rule is inferred from 429", async () => {
  let nth = 0;
  const server = await turningAway(() => (nth += 1) % 30 > 27, "0");
  open.push(server);
  const folder = mkdtempSync(join(tmpdir(), "witness-limited-"));
  const run = await inferJob(
    { name: "limited", baseUrl: server.url },
    { interface: userSubmission, suites: [...suites] },
    { ...defaultOptions("infer"), suite: ["valid", "id-bounds"], seed: 1, outputDir: folder },
    { signal: new AbortController().signal, events: {} },
  );
  rmSync(folder, { recursive: true });
  const rules = run.fold.findings.filter((each) => each.kind === "rule");
  expect(rules.length).toBeGreaterThan(0);
  for (const each of rules) expect(JSON.stringify(each), each.name).not.toContain('"429"');
  const axes = findingsOf(run.fold, "axis");
  expect(axes.length).toBeGreaterThan(0);
  for (const each of axes) expect(boundaryTexts(each).join()).not.toMatch(/\b429 at/);
  expect(notesOf(run.fold.notes)).toContain("too many requests (429)");
});
