import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { compare, load, resume, run } from "../api/index.ts";
import { userSubmission } from "../contract/index.ts";
import { defineSuite, requestsOf } from "../generate/index.ts";
import { listFleet, readFold } from "../jobs/index.ts";
import { mergeShards } from "../stats/index.ts";
import { VERSION } from "../version.ts";
import {
  targetServer,
  plannedIn,
  recordsIn,
  runsFolder,
  startAgent,
  type TargetServer,
  type StartedAgent,
} from "../../test/fleet/agents.ts";
import { documented, uniqueStore } from "../../test/servers/unique-store.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";

withBroker("a fleet of agents", () => {
  const runs = runsFolder();
  let broker: StartedBroker;
  let server: TargetServer;
  let agents: StartedAgent[];
  let recorded = { alone: "", shared: "" };

  beforeAll(async () => {
    broker = await startBroker();
    server = await targetServer();
    agents = [await startAgent(broker.url, "a"), await startAgent(broker.url, "b")];
  });

  afterAll(async () => {
    for (const each of agents) await each.stop();
    await server.close();
    await broker.stop();
    runs.remove();
  });

  test("has the record of one process: each planned case once, with the same bytes", async () => {
    const options = {
      seed: 7,
      firstId: 500_000_000,
      runs: 500,
      load: false,
      suite: ["valid", "date-precision", "repetition"],
    };
    const whole = { ...options, outputDir: runs.path };
    const alone = await run(server.url, whole);
    const shared = await run(server.url, { ...whole, fleet: broker.url });
    expect(shared.outcome).toEqual({ end: "done" });
    const lines = plannedIn(recordsIn(shared.folder), server.url);
    const same = ({ key, sha256, statuses }: (typeof lines)[number]): unknown => [
      key,
      sha256,
      statuses,
    ];
    expect(lines.map(same)).toEqual(plannedIn(recordsIn(alone.folder), server.url).map(same));
    expect(new Set(lines.map(({ agent }) => agent))).toEqual(new Set(["a", "b"]));
    const ofSuite = (name: string) => lines.filter(({ key }) => key.includes(` ${name}/`));
    // One agent at a time sends a slice that needs the target for itself, and the checks after suites.
    const senders = ofSuite("repetition").map(({ agent }) => agent);
    const changes = senders.filter((each, nth) => nth > 0 && each !== senders[nth - 1]);
    expect(changes.length).toBeLessThan(10);
    const checks = recordsIn(shared.folder).flatMap((each) =>
      each.type === "observation" && each.check !== undefined ? [each] : [],
    );
    expect(checks.map(({ check }) => check)).toEqual([
      ...options.suite.map((name) => `after ${name}`),
      "end",
    ]);
    expect(checks.every(({ agent }) => agent !== undefined)).toBe(true);
    const { integrity } = await readFold(shared.folder, () => {});
    expect(integrity?.state).toBe("intact");
    expect(shared.summary.accepts).toBe(alone.summary.accepts);
    recorded = { alone: alone.folder, shared: shared.folder };
  });

  test.each([
    ["report", [], "valid"],
    ["diff", [], "nothing changed"],
    ["compare", ["--output-dir", "compared"], "all targets give the same statuses"],
    ["gate", [], "exit 0"],
    ["replay", ["valid/plain"], "the same"],
    ["suggest", [], "defineConfig"],
    ["baseline", [], "saved witness.baseline.json"],
  ])("%s reads its record as that of one process", async (verb, more, expected) => {
    const { alone, shared } = recorded;
    const before = { diff: [alone], compare: [alone], baseline: ["save"] }[verb] ?? [];
    const { code, stdout, stderr } = await callWitness(runs.path, [
      verb,
      ...before,
      shared,
      ...more,
    ]);
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout + stderr).toContain(expected);
  });

  test("loads a target together: the sums are what the server counted", async () => {
    const before = server.count();
    server.ids.length = 0;
    const options = { durationMs: 300, warmupMs: 100, rounds: 2, connections: 5 };
    const whole = { ...options, agents: 2, fleet: broker.url, outputDir: runs.path };
    const { folder, outcome, summary, report } = await load(server.url, whole);
    expect(outcome).toEqual({ end: "done" });
    const records = recordsIn(folder);
    const rounds = records.flatMap((each) => (each.type === "round" ? [each] : []));
    expect(rounds.map(({ nth }) => nth)).toEqual([0, 1, 2]);
    const sent = rounds.reduce((sum, { tally }) => sum + tally.counts.sent, 0);
    const asked = records.filter(({ type }) => type === "observation").length;
    expect(server.count() - before).toBe(sent + asked);
    expect(new Set(server.ids).size).toBe(server.ids.length);
    for (const { tally, shards = [] } of rounds) {
      expect(shards.map(({ agent }) => agent)).toEqual(["a", "b"]);
      expect(shards.map(({ offered }) => offered.connections)).toEqual([3, 2]);
      expect(tally).toEqual(mergeShards(shards));
    }
    expect(summary.agents?.map(({ name, rounds: own }) => `${name} ${own}`)).toEqual([
      "a 2",
      "b 2",
    ]);
    expect(readFileSync(report, "utf8")).toContain('<h2 id="agents">Agents</h2>');
  });

  test("compares targets as one machine does", async () => {
    const targets = [`one=${server.url}`, `two=${server.url}`];
    const options = { suite: ["valid"], runs: 20, explore: false, seed: 5 };
    const load = { durationMs: 200, warmupMs: 0, rounds: 2, connections: 4 };
    const whole = { ...options, ...load, fleet: broker.url, outputDir: runs.path };
    const { runs: both, comparison } = await compare(targets, whole);
    expect(both.map(({ outcome }) => outcome)).toEqual([{ end: "done" }, { end: "done" }]);
    expect(comparison.targets.map(({ name }) => name)).toEqual(["one", "two"]);
    const [one = [], two] = both.map(({ folder }) => plannedIn(recordsIn(folder), server.url));
    expect(one.map(({ sha256 }) => sha256)).toEqual(two?.map(({ sha256 }) => sha256));
    expect(one.some(({ agent }) => agent !== undefined)).toBe(true);
    // Agents send the paired rounds of both targets.
    for (const { folder } of both) {
      const rounds = recordsIn(folder).flatMap((each) => (each.type === "round" ? [each] : []));
      const senders = rounds.map(({ shards = [] }) => shards.map(({ agent }) => agent));
      expect(senders.filter((names) => names.join() !== "a,b")).toEqual([]);
      expect(rounds.filter(({ nth }) => nth > 0)).toHaveLength(2);
    }
  });

  test("sends new values where one of the compared targets keeps them unique", async () => {
    const stores = [await uniqueStore(["code"]), await uniqueStore([])];
    const targets = stores.map(({ url }, nth) => `${nth}=${url}`);
    const common = { interface: documented({ name: true }), hazards: false };
    const options = { suite: ["valid", "field-name"], runs: 5, explore: false, load: false };
    const whole = { ...common, ...options, fleet: broker.url, outputDir: runs.path };
    const { runs: both, comparison } = await compare(targets, whole);
    for (const store of stores) await store.close();
    expect(both.map(({ outcome }) => outcome)).toEqual([{ end: "done" }, { end: "done" }]);
    expect(comparison.behaviour).toMatchObject({ groups: [], unstable: [] });
    for (const { folder } of both) {
      const records = recordsIn(folder);
      const sent = records.flatMap((each) =>
        each.type === "observation" && each.agent !== undefined ? [each] : [],
      );
      const valid = sent.filter((each) => each.case === "valid/plain");
      expect(valid.length).toBeGreaterThan(1);
      expect(valid.map(({ answers: [first] }) => first)).toEqual(
        valid.map(() => expect.objectContaining({ status: 201 }) as unknown),
      );
      expect(new Set(sent.map(({ agent }) => agent))).toEqual(new Set(["a", "b"]));
    }
  });

  test("refuses an agent with another catalogue by its name", async () => {
    const corpus = join(runs.path, "corpus");
    mkdirSync(corpus);
    writeFileSync(join(corpus, "one.json"), "{}");
    // After the plan of the controller, before that of the agents.
    const phase = (what: string): void => {
      if (/^\d+ requests?,/.test(what)) writeFileSync(join(corpus, "one.json"), "[]");
    };
    const before = server.count();
    const options = { corpus, suite: ["corpus"], runs: 0, load: false, events: { phase } };
    const refused = run(server.url, { ...options, fleet: broker.url, outputDir: runs.path });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringMatching(/^agent [ab]: its catalogue differs/) as string,
      exitCode: 2,
    });
    expect(server.count()).toBe(before);
  });

  test("refuses to resume a run that its agents cannot plan, before the first request", async () => {
    const stop = new AbortController();
    // A suite that a program passes is not in the agents' catalogue.
    const request = requestsOf(userSubmission).rawRequest();
    const own = defineSuite({
      name: "own",
      about: "a suite of this program",
      clauses: ["id-values"],
      cases: [{ name: "text", reason: "raw bytes", request }],
    });
    const options = { suites: [own], suite: ["valid", "own"], runs: 2000, load: false };
    const events = { progress: () => stop.abort() };
    const whole = { ...options, outputDir: runs.path, signal: stop.signal, events };
    const { folder, outcome } = await run(server.url, whole);
    expect(outcome.end).toBe("interrupted");
    // What was on its way then.
    for (let seen = -1; seen !== server.count(); await sleep(200)) seen = server.count();
    const record = join(folder, "run.ndjson");
    const [before, recorded] = [server.count(), readFileSync(record, "utf8")];
    await expect(resume(folder, { suites: [own], fleet: broker.url })).rejects.toMatchObject({
      message: expect.stringMatching(/^agent [ab]: there is no suite/) as string,
      exitCode: 2,
    });
    expect(server.count()).toBe(before);
    expect(readFileSync(record, "utf8")).toBe(recorded);
  });

  test("lists its agents with version, catalogue, cores, ceiling and clock", async () => {
    const [only] = await listFleet({ fleet: broker.url, agentsWhere: ["zone=a", "name=b"] });
    expect(only?.name).toBe("b");
    const members = await listFleet({ fleet: broker.url });
    expect(members.map(({ name, version }) => `${name} ${version}`)).toEqual([
      `a ${VERSION}`,
      `b ${VERSION}`,
    ]);
    for (const each of members) {
      expect(each.catalogue).toBe(members[0]?.catalogue);
      expect(each.labels).toEqual({ zone: "a", name: each.name });
      expect(each.ceilingPerSecond).toBeGreaterThan(0);
      // In one process, the clocks are the same one.
      expect(Math.abs(each.clock?.offsetMs ?? Infinity)).toBeLessThanOrEqual(
        each.clock?.errorMs ?? 0,
      );
    }
  });
});
