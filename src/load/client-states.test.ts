import { describe, expect, test } from "vitest";
import {
  type ClientEvent,
  type ClientState,
  isAway,
  nextState,
  withdrawnIn,
} from "./guarded-client.ts";

/** Every event, in the order of the columns below. */
const EVENTS = [
  "start",
  "connected",
  "announced",
  "responded",
  "over",
  "fruitless",
  "timedOut",
  "due",
  "halt",
  "stop",
] as const satisfies ClientEvent[];

/** Short names of states; a dot is an event that changes nothing. */
const SHORT: Record<string, ClientState> = {
  idle: "idle",
  conn: "connecting",
  ready: "ready",
  closing: "closing",
  closed: "closed",
  pause: "pausing",
  drain: "draining",
  dClosing: "draining-closing",
  dClosed: "draining-closed",
  halted: "halted",
};

const EXPECTED = `
  idle      conn   .      .         .        .       .       .       .     halted    halted
  conn      .      ready  .         .        pause   pause   conn    .     drain     halted
  ready     .      .      closing   .        conn    pause   conn    .     drain     halted
  closing   .      .      .         closed   conn    pause   conn    .     dClosing  halted
  closed    .      .      .         .        conn    pause   conn    .     dClosed   halted
  pause     .      .      .         .        .       .       conn    conn  halted    halted
  drain     .      .      dClosing  .        halted  halted  halted  .     .         halted
  dClosing  .      .      .         dClosed  halted  halted  halted  .     .         halted
  dClosed   .      .      .         .        halted  halted  halted  .     .         halted
  halted    .      .      .         .        .       .       .       .     .         .
`;

const rows = EXPECTED.trim()
  .split("\n")
  .map((line) =>
    line
      .trim()
      .split(/ +/)
      .map((name) => SHORT[name]),
  );
const cells = rows.flatMap(([state, ...next]) =>
  EVENTS.map((event, at) => [state ?? "idle", event, next[at]] as const),
);

test("the table has every state and every event", () => {
  expect(new Set(rows.map(([state]) => state))).toEqual(new Set(Object.values(SHORT)));
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([1 + EVENTS.length]));
});

test.each(cells)("%s, %s: %s", (state, event, next) => {
  expect(nextState(state, event)).toBe(next);
});

/** The state that a sequence of events leads to. */
const after = (...events: ClientEvent[]): ClientState =>
  events.reduce((state, event) => nextState(state, event) ?? state, "idle" as ClientState);

describe("sequences", () => {
  test.each<[string, ClientEvent[], ClientState]>([
    ["responses on one connection", ["responded", "responded"], "ready"],
    ["a response that ends with the connection", ["announced", "responded", "over"], "connecting"],
    ["an announced close, cut short", ["announced", "over"], "connecting"],
    ["a second connection without a response", ["over", "connected", "fruitless"], "pausing"],
    ["a refused connection", ["over", "over"], "pausing"],
    ["a time-out between two connections", ["fruitless", "timedOut"], "connecting"],
    ["a halt with a request under way", ["halt", "responded"], "draining"],
    ["a halt before the close", ["announced", "halt", "responded", "over"], "halted"],
    ["a halt while connecting", ["over", "halt", "connected", "responded"], "draining"],
    ["a halt while pausing", ["fruitless", "halt", "due"], "halted"],
  ])("%s", (_name, events, state) => {
    expect(after("start", "connected", ...events)).toBe(state);
  });

  test("after a halt no state is reached that sends, connects or pauses", () => {
    const reached = new Set<ClientState>();
    const visit = (state: ClientState): void => {
      if (reached.has(state)) return;
      reached.add(state);
      for (const event of EVENTS) visit(nextState(state, event) ?? state);
    };
    for (const [state] of rows) visit(nextState(state ?? "idle", "halt") ?? "halted");
    expect([...reached].toSorted()).toEqual([
      "draining",
      "draining-closed",
      "draining-closing",
      "halted",
    ]);
  });
});

test("opening is timed from the end of one connection to the next", () => {
  const away = Object.values(SHORT).filter(isAway);
  expect(away).toEqual(["connecting", "closed", "pausing"]);
});

test("behind an announced close, all requests but the one that is being served are withdrawn", () => {
  const withdrawn = Object.values(SHORT).map((state) => [state, withdrawnIn(state, 4)]);
  expect(Object.fromEntries(withdrawn)).toEqual({
    idle: 0,
    connecting: 0,
    ready: 0,
    closing: 3,
    closed: 4,
    pausing: 0,
    draining: 0,
    "draining-closing": 3,
    "draining-closed": 4,
    halted: 0,
  });
});
