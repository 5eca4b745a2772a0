import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case, Observation, RequestResult } from "../model/index.ts";
import { findCulprit, sentOf, stillSuspect, type CulpritProbe, type Sent } from "./culprit.ts";

const cases = Array.from({ length: 30 }, (_, nth): Case => ({
  id: `test/case-${nth}`,
  reason: `number ${nth}`,
  clauses: ["body"],
  request: post(),
}));

const control: Case = {
  id: "valid/plain",
  reason: "the stated request",
  clauses: ["body"],
  request: post(),
};

const complete: RequestResult = {
  outcome: "answered",
  status: 201,
  totalUs: 1,
  response: {
    status: 201,
    reason: "Created",
    headers: [],
    framing: "none",
    body: { bytes: 0, sha256: "" },
  },
};
const failed = (outcome: "closed" | "reset" | "refused" | "timed-out"): RequestResult => ({
  outcome,
  phase: outcome === "refused" ? "connect" : "head",
  detail: outcome,
  totalUs: 1,
});

/** One case a millisecond; `over` says what came of some of them, all others got a response. */
function record(over: Record<number, Partial<Observation>> = {}): Sent[] {
  return cases.map((sent, nth) =>
    sentOf(sent, {
      type: "observation",
      seq: nth,
      case: sent.id,
      attempt: 1,
      fresh: nth,
      atMs: nth,
      answers: [complete],
      end: "kept",
      timeoutMs: 1000,
      ...over[nth],
    }),
  );
}

/** A target that stops when it is sent one of the deadly cases, and is back when asked the second time. */
function reviving(
  deadly: (nth: number, times: number) => boolean,
): CulpritProbe & { sent: string[] } {
  let dead = false;
  const sent: string[] = [];
  return {
    sent,
    send: async ({ id }) => {
      if (id === control.id) return dead ? "silent" : "answered";
      sent.push(id);
      const times = sent.filter((each) => each === id).length;
      dead ||= deadly(
        cases.findIndex((each) => each.id === id),
        times,
      );
      return dead ? "silent" : "answered";
    },
    control,
    alive: async () => {
      if (!dead) return true;
      dead = false;
      return false;
    },
  };
}

const gone: CulpritProbe = {
  send: async () => "not-sent",
  alive: async () => false,
  control,
  reviveMs: 0,
};

describe.concurrent("findCulprit", () => {
  test("tries the case whose connection was cut first, three times", async () => {
    const probe = reviving((nth) => nth === 7);
    const culprit = await findCulprit(record({ 7: { answers: [failed("closed")] } }), probe);
    expect(culprit).toEqual({ kind: "found", case: cases[7], tried: 3, times: 3 });
    expect(probe.sent).toEqual(["test/case-7", "test/case-7", "test/case-7"]);
  });

  test("tries each that was cut off, until one does it", async () => {
    const over = Object.fromEntries(
      [3, 9, 12].map((nth) => [nth, { answers: [failed("closed")] }]),
    );
    const probe = reviving((nth) => nth === 12);
    expect(await findCulprit(record(over), probe)).toEqual({
      kind: "found",
      case: cases[12],
      tried: 3,
      times: 3,
    });
    expect(probe.sent).toEqual([3, 9, 12, 12, 12].map((nth) => `test/case-${nth}`));
  });

  test.each([0, 1, 13, 28, 29])("halves what was sent where none was cut off: %i", async (nth) => {
    const probe = reviving((sent) => sent === nth);
    expect(await findCulprit(record(), probe)).toEqual({
      kind: "found",
      case: cases[nth],
      tried: 2,
      times: 2,
    });
  });

  test("one that does it only once is suspected", async () => {
    const probe = reviving((nth, times) => nth === 7 && times === 1);
    const culprit = await findCulprit(record({ 7: { answers: [failed("closed")] } }), probe);
    expect(culprit).toEqual({
      kind: "suspected",
      cases: [cases[7]],
      why: "stopped-once",
      tried: 2,
      times: 1,
    });
  });

  test("sends nothing once the time is over, and names those that were not sent again", async () => {
    const probe = { ...reviving(() => false), searchMs: 0 };
    const timedOut = { 7: { answers: [failed("timed-out")] } };
    expect(await findCulprit(record(timedOut), probe)).toEqual({
      kind: "suspected",
      cases: [cases[7]],
      why: "out-of-time",
    });
    expect(probe.sent).toEqual([]);
  });

  test("a case that was sent again and did nothing is not named, though the time is over", async () => {
    const { send, ...revived } = reviving(() => false);
    const slow: typeof send = async (sent) => {
      if (sent !== cases[7]) await sleep(2100);
      return send(sent);
    };
    const probe = { ...revived, send: slow, searchMs: 2000 };
    expect(await findCulprit(record({ 7: { answers: [failed("closed")] } }), probe)).toEqual({
      kind: "unknown",
      why: "out-of-time",
    });
    expect(probe.sent).toEqual(["test/case-7", "test/case-0"]);
  });

  test("nothing that was sent does it again", async () => {
    expect(
      await findCulprit(
        record(),
        reviving(() => false),
      ),
    ).toEqual({ kind: "unknown", why: "replayed" });
  });

  test("a target that stays away: those that were cut off, not those that came too late", async () => {
    const over: Record<number, Partial<Observation>> = {
      5: { answers: [failed("timed-out")] },
      6: { answers: [failed("refused")], resent: 1 },
      7: { answers: [failed("closed"), failed("refused")] },
    };
    for (let nth = 8; nth < 30; nth += 1) over[nth] = { answers: [failed("refused")] };
    expect(await findCulprit(record(over), gone)).toEqual({
      kind: "suspected",
      cases: [cases[5], cases[6], cases[7]],
      why: "stayed-away",
    });
  });

  test("a slow response shows that the target was there: what was sent just before it is suspect", async () => {
    const slow = { ...complete, totalUs: 2_000_000 };
    const over: Record<number, Partial<Observation>> = {
      4: { answers: [slow] },
      5: { answers: [failed("reset")], atMs: 1900 },
    };
    for (let nth = 6; nth < 30; nth += 1)
      over[nth] = { answers: [failed("refused")], atMs: 2000 + nth };
    expect(await findCulprit(record(over), gone)).toMatchObject({ cases: [cases[5]] });
  });

  test("what was cut off as the target went comes before what was cut off earlier, and a reset first", async () => {
    const over: Record<number, Partial<Observation>> = {
      1: { answers: [failed("closed")] },
      2: { answers: [failed("closed")], atMs: -5000 },
      3: { answers: [failed("closed")], atMs: -6000 },
      8: { answers: [failed("closed")] },
      9: { answers: [failed("reset")] },
    };
    for (let nth = 10; nth < 30; nth += 1) over[nth] = { answers: [failed("refused")] };
    const sent = record(over).toSorted((a, b) => a.atMs - b.atMs);
    expect(await findCulprit(sent, gone)).toMatchObject({
      cases: [9, 1, 8, 2, 3].map((nth) => cases[nth]),
    });
  });

  test("a target that only responded to a check before it went: those that were cut off", async () => {
    const over: Record<number, Partial<Observation>> = {};
    for (let nth = 0; nth < 30; nth += 1) over[nth] = { answers: [failed("refused")], atMs: 5100 };
    over[3] = { answers: [failed("reset")], atMs: 5000 };
    expect(await findCulprit(record(over), gone)).toMatchObject({ cases: [cases[3]] });
  });

  test("what was cut off shortly before a check got a response stays suspect", () => {
    const over: Record<number, Partial<Observation>> = {
      3: { answers: [failed("reset")], atMs: 3000 },
      5: { answers: [failed("reset")], atMs: 100 },
      6: { atMs: 3100 },
    };
    expect(stillSuspect(record(over), 3200).map((each) => each.case)).toEqual([cases[3]]);
  });

  test("of hazards that end with the target, the last comes first", async () => {
    const huge = (sent: Sent): Sent => ({ ...sent, case: { ...sent.case, hazard: "much" } });
    const over: Record<number, Partial<Observation>> = {};
    for (const nth of [1, 5, 6, 8]) over[nth] = { answers: [failed("reset")] };
    for (let nth = 9; nth < 30; nth += 1) over[nth] = { answers: [failed("refused")] };
    const sent = record(over).map((each, nth) => (nth === 5 || nth === 8 ? huge(each) : each));
    const culprit = await findCulprit(sent, gone);
    expect(culprit).toMatchObject({
      cases: [8, 5, 1, 6].map((nth) => ({ id: `test/case-${nth}` })),
    });
  });

  test("a target that resets everything until it is gone: what began before that comes first, however long it waited", async () => {
    const over: Record<number, Partial<Observation>> = {
      2: { answers: [{ ...failed("closed"), totalUs: 900_000 }] },
    };
    for (let nth = 3; nth < 30; nth += 1)
      over[nth] = { answers: [failed("reset")], atMs: nth * 30 };
    const culprit = await findCulprit(record(over), gone);
    const { cases: suspects = [] } = culprit.kind === "suspected" ? culprit : {};
    expect(suspects.slice(0, 3).map(({ id }) => id)).toContain("test/case-2");
  });

  test("a target that responded before it went: those with the last responses", async () => {
    const over: Record<number, Partial<Observation>> = {};
    for (let nth = 14; nth < 30; nth += 1) over[nth] = { answers: [failed("refused")] };
    const culprit = await findCulprit(record(over), gone);
    expect(culprit).toEqual({
      kind: "suspected",
      cases: cases.slice(2, 14),
      why: "stayed-away",
    });
  });
});
