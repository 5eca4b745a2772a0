import fc from "fast-check";
import { droppedText } from "../analyse/index.ts";
import { worded } from "../analyse/note-text.ts";
import { Kvm } from "@nats-io/kv";
import { Objm } from "@nats-io/obj";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { load, run } from "../api/index.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { sampled } from "../../test/statistics.ts";
import {
  plannedIn,
  recordsIn,
  runsFolder,
  startAgent,
  targetServer,
  type StartedAgent,
  type TargetServer,
} from "../../test/fleet/agents.ts";
import { Broker } from "./broker.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";
import { Lease, leaseKeys } from "./lease.ts";
import { subjects, type messages } from "./messages.ts";
import { Stores } from "./stores.ts";
import { huge, strayBytes } from "../../test/fleet/stray-messages.ts";

type Kind = keyof typeof messages;

/** Room for 10 MB, several times at once. */
const CONFIG = "max_payload: 12MB\nmax_pending: 128MB\n";

/** A stray message: what reads it, and how many do. */
type Stray = { subject: string; kind: Kind; readers: number };

const SMALL_RUN = { seed: 3, firstId: 500_000_000, runs: 100, load: false, suite: ["valid"] };

withBroker("messages of others at the broker", () => {
  const runs = runsFolder();
  let broker: StartedBroker;
  let own: Broker;
  let nats: NatsConnection;
  let server: TargetServer;
  let agents: StartedAgent[];
  const uncaught: unknown[] = [];
  const each = sampled("stray messages on each subject", { all: 60, sample: 20 });
  const take = (error: unknown): void => void uncaught.push(error);

  beforeAll(async () => {
    process.on("uncaughtException", take).on("unhandledRejection", take);
    broker = await startBroker({ config: CONFIG });
    own = await Broker.connect({ fleet: broker.url });
    nats = await connect({ servers: `127.0.0.1:${broker.port}` });
    server = await targetServer();
    agents = [await startAgent(broker.url, "a"), await startAgent(broker.url, "b")];
  });

  afterAll(async () => {
    for (const each of agents) await each.stop();
    await own.close();
    await nats.close();
    await server.close();
    await broker.stop();
    runs.remove();
    process.off("uncaughtException", take).off("unhandledRejection", take);
  });

  /** The name of the run at the broker, once both agents work for it. */
  async function runAtWork(): Promise<string> {
    const working = new Map<string, string>();
    const subscription = nats.subscribe("witness.beat.*", {
      callback: (_, message) => {
        const beat = message.json<{ agent: string; run?: string }>();
        if (beat.run !== undefined) working.set(beat.agent, beat.run);
      },
    });
    while (working.size < agents.length) await sleep(5);
    subscription.unsubscribe();
    return [...working.values()][0] ?? "";
  }

  /** How many messages these lines say were dropped, by place. */
  function countsIn(lines: readonly string[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const line of lines) {
      const [, count = "", place = ""] = /^dropped ([\d,]+) messages? on (\S+): /.exec(line) ?? [];
      if (place === "") continue;
      counts.set(place, (counts.get(place) ?? 0) + Number(count.replaceAll(",", "")));
    }
    return counts;
  }

  const sum = (counts: Map<string, number>): number =>
    [...counts.values()].reduce((a, b) => a + b, 0);

  const MOST_TRIES = 20;

  /** Until all of them have read what was sent before: a connection keeps the order of its messages. */
  async function haveRead(name: string): Promise<void> {
    const asked: [subject: string, text: string][] = [
      [subjects.clock(name), "null"],
      ...["a", "b"].map((agent): [string, string] => [subjects.agent(agent), '{"type":"who"}']),
    ];
    for (const [subject, text] of asked)
      for (let tries = 1; ; tries += 1)
        try {
          await nats.request(subject, text, { timeout: 30_000 });
          break;
        } catch (error) {
          // An agent whose connection a busy machine lost is there again soon.
          if (tries === MOST_TRIES) throw error;
          await sleep(500);
        }
  }

  /** Publishes strays during a run; returns how often they are read. */
  async function publishAll(name: string, strays: readonly Stray[]): Promise<number> {
    let expected = 0;
    for (const { subject, kind, readers } of strays) {
      for (const bytes of [...fc.sample(strayBytes(kind), each), huge()]) {
        nats.publish(subject, bytes);
        expected += readers;
      }
      await haveRead(name);
    }
    return expected;
  }

  const straysOf = (name: string, done: Kind): Stray[] => [
    { subject: subjects.discover, kind: "nothing", readers: 2 },
    { subject: subjects.beat("x"), kind: "beat", readers: 1 },
    { subject: subjects.agent("a"), kind: "toAgent", readers: 1 },
    { subject: subjects.run(name), kind: "toRun", readers: 2 },
    { subject: subjects.clock(name), kind: "nothing", readers: 1 },
    { subject: subjects.done(name), kind: done, readers: 1 },
  ];

  /** The observations of an object. A connection that a busy machine loses meanwhile is there again. */
  async function observationsOf(stores: Stores): Promise<unknown> {
    for (;;)
      try {
        return await stores.observations("o");
      } catch {
        await sleep(100);
      }
  }

  const notesIn = (folder: string): string[] =>
    recordsIn(folder).flatMap((record) => (record.type === "note" ? [worded(record).text] : []));

  /** What the agents say they dropped, after a second, when they have said all of it. */
  async function saidByAgents(before: number[]): Promise<string[]> {
    await sleep(1200);
    return agents.flatMap(({ said }, at) => said.slice(before[at]));
  }

  test("a campaign has the same record, and all are counted", async () => {
    const options = { ...SMALL_RUN, outputDir: runs.path };
    const alone = await run(server.url, options);
    const before = agents.map(({ said }) => said.length);
    // Nothing is done before the strays are at the broker, however busy the machine is.
    server.delay(1000);
    const shared = run(server.url, { ...options, fleet: broker.url });
    const name = await runAtWork();
    const expected = await publishAll(name, straysOf(name, "sliceDone"));
    const slices = `${subjects.slices(name)}.stray`;
    await publishAll(name, [{ subject: slices, kind: "slice", readers: 1 }]);
    server.delay(0);
    const { folder, outcome } = await shared;
    expect(outcome).toEqual({ end: "done" });
    const same = ({ key, sha256, statuses }: ReturnType<typeof plannedIn>[number]) => [
      key,
      sha256,
      statuses,
    ];
    const [both, one] = [folder, alone.folder].map((path) =>
      plannedIn(recordsIn(path), server.url),
    );
    expect(both?.map(same)).toEqual(one?.map(same));
    const lines = [...notesIn(folder), ...(await saidByAgents(before))];
    const counts = countsIn(lines);
    const ofQueue = counts.get(`${subjects.slices(name)}.>`) ?? 0;
    expectCount(sum(counts) - ofQueue, expected, lines);
    // The run may end before each of the agents has looked at the last part that it took.
    expect(each + 1 - ofQueue).toBeOneOf([0, 1, 2]);
    expect(counts.get(subjects.beats)).toBe(each + 1);
    expect(lines).toContain(`dropped 1 message on ${subjects.beats}: larger than 64 KiB`);
    expect(uncaught).toEqual([]);
  });

  test("a load has its figures, and all are counted", async () => {
    const before = agents.map(({ said }) => said.length);
    // Slow, so that it lasts long and leaves the processor to others.
    server.delay(100);
    const options = { durationMs: 20_000, warmupMs: 0, rounds: 1, connections: 2 };
    const loaded = load(server.url, { ...options, fleet: broker.url, outputDir: runs.path });
    const name = await runAtWork();
    const expected = await publishAll(name, straysOf(name, "done"));
    const { folder, outcome, summary } = await loaded;
    server.delay(0);
    expect(outcome).toEqual({ end: "done" });
    expect(summary.agents?.map(({ rounds }) => rounds)).toEqual([1, 1]);
    const lines = [...notesIn(folder), ...(await saidByAgents(before))];
    expectCount(sum(countsIn(lines)), expected, lines);
    expect(uncaught).toEqual([]);
  });

  test("a value in the bucket of leases is no holder, before a run and during it", async () => {
    const bucket = await new Kvm(nats).create("witness_leases");
    const target = parseBaseUrl(server.url);
    const keys = [leaseKeys.target(target), leaseKeys.alone(target)];
    for (const key of keys) await bucket.put(key, "null");
    server.delay(300);
    const options = { ...SMALL_RUN, fleet: broker.url, outputDir: runs.path };
    const shared = run(server.url, options);
    const name = await runAtWork();
    for (const key of [...keys, leaseKeys.run(name)]) await bucket.put(key, "{}");
    server.delay(0);
    expect((await shared).outcome).toEqual({ end: "done" });
    const some = fc.sample(strayBytes("held"), each);
    for (const bytes of [...some, huge().subarray(0, 100_000)]) {
      await bucket.put("stray", bytes);
      const lease = await Lease.take(own, {
        key: "stray",
        what: "it",
        holder: "h",
        instance: "i",
      });
      await lease.release();
    }
    expect(
      sum(countsIn(own.reader.takeDropped().map((each) => oneWord(droppedText(each))))),
    ).toBeGreaterThanOrEqual(each + 1);
    expect(uncaught).toEqual([]);
  });

  test("a value in the bucket of attempts is no attempt: the slice is sent, and counts", async () => {
    const options = { ...SMALL_RUN, fleet: broker.url, outputDir: runs.path };
    server.delay(100);
    const shared = run(server.url, options);
    const name = await runAtWork();
    const bucket = await new Kvm(nats).create(`witness_done_${name}`);
    const values = fc.sample(strayBytes("attempt"), 50);
    const subscription = nats.subscribe(`${subjects.slices(name)}.>`, {
      callback: (_, { subject }) => {
        const id = subject.slice(subjects.slices(name).length + 1);
        void bucket.put(id, values.pop() ?? "null");
      },
    });
    server.delay(0);
    const { outcome, folder } = await shared;
    subscription.unsubscribe();
    expect(outcome).toEqual({ end: "done" });
    expect(plannedIn(recordsIn(folder), server.url).length).toBeGreaterThan(100);
    expect(uncaught).toEqual([]);
  });

  test("what is in the stores of a run and not of witness is dropped, and counted", async () => {
    const stores = await Stores.open(own, "stray");
    own.reader.takeDropped();
    const bucket = await new Kvm(nats).create("witness_done_stray");
    const some = fc.sample(strayBytes("attempt"), each);
    for (const bytes of some) {
      await bucket.put("valid.chosen.0", bytes);
      expect(await stores.claimed("valid.chosen.0")).toBeUndefined();
    }
    const other = { id: "valid.chosen.9", agent: "a", object: "o", observations: 1 };
    await bucket.put("valid.chosen.0", JSON.stringify(other));
    expect(await stores.claimed("valid.chosen.0")).toBeUndefined();
    const attempt = { ...other, id: "valid.chosen.0" };
    own.reader.takeDropped();
    await stores.claim(attempt);
    expect(await stores.claimed(attempt.id)).toEqual(attempt);
    own.reader.takeDropped();

    const objects = await new Objm(nats).create("witness_chunks_stray");
    for (const bytes of [...fc.sample(fc.uint8Array({ minLength: 1 }), each), huge()]) {
      await objects.putBlob({ name: "o" }, bytes);
      expect(await observationsOf(stores)).toBeUndefined();
    }
    expect(own.reader.takeDropped().map(droppedText)).toEqual([
      `dropped ${each + 1} messages on the objects of run stray: not of this version`,
    ]);
    // The description of an object is a message, too.
    const subject = `$O.witness_chunks_stray.M.${Buffer.from("o").toString("base64url")}`;
    for (const text of ["null", "{}", "{", '{"digest":1}']) {
      await nats.request(subject, text);
      expect(await observationsOf(stores), text).toBeUndefined();
      expect(own.reader.takeDropped(), text).toHaveLength(1);
    }
    await stores.close();
  });
});

/** A busy machine may stop an agent for a while: then it does not listen to its run. */
const LAPSED = /nothing was heard|heard nothing|was lost/;

function expectCount(count: number, expected: number, lines: readonly string[]): void {
  if (lines.some((line) => LAPSED.test(line))) expect(count).toBeLessThanOrEqual(expected);
  else expect(count, lines.join("\n")).toBe(expected);
}

/** A place of several words as one, so that it is read like a subject. */
const oneWord = (line: string): string =>
  line.replace(/ on (.*): /, (_, place: string) => ` on ${place.replaceAll(" ", "_")}: `);
