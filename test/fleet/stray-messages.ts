import fc from "fast-check";
import { headerOf } from "../analyse/comparison/runs.ts";
import { packTarget, parseBaseUrl } from "../../src/contract/index.ts";
import { STATED_IDS } from "../../src/model/index.ts";
import { post } from "../../src/generate/index.ts";
import { emptyLatency, encodeLatency } from "../../src/stats/index.ts";
import { VERSION } from "../../src/version.ts";
import type { messages } from "../../src/fleet/messages.ts";

type Kind = keyof typeof messages;

const fault = { code: "fleet", message: "m", hint: "h", exitCode: 70 };
const manner = { concurrency: 1, stallCapacity: 0, timeoutMs: 1000, keep: true };
const target = packTarget(parseBaseUrl("http://127.0.0.1:1"));
const offered = { model: "closed", connections: 1, pipelining: 1 };
const header = headerOf("a");
const prepare = {
  type: "prepare",
  run: "r",
  epoch: 1,
  header,
  key: "k",
  target,
  part: { nth: 0, of: 1 },
};
const tally = {
  durationMs: 1000,
  counts: { sent: 1, answered: 1, unanswered: {}, withdrawn: 0, inFlight: 0 },
  drained: { forMs: 0, answered: 0, waitedUs: 0, ended: 0, silent: 0 },
  unasked: 0,
  dropped: { busy: 0, late: 0 },
  statuses: { "201": { count: 1, latency: encodeLatency(emptyLatency()) } },
  latencySumUs: 1,
  receivedBytes: 0,
  connections: { opened: 1, failed: {}, openingUs: 0 },
  intervals: { everyMs: 100, answered: [1], latencySumUs: [1] },
  generators: [{ utilisation: 0.1, loopDelayP99Us: 0, cpuUs: 1 }],
};
const slot = { kind: "slot", target, timeoutMs: 1, insecure: false, seed: 1 };
const queued = { id: "valid.chosen.0", epoch: 1, alone: false };
const asking = { id: STATED_IDS.client, reason: "r", clauses: ["body"], request: post() };

/** Valid messages of each kind. All members are required, except those of `OPTIONAL`. */
export const VALID: Record<Kind, unknown[]> = {
  nothing: [null],
  time: [1.5],
  ceiling: [12, { agent: "a", fault }],
  info: [
    {
      name: "a",
      instance: "i",
      version: VERSION,
      catalogue: "c",
      platform: "p",
      cores: 2,
      labels: { zone: "a" },
      key: "k",
    },
  ],
  namesake: [{ instance: "i", isSettled: true }],
  beat: [{ agent: "a", instance: "i", run: "r", epoch: 1 }],
  toAgent: [
    { type: "who" },
    { type: "ceiling" },
    { type: "clock", subject: "witness.clock.r" },
    { type: "plan", header },
    { ...prepare, work: { kind: "campaign", manner, whole: manner } },
    {
      ...prepare,
      work: { kind: "load", processes: 1, firstId: 1, ids: { from: 0, size: 9, by: "x" } },
    },
  ],
  samePlan: [{ agent: "a" }, { agent: "a", fault }],
  ready: [
    { agent: "a", clock: { offsetMs: 1.5, errorMs: 0.1 } },
    { agent: "a", fault },
  ],
  toRun: [
    { type: "beat", epoch: 1 },
    { type: "stop", epoch: 1, round: 1 },
    { type: "end", epoch: 1 },
    { type: "go", epoch: 1, round: 1, atMs: 1, slot: { ...slot, offered, durationMs: 1 } },
  ],
  done: [
    { agent: "a", epoch: 1, round: 1, result: { fault } },
    { agent: "a", epoch: 1, round: 1, result: { offered, beganMs: 1, tally } },
  ],
  taken: [true],
  sliceDone: [{ id: "valid.chosen.0" }, { agent: "a", fault }],
  slice: [
    { ...queued, slice: { suite: "valid", from: 0, to: 9, fresh: 1 }, skip: [2] },
    { ...queued, asking, fresh: 3 },
  ],
  attempt: [{ id: "valid.chosen.0", agent: "a", object: "o", observations: 2 }],
  held: [{ instance: "i", holder: "h", epoch: 1 }],
};

/** Members that a message may lack. */
const OPTIONAL: Partial<Record<Kind, string[]>> = {
  beat: ["run", "epoch"],
};

/** What no member of any message may be. */
const WRONG = { stray: true };

/** A message with one member changed, or left out. */
function changed(kind: Kind): fc.Arbitrary<unknown> {
  const left = new Set(OPTIONAL[kind]);
  const all = VALID[kind].flatMap((valid): unknown[] => {
    if (typeof valid !== "object" || valid === null) return [WRONG];
    const keys = Object.keys(valid) as (keyof typeof valid)[];
    // A fault without its words is another message that is valid.
    const isRest = (key: string): boolean => kind === "samePlan" && key === "fault";
    return [
      ...keys.map((key) => ({ ...(valid as object), [key]: WRONG })),
      ...keys
        .filter((key) => !left.has(key) && !isRest(key))
        .map((key) => Object.fromEntries(Object.entries(valid).filter(([own]) => own !== key))),
    ];
  });
  return fc.constantFrom(...all);
}

/** Whether a value is a message of this kind by its form alone: numbers, null and true. */
const isPlain = (kind: Kind, value: unknown): boolean =>
  VALID[kind].some(
    (valid) => valid === value || (typeof valid === "number" && typeof value === "number"),
  );

/** Bytes that are no message of this kind: any JSON, any bytes, or a message with one member changed or left out. */
export const strayBytes = (kind: Kind): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc
      .jsonValue()
      .filter((value) => !isPlain(kind, value))
      .map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 300 }).filter((bytes) => !isPlain(kind, valueOf(bytes))),
    changed(kind).map((value) => Buffer.from(JSON.stringify(value))),
  );

function valueOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return WRONG;
  }
}

/** Larger than any message. */
export const huge = (): Uint8Array => Buffer.alloc(10_000_000, "[");
