import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { listening } from "../servers/json-server.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-slow-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PLACES = 6;
const USUAL_MS = 50;
/** More than a request gets where few may be unfinished, less than the time-out that the user allows. */
const SLOW_MS = 2500;

/**
 * Serves six requests at a time, those without their whole body too, as a server with six threads does. A date without
 * three fraction digits takes it long.
 */
function fewPlaces() {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const free = (): void => {
    taken -= 1;
    waiting.shift()?.();
  };
  return createServer((request, response) => {
    const serve = (): void => {
      if (response.destroyed) return waiting.shift()?.();
      taken += 1;
      response.once("close", free);
      let body = "";
      request.setEncoding("utf8").on("error", () => {});
      request.on("data", (chunk: string) => (body += chunk));
      request.once("end", () => {
        const waitMs = /\.\d{3}Z"/.test(body) ? USUAL_MS : SLOW_MS;
        setTimeout(() => response.writeHead(201).end("{}"), waitMs);
      });
    };
    if (taken < PLACES) serve();
    else waiting.push(serve);
  });
}

test("a valid request that takes a server with few places long is no request without a response", async () => {
  const server = await listening(fewPlaces());
  const catalogue = { interface: userSubmission, suites: [suiteNamed("valid")] };
  const options = {
    ...defaultOptions("run"),
    suite: ["valid"],
    load: false,
    runs: 20,
    seed: 1,
    outputDir: folder,
    timeoutMs: 20_000,
  };
  const control = { signal: new AbortController().signal, events: {} };
  const target = { name: "slow", baseUrl: server.url };
  const { summary } = await runJob(target, catalogue, options, control).finally(() =>
    server.close(),
  );
  expect(summary.stated.text).toMatch(/^all \d+ valid requests got a complete HTTP response$/);
  expect(summary.cases.filter(({ stability }) => stability === "unstable")).toEqual([]);
  expect(summary.cases.flatMap(({ outcomes }) => Object.keys(outcomes))).not.toContain("timed-out");
}, 120_000);
