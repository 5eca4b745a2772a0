import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { identified, identityRead, type Identified } from "../../test/suites/identities.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { recordsIn, startAgent } from "../../test/fleet/agents.ts";
import { startBroker, withBroker } from "../../test/fleet/broker.ts";
import { carriesIdentity, requestBytes } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { listening } from "../servers/json-server.ts";
import { sampled } from "../../test/statistics.ts";
import { compare, explore, load, resume, run } from "./run.ts";
import type { RunResult } from "./inputs.ts";

const outputDir = mkdtempSync(join(tmpdir(), "witness-identities-"));
afterAll(() => rmSync(outputDir, { recursive: true }));

const SUITES = ["valid", "malformed-json", "repetition", "framing"];
const INTERFACES = sampled("interfaces, each with every verb", {
  all: 3,
  part: 3,
  sample: 1,
});
const suite = SUITES.slice(
  0,
  sampled("suites against a real server", { all: SUITES.length, sample: 3 }),
);
/** The suites of the other tests: the cuts of framing need few sendings. */
const short = SUITES.slice(0, 3);

/** As Express has it. Longer bodies would only take time. */
const MOST_BYTES = 100 * 1024;

/** A server with unique ids: 201 for a new identity, 409 for one that it has read, 400 without one, and 413 for a long body. */
async function startUnique({ path }: Identified) {
  const seen = new Map<string, number>();
  const waiting: { count: number; call: () => void }[] = [];
  let count = 0;
  const server = createServer({ insecureHTTPParser: true }, (request, response) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    request.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes <= MOST_BYTES) parts.push(part);
    });
    request.on("error", () => {});
    request.on("close", () => {
      const isLong = bytes > MOST_BYTES;
      const read = isLong ? undefined : identityRead(Buffer.concat(parts).toString("utf8"), path);
      const before = read === undefined ? 0 : (seen.get(read) ?? 0);
      if (read !== undefined) seen.set(read, before + 1);
      count += 1;
      for (const each of waiting) if (each.count === count) each.call();
      const refusal = isLong ? 413 : 400;
      response.statusCode = read === undefined ? refusal : before > 0 ? 409 : 201;
      response.end();
    });
  });
  const { url, close } = await listening(server);
  return {
    url,
    close,
    seen,
    after: (at: number, call: () => void) => waiting.push({ count: at, call }),
  };
}

/** What the cases of a record send that say that they share their identity, or that have a constant one. */
function declaredIn(folder: string, { from }: Identified, url: string): string[] {
  const cases = new Map<string, Case>();
  let firstId = 0;
  return recordsIn(folder).flatMap((record) => {
    if (record.type === "header") ({ firstId } = record);
    if (record.type === "case") cases.set(record.case.id, record.case);
    const sent = record.type === "observation" ? cases.get(record.case) : undefined;
    if (record.type !== "observation" || sent === undefined) return [];
    if (sent.sameIdentity === undefined && carriesIdentity(sent.request, from)) return [];
    const filling = { interface: from, target: parseBaseUrl(url), firstId, fresh: record.fresh };
    return requestBytes(sent.request, filling).map((bytes) => bytes.toString("utf8"));
  });
}

/** Whether these have an identity: a server may cut that of such a case anywhere, or read it as another number. */
const isIn = (texts: readonly string[], identity: string, path: readonly string[]): boolean =>
  texts.some((text) => {
    const bodies = [text, ...text.split("\r\n\r\n")];
    return text.includes(identity) || bodies.some((body) => identityRead(body, path) === identity);
  });

/** The beginning of all ids of these runs: what exploration sends besides are known values, and parts of ids. */
const FIRST_DIGITS = "432";
const options = {
  outputDir,
  timeoutMs: 1000,
  hazards: false,
  runs: 20,
  firstId: Number(`${FIRST_DIGITS}109870`),
};

/** Runs a verb, and returns the identities that came twice although no case says so. */
const twiceOf =
  (each: Identified) =>
  async (
    verb: (
      url: string,
      after: (count: number, call: () => void) => void,
      /** Reads what the cases of a record say before it is continued. */
      read: (folder: string) => void,
    ) => Promise<RunResult[]>,
    counts: (identity: string) => boolean = () => true,
  ) => {
    const server = await startUnique(each);
    try {
      const declared: string[] = [];
      const read = (folder: string): void => {
        declared.push(...declaredIn(folder, each, server.url));
      };
      const results = await verb(server.url, server.after, read);
      expect(server.seen.size).toBeGreaterThan(100);
      for (const { folder } of results) read(folder);
      const twice = [...server.seen].filter(([identity, count]) => count > 1 && counts(identity));
      return { results, twice: twice.filter(([identity]) => !isIn(declared, identity, each.path)) };
    } finally {
      await server.close();
    }
  };

describe.each(identified.slice(0, INTERFACES))("a server with unique ids: $from.name", (each) => {
  const { from } = each;

  const twiceIn = twiceOf(each);

  test("gets each identity once in a run, with repeats, and looks stable", async () => {
    const { twice, results } = await twiceIn(async (url) => [
      await run(url, { ...options, interface: from, suite, repeats: 2, load: false }),
    ]);
    expect(twice).toEqual([]);
    const unstable = results[0]?.summary.cases.filter(({ stability }) => stability === "unstable");
    expect(unstable?.map(({ id }) => id)).toEqual([]);
  });

  test("gets each identity once in a run that is interrupted, resumed, and sends load", async () => {
    const { twice } = await twiceIn(async (url, after, read) => {
      const stop = new AbortController();
      after(150, () => stop.abort());
      const settings = {
        ...options,
        interface: from,
        suite: short,
        load: true,
        loadDurationMs: 300,
      };
      const { folder } = await run(url, { ...settings, signal: stop.signal });
      read(folder);
      return [await resume(folder)];
    });
    expect(twice).toEqual([]);
  });

  test("gets each identity once from load", async () => {
    const settings = { durationMs: 1000, warmupMs: 100, rounds: 1, processes: 2 };
    const { twice } = await twiceIn(async (url) => [
      await load(url, { ...settings, outputDir, interface: from }),
    ]);
    expect(twice).toEqual([]);
  });

  withBroker("with agents", () => {
    test("gets each identity once from agents", async () => {
      const broker = await startBroker();
      const agents = [await startAgent(broker.url, "a"), await startAgent(broker.url, "b")];
      try {
        const { twice } = await twiceIn(async (url) => [
          await run(url, {
            ...options,
            interface: from,
            suite: short,
            load: false,
            fleet: broker.url,
          }),
        ]);
        expect(twice).toEqual([]);
      } finally {
        for (const agent of agents) await agent.stop();
        await broker.stop();
      }
    });
  });
});

describe.each(identified.slice(0, 1))("exploring a server with unique ids: $from.name", (each) => {
  const { from, isWhole } = each;
  const twiceIn = twiceOf(each);

  test("gets each whole identity once from exploration, inference and a comparison, except to ask about a repeated one", async () => {
    const isDrawn = (identity: string): boolean =>
      isWhole(identity) && identity.includes(FIRST_DIGITS);
    const other = await startUnique(each);
    const settings = {
      ...options,
      interface: from,
      suite: ["valid"],
      runs: 5,
      load: false,
    };
    const { load: _load, ...own } = settings;
    const verbs = [
      // Without the sequences of a state machine: they repeat identities on purpose.
      (url: string) => explore(url, { ...own, parts: ["examples", "boundaries"] }),
      async (url: string) => [await run(url, { ...settings, infer: true })],
      async (url: string) => (await compare([url, other.url], settings)).runs,
    ];
    for (const verb of verbs) {
      const { twice } = await twiceIn(verb, isDrawn);
      // It is sent three times, before exploration and before inference, unless it is known that it has to be unique.
      const counts = twice.map(([, count]) => count);
      expect([[], [3], [3, 3]]).toContainEqual(counts);
    }
    await other.close();
  });
});
