import { join } from "node:path";
import { Client } from "undici";
import { parseBaseUrl, statedHeaders, userSubmission } from "../../src/contract/index.ts";
import { drawCases, render } from "../../src/generate/index.ts";
import type { Case, Response } from "../../src/model/index.ts";
import { RunWriter } from "../../src/record/index.ts";
import { propertyNamed } from "./bare-loop.ts";
import type { Part } from "./part.ts";
import { CONCURRENCY, FIRST_ID, SEED, WARM_UP } from "./property-run.ts";
import { Stopwatch } from "./stopwatch.ts";

const FLUSH_EVERY_MS = 5;
/** Written for every response: nothing of it is read. */
const RESPONSE: Response = {
  version: "1.1",
  status: 201,
  reason: "Created",
  headers: [
    ["content-type", "application/json"],
    ["content-length", "2"],
    ["Connection", "keep-alive"],
  ],
  interim: undefined,
  framing: "length",
  body: { bytes: 2, sha256: "0".repeat(64), text: "{}" },
  omitted: undefined,
};

/**
 * The least that a recorded property run must do with these libraries: draw each request, send it through undici without
 * promises, and write two lines of JSON with a checksum. Nothing is limited, compared, counted or watched.
 */
export const leastLoop: Part<{
  url: string;
  property: string;
  runs: number;
  outputDir: string;
}> = async ({ url, property, runs, outputDir }) => {
  const cases = drawCases(...propertyNamed(property), SEED, runs);
  const writer = RunWriter.create(join(outputDir, `least-${process.pid}.ndjson`));
  const flushing = setInterval(() => writer.flush(), FLUSH_EVERY_MS);
  const filling = { interface: userSubmission, target: parseBaseUrl(url), firstId: FIRST_ID };
  const { method, path } = userSubmission;
  const headers = statedHeaders(userSubmission).flat();
  const watch = new Stopwatch();
  let begun = 0;
  let done = 0;
  const observed = (sent: Case, seq: number): void => {
    writer.write({ type: "case", case: sent });
    const times = { firstByteUs: 500, totalUs: 700 };
    writer.write({
      type: "observation",
      seq,
      case: sent.id,
      attempt: 1,
      fresh: seq,
      atMs: seq,
      answers: [{ outcome: "answered", status: RESPONSE.status, response: RESPONSE, ...times }],
      end: "kept",
      timeoutMs: 5000,
    });
    done += 1;
    if (done === WARM_UP) watch.start();
  };
  const sendAll = (client: Client): Promise<void> =>
    new Promise((resolve, reject) => {
      const sendNext = (): void => {
        const { value: sent } = cases.next();
        if (sent === undefined) return resolve();
        const fresh = begun;
        begun += 1;
        const body = render(sent.request.sender === "client" ? sent.request.body : [], {
          ...filling,
          fresh,
        });
        client.dispatch(
          { method, path, headers, body },
          {
            onRequestStart() {},
            onResponseStart() {},
            onResponseData() {},
            onResponseError: (_, error) => reject(error),
            onResponseEnd: () => {
              observed(sent, fresh);
              setImmediate(sendNext);
            },
          },
        );
      };
      sendNext();
    });
  const clients = Array.from({ length: CONCURRENCY }, () => new Client(url, { pipelining: 1 }));
  await Promise.all(clients.map(sendAll));
  watch.lap();
  clearInterval(flushing);
  writer.close();
  await Promise.all(clients.map((client) => client.close()));
  return { sent: done, ...watch.over(done - WARM_UP) };
};
