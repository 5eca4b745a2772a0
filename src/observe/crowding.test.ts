import { expect, test } from "vitest";
import { Crowding } from "./crowding.ts";

/** A target to which one request is sent at a time. */
const alone = () => new Crowding({ concurrency: 1, narrow: () => undefined });

type Change = Parameters<Crowding["rateIn"]>[0] & { request: number };

const change = (accepted: number, more: Partial<Change> = {}): Change => ({
  got: "503",
  request: 1,
  accepted,
  before: { requests: 0, refused: 0, ms: 0 },
  ...more,
});

/** Half of the last results, and of the controls unless `controls` is false, got 503; then a change to it is told. */
function mixed(crowding: Crowding, controls = true): void {
  for (let nth = 0; nth < 60; nth += 1) crowding.add(nth % 2 === 0 ? "503" : "201");
  for (let nth = 0; nth < 4; nth += 1)
    crowding.addControl(nth % 2 === 0 && controls ? "503" : "201");
  crowding.heed("503", 60, 0);
}

/** What is found at each of so many changes. */
function found(crowding: Crowding, times: number, controls?: boolean) {
  const all: Change[] = [];
  return Array.from({ length: times }, () => {
    mixed(crowding, controls);
    const one = change(20);
    all.push(one);
    const result = crowding.rateIn(one, all);
    if (result === "rate") one.isRate = true;
    return result;
  });
}

test("503 among other responses is due to the rate if one request at a time and controls meet it, too, again and again", () => {
  const crowding = alone();
  expect(found(crowding, 5)).toEqual([undefined, undefined, undefined, "rate", "rate"]);
  expect(crowding.isCrowd).toBe(true);
});

test("what only some cases get is what the server does with them", () => {
  expect(found(alone(), 12, false)).toEqual(Array.from({ length: 12 }));
});

test("503 that sending more slowly does not keep away is an outage", () => {
  const crowding = alone();
  const all = found(crowding, 14);
  expect(all).toContain("outages");
  expect(all.at(-1)).toBeUndefined();
  expect(crowding.isRate).toBe(false);
});

test("a rate is told if 503 came back after a calm", () => {
  const crowding = alone();
  const rated = (accepted: number): Change => change(accepted, { isRate: true });
  expect(crowding.unshownRate([rated(20), rated(30)], 900)).toBe("503");
  expect(crowding.unshownRate([rated(20), rated(300)], 900)).toBeUndefined();
});

test("a case of several requests may need more at once than any rate accepts", () => {
  const crowding = alone();
  found(crowding, 4);
  const step = { do: "read" };
  const burst = { request: { sender: "wire", steps: [step, step, step] } };
  const one = { request: { sender: "client" } };
  const isTooMany = (sent: object, tries: number): boolean =>
    crowding.isTooMany({ case: sent, tries } as Parameters<Crowding["isTooMany"]>[0]);
  expect([isTooMany(burst, 1), isTooMany(burst, 2), isTooMany(one, 4)]).toEqual([
    false,
    true,
    false,
  ]);
});

/** What is found at changes to 403, each after so many accepted requests, none of which was refused. */
function foundAfter(accepted: readonly number[], before = { requests: 20, refused: 0, ms: 40 }) {
  const crowding = alone();
  const all: Change[] = [];
  return accepted.map((count) => {
    const one = change(count, { got: "403", before });
    all.push(one);
    const result = crowding.rateIn(one, all);
    if (result === "rate") one.isRate = true;
    if (result === "outages") for (const each of all) each.isRate = undefined;
    return result;
  });
}

test("403 after as many requests each time is a limit, and stays one where more are accepted at a lower rate", () => {
  const none = undefined;
  expect(foundAfter([84, 86, 84, 83])).toEqual([none, none, "rate", "rate"]);
  expect(foundAfter([120, 120, 120, 500, 700, 650])).toEqual([
    none,
    none,
    ...Array.from({ length: 4 }, () => "rate"),
  ]);
});

test("403 that comes after fewer and more requests, although they are sent more slowly, is no limit of the rate", () => {
  const none = undefined;
  expect(foundAfter([84, 86, 84, 70, 195, 70, 70, 71, 70])).toEqual([
    none,
    none,
    "rate",
    "rate",
    "rate",
    "outages",
    none,
    none,
    none,
  ]);
});

test("where nothing was sent before it, it may be due to refused requests", () => {
  expect(foundAfter([84, 86, 84], { requests: 0, refused: 0, ms: 0 })).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

/** A server that turns away what is more than this in flight, or what comes after so many. */
function sendingTo(isAway: (inFlight: number, count: number) => boolean, refusal: number) {
  let [inFlight, count] = [0, 0];
  const send = async () => {
    inFlight += 1;
    count += 1;
    const status = isAway(inFlight, count) ? refusal : 201;
    await new Promise((resolve) => setTimeout(resolve, 1));
    inFlight -= 1;
    return { answers: [{ outcome: "answered", status, response: { headers: [] } }] };
  };
  return { asking: {}, dispatcher: { send } } as unknown as ConstructorParameters<
    typeof Crowding
  >[1];
}

test.each(
  [429, 503].flatMap((status) => [
    [status, "more than four in flight", (inFlight: number) => inFlight > 4, true] as const,
    [status, "a limit of the rate", (_: number, count: number) => count > 6, false] as const,
    [status, "a limit that is over", () => false, false] as const,
  ]),
)("%d for %s", async (status, _, isAway, isTogether) => {
  const got = String(status);
  let concurrency = 10;
  const narrow = () => ({ from: concurrency, to: (concurrency = Math.floor(concurrency / 2)) });
  const crowding = new Crowding({ concurrency, narrow }, sendingTo(isAway, status));
  // 503 that comes once is maintenance.
  await crowding.tryTogether({ got: "503", request: 50 }, { sentMs: 5, nowMs: 8, isAgain: false });
  expect(crowding.isTogether("503")).toBe(false);
  await crowding.tryTogether({ got, request: 60 }, { sentMs: 10, nowMs: 20, isAgain: true });
  expect([crowding.isTogether(got), concurrency]).toEqual([isTogether, isTogether ? 5 : 10]);
  // It was sent while more were in flight.
  await crowding.tryTogether({ got, request: 61 }, { sentMs: 15, nowMs: 30, isAgain: true });
  expect(concurrency).toBe(isTogether ? 5 : 10);
});
