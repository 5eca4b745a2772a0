import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { defineSuite, post, user } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import { readFold, runJob } from "../jobs/index.ts";
import { summarise } from "../analyse/index.ts";
import { defaultOptions } from "../options/index.ts";
import { Pace } from "./pace.ts";
import { RefusedProbe } from "./refused-probe.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));

const planted = defineSuite({
  name: "planted",
  about: "three that are refused, and two that are not",
  clauses: ["error-conditions"],
  cases: [
    { name: "cut", reason: "the body ends early", request: post(['{"id":1']) },
    { name: "list", reason: "the body is a list", request: post(["[]"]) },
    { name: "text", reason: "the id is a text", request: post(user({ id: ['"a"'] })) },
    { name: "plain", reason: "the stated request", request: post(user()) },
    { name: "extra", reason: "another member", request: post(withExtra(["1"])) },
  ],
});

type Responding = (sent: unknown) => [status: number, body: unknown];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isGood = (sent: unknown): boolean =>
  typeof sent === "object" && sent !== null && "id" in sent && typeof sent.id === "number";

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

/** Runs the planted suite against a server; the words of its cases, live and from the record. */
async function wordsOf(responding: Responding) {
  const server = createServer((request, response) => {
    const respond = (text: string): void => {
      const [status, body] = responding(parsed(text));
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    // A client may go away before its request is complete.
    void textOf(request).then(respond, () => {});
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const options = { ...defaultOptions("run"), load: false, suite: ["planted"], repeats: 1 };
  try {
    const { summary, folder: own } = await runJob(
      { name: "server", baseUrl: `http://127.0.0.1:${port}` },
      { interface: userSubmission, suites: [suiteNamed("valid"), planted] },
      { ...options, outputDir: folder, explore: false },
      { signal: new AbortController().signal, events: {} },
    );
    const stored = summarise(await readFold(own, () => {}));
    const words = ({ cases = [] }: Partial<typeof summary> = {}) =>
      cases.flatMap(({ id, outcomes }) =>
        id.startsWith("planted/") ? [`${id.slice(8)} ${Object.keys(outcomes).join()}`] : [],
      );
    expect(words(stored)).toEqual(words(summary));
    const notes = summary.notes.filter(({ text }) => text.includes("counts as a refusal"));
    return { words: words(summary).toSorted(), notes: notes.length };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("refusals that have the status of a success are told by their bodies, in the record as well", async () => {
  const found = await wordsOf((sent) =>
    isGood(sent) ? [200, { ok: true }] : [200, { ok: false, error: "no" }],
  );
  expect(found).toEqual({
    words: ["cut 200-refusal", "extra 200", "list 200-refusal", "plain 200", "text 200-refusal"],
    notes: 1,
  });
});

test.each<[string, Responding]>([
  ["accepts everything", () => [200, { ok: true }]],
  ["says what it did", (sent) => [200, { created: isGood(sent) }]],
  ["repeats what it got", (sent) => [200, sent ?? {}]],
])("a server that %s refuses nothing", async (_, responding) => {
  const found = await wordsOf(responding);
  expect(found.words).toEqual(["cut 200", "extra 200", "list 200", "plain 200", "text 200"]);
  expect(found.notes).toBe(0);
});

test("statuses tell where they can", async () => {
  const found = await wordsOf((sent) =>
    isGood(sent) ? [201, { ok: true }] : [400, { ok: false, error: "no" }],
  );
  expect(found.words).toEqual(["cut 400", "extra 201", "list 400", "plain 201", "text 400"]);
  expect(found.notes).toBe(0);
});

test.each(["safe", "default"])(
  "what is asked instead of a refused request: %s",
  async (profile) => {
    const sent: string[] = [];
    const from = { ...userSubmission, method: "PUT" };
    const dispatcher = {
      ask: async ({ request }: { request: { path?: unknown } }) => {
        sent.push(request.path === undefined ? "the path" : "another path");
        return undefined;
      },
    };
    const pace = new Pace(() => 0, new AbortController().signal);
    const header = { interface: from, options: { profile } };
    const run = { dispatcher, header, surroundings: { pace } };
    const probe = new RefusedProbe({} as never, run as never);
    const result = { outcome: "answered", response: { status: 204 }, status: 204 };
    await probe.compare({ result } as never);
    expect(sent).toEqual(profile === "safe" ? ["the path"] : ["another path", "the path"]);
  },
);
