import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Schedule, type Release } from "./schedule.ts";

/** Work that tells how many were in progress at most while it was. */
function counted() {
  const state = { now: 0, most: 0, done: 0 };
  const work = (ms: number, seen?: (now: number) => void) => async (): Promise<void> => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    seen?.(state.now);
    await sleep(ms);
    state.now -= 1;
    state.done += 1;
  };
  return { state, work };
}

describe.concurrent("a schedule", () => {
  test("has no more under way than its concurrency", async () => {
    const schedule = new Schedule({ concurrency: 3, stallCapacity: 100 });
    const { state, work } = counted();
    for (let nth = 0; nth < 20; nth += 1) await schedule.start(work(10), "beside");
    await schedule.finished();
    expect(state).toEqual({ now: 0, most: 3, done: 20 });
  });

  test("lets what stalls overlap", async () => {
    const schedule = new Schedule({ concurrency: 1, stallCapacity: 100 });
    const { state, work } = counted();
    for (let nth = 0; nth < 10; nth += 1) await schedule.start(work(1500), "beside");
    await schedule.finished();
    expect(state.done).toBe(10);
    expect(state.most).toBeGreaterThan(5);
  });

  test("leaves no more stalled than the target bears", async () => {
    const schedule = new Schedule({ concurrency: 1, stallCapacity: 2 });
    const { state, work } = counted();
    for (let nth = 0; nth < 6; nth += 1) await schedule.start(work(700), "beside");
    await schedule.finished();
    expect(state).toEqual({ now: 0, most: 3, done: 6 });
  });

  test("nothing stalls where the target bears none", async () => {
    const schedule = new Schedule({ concurrency: 1, stallCapacity: 0 });
    const { state, work } = counted();
    for (let nth = 0; nth < 3; nth += 1) await schedule.start(work(400), "beside");
    await schedule.finished();
    expect(state).toEqual({ now: 0, most: 1, done: 3 });
  });

  test("sends what wants to be alone while nothing else is under way", async () => {
    const schedule = new Schedule({ concurrency: 5, stallCapacity: 100 });
    const { state, work } = counted();
    const beside: number[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const alone = nth % 4 === 3;
      const seen = alone ? (now: number) => beside.push(now) : undefined;
      await schedule.start(work(20, seen), alone ? "alone" : "beside");
      if (alone) expect(state.now).toBe(0);
    }
    expect(beside).toEqual([1, 1, 1]);
    expect(state.done).toBe(12);
  });

  test("hazards begin one after the other, and leave a time-out to overlap", async () => {
    const schedule = new Schedule({ concurrency: 5, stallCapacity: 100 });
    const order: string[] = [];
    const hazard = (name: string, ms: number) => async (): Promise<void> => {
      order.push(`${name} begins`);
      await sleep(ms);
      order.push(`${name} ends`);
    };
    await schedule.start(hazard("short", 20), "hazard");
    await schedule.start(hazard("stalled", 1500), "hazard");
    await schedule.start(hazard("last", 20), "hazard");
    await schedule.finished();
    expect(order).toEqual([
      "short begins",
      "short ends",
      "stalled begins",
      "last begins",
      "last ends",
      "stalled ends",
    ]);
  });

  test("work that stalls says so before the next begins", async () => {
    const schedule = new Schedule({ concurrency: 5, stallCapacity: 100 });
    const order: string[] = [];
    const work = (name: string, ms: number) => async (): Promise<void> => {
      order.push(`${name} begins`);
      await sleep(ms);
      order.push(`${name} ends`);
    };
    const note = (name: string) => (): void => void order.push(`${name} stalls`);
    await schedule.start(work("announced", 1500), "announced", note("announced"));
    await schedule.start(work("short", 5), "hazard", note("short"));
    await schedule.start(work("last", 5), "alone", note("last"));
    await schedule.finished();
    expect(order).toEqual([
      "announced begins",
      "announced stalls",
      "short begins",
      "short ends",
      "last begins",
      "last ends",
      "announced ends",
    ]);
  });

  test("what waits for a time-out takes no place, while the target bears it", async () => {
    const schedule = new Schedule({ concurrency: 1, stallCapacity: 3 });
    const { state, work } = counted();
    for (let nth = 0; nth < 3; nth += 1) await schedule.start(work(3000), "waiting");
    await schedule.start(work(5), "alone");
    expect(state).toEqual({ now: 3, most: 4, done: 1 });
    await schedule.start(work(50), "waiting");
    await schedule.quiet();
    expect(state.done).toBe(2);
  });

  test("is quiet while there is nothing but stalled work, and finished when that is over", async () => {
    const schedule = new Schedule({ concurrency: 5, stallCapacity: 100 });
    const { state, work } = counted();
    await schedule.start(work(1000), "beside");
    await schedule.quiet();
    expect(state.done).toBe(0);
    await schedule.finished(10);
    expect(state.done).toBe(0);
    await schedule.finished();
    expect(state.done).toBe(1);
  });

  test("a connection that lingers leaves its place to others, but no hazard starts, and it is not quiet", async () => {
    const schedule = new Schedule({ concurrency: 1, stallCapacity: 2 });
    const over: (() => void)[] = [];
    const lingering = (release: Release): Promise<void> => {
      release({ lingers: true });
      return new Promise((resolve) => over.push(resolve));
    };
    await schedule.start(lingering, "alone");
    await schedule.start(lingering, "beside");
    const order: string[] = [];
    const hazard = schedule.start(async () => void order.push("hazard"), "hazard");
    const quiet = schedule.quiet().then(() => order.push("quiet"));
    await schedule.start(async () => void order.push("beside"), "beside");
    order.push("connections end");
    for (const end of over) end();
    await Promise.all([hazard, quiet]);
    expect(order.slice(0, 2)).toEqual(["beside", "connections end"]);
    expect(order.toSorted()).toEqual(["beside", "connections end", "hazard", "quiet"]);
  });

  test("a connection that lingers keeps its place where the target bears no other", async () => {
    const schedule = new Schedule({ concurrency: 1, stallCapacity: 0 });
    const order: string[] = [];
    let end = (): void => {};
    await schedule.start((release) => {
      release({ lingers: true });
      return new Promise((resolve) => (end = resolve));
    }, "beside");
    const next = schedule.start(async () => void order.push("next"), "beside");
    await sleep(0);
    order.push("connection ends");
    end();
    await next;
    expect(order).toEqual(["connection ends", "next"]);
  });

  test("hands a failure of earlier work to who comes next", async () => {
    const schedule = new Schedule({ concurrency: 5, stallCapacity: 100 });
    await schedule.start(async () => {
      throw new Error("broken");
    }, "beside");
    await expect(schedule.quiet()).rejects.toThrow("broken");
    await expect(schedule.start(async () => {}, "beside")).rejects.toThrow("broken");
  });
});
