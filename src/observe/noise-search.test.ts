import { expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import { post, wirePost } from "../generate/index.ts";
import { type Case, type RequestResult, resultWord } from "../model/index.ts";
import { Crowding } from "./crowding.ts";
import { HeldResults } from "./held-results.ts";
import { NoiseSearch } from "./noise-search.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

const CASES = Array.from({ length: 200 }, (_, nth): Case => ({
  id: `planted/case-${nth}`,
  reason: "a body",
  clauses: [],
  request: post([`[${nth}]`]),
}));
const REPEATS = 8;
const AT_A_TIME = 10;
const DOWN_MS = 800;

/** A linear congruential generator (Numerical Recipes): the same numbers for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const statusOf = (status: number, ms: number): RequestResult => ({
  outcome: "answered",
  status,
  totalUs: ms * 1000,
  response: {
    status,
    reason: "",
    headers: [],
    framing: "length",
    body: { bytes: 2, sha256: String(status), text: "{}" },
  },
});

/** What is recorded of a run in which one of two servers gives 502 for a while: `isOther` chooses the server. */
function recorded(responseMs: number, random: () => number, isOther: (nth: number) => boolean) {
  const held = new HeldResults(userSubmission, new Crowding({ narrow: () => {}, concurrency: 1 }));
  const planned = Array.from({ length: REPEATS }, (_, at) =>
    CASES.map((each, nth): PlannedSending => {
      const fresh = at * CASES.length + nth;
      return { case: each, suite: "planted", fresh, attempt: at + 1, tries: 1 };
    }),
  ).flat();
  let [nowMs, count, untilMs] = [0, 0, Infinity];
  const isDown = (): boolean => {
    count += 1;
    if (count === 600) untilMs = nowMs + DOWN_MS;
    return count >= 600 && nowMs < untilMs && isOther(count);
  };
  const sent = (sending: PlannedSending): Returned => {
    const [status, ms] = isDown() ? [502, 1 + random()] : [400, responseMs + random()];
    const answers = [statusOf(status, ms)];
    return {
      sending,
      atMs: nowMs,
      dispatched: { fresh: sending.fresh, answers, end: "kept", timeoutMs: 5000 },
    };
  };
  const endMs = ({ atMs, dispatched }: Returned): number =>
    atMs + (dispatched.answers[0]?.totalUs ?? 0) / 1000;
  const flying: Returned[] = [];
  const sure: Returned[] = [];
  const settle = (): void => {
    held.controlled();
    for (; isDown(); nowMs += 1) held.noise.addControl({ answers: [statusOf(502, 1)] }, nowMs);
    held.noise.addControl({ answers: [statusOf(201, 1)] }, nowMs);
    sure.push(...held.settle({ turnsAway: false, isServed: false, untilMs: nowMs }).sure);
  };
  for (;;) {
    while (flying.length < AT_A_TIME) {
      const next = held.hasAgain ? held.next() : planned.shift();
      if (next === undefined) break;
      flying.push(sent(next));
    }
    const [first] = flying.toSorted((a, b) => endMs(a) - endMs(b));
    if (first === undefined && !held.hasHeld) return sure;
    if (first !== undefined) {
      flying.splice(flying.indexOf(first), 1);
      nowMs = Math.max(nowMs, endMs(first));
      held.add(first);
    }
    if (first === undefined || held.isControlDue) settle();
  }
}

const SILENT: RequestResult = {
  outcome: "timed-out",
  phase: "head",
  detail: "",
  totalUs: 3_000_000,
};

test.each([2, 10])(
  "%i results without a response next to six controls without one are a ban, and no noise",
  (many) => {
    const held = new HeldResults(
      userSubmission,
      new Crowding({ narrow: () => {}, concurrency: 1 }),
    );
    for (const [nth, each] of CASES.slice(0, many).entries())
      held.add({
        sending: { case: each, suite: "planted", fresh: nth, attempt: 1, tries: 1 },
        atMs: nth,
        dispatched: { fresh: nth, answers: [SILENT], end: "kept", timeoutMs: 3000 },
      });
    for (let nth = 0; nth < 6; nth += 1)
      held.noise.addControl({ answers: [SILENT] }, 1000 * nth + 3000);
    held.noise.addControl({ answers: [statusOf(201, 1)] }, 9000);
    expect(held.hasRow("timed-out", 6)).toBe(true);
  },
);

test.each([10, 20, 40])(
  "no case has the error of one of two servers that is down for a while (responses after %i ms)",
  (responseMs) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const random = numbersOf(seed);
      const byTurn = recorded(responseMs, random, (nth) => nth % 2 === 0);
      const byChance = recorded(responseMs, random, () => random() < 0.5);
      for (const all of [byTurn, byChance]) {
        expect(all).toHaveLength(CASES.length * REPEATS);
        const failed = all.filter(({ dispatched }) => resultWord(dispatched.answers[0]) === "502");
        expect(failed.map(({ sending }) => sending.case.id)).toEqual([]);
      }
    }
  },
);

test("a closed raw connection may be noise once requests were lost on kept ones only", () => {
  const returned = (sent: Case, answer: RequestResult, resent = 0): Returned => ({
    sending: { case: sent, suite: "planted", fresh: 0, attempt: 1, tries: 1 },
    atMs: 0,
    dispatched: { fresh: 0, answers: [answer], end: "kept", timeoutMs: 5000, resent },
  });
  const [ordinary] = CASES;
  const raw: Case = {
    id: "planted/raw",
    reason: "",
    clauses: [],
    request: wirePost({ body: ["["] }),
  };
  const closed = { outcome: "closed", phase: "head", totalUs: 1000 } as unknown as RequestResult;
  const search = new NoiseSearch(userSubmission);
  const worth = (): string | undefined =>
    search.worth(returned(raw, closed), { isServed: false, isLast: false, results: 100 });
  expect(worth()).toBe("later");
  for (let nth = 0; nth < 3; nth += 1)
    search.add(returned(ordinary as Case, statusOf(400, 1), 1), 100 + nth);
  expect(worth()).toBe("now");
});
