/**
 * States of one connection of the closed loop, and of the client that opens it again.  - `idle`:
 * made, not started. - `connecting`: a connection is being opened. - `ready`: the connection is
 * open. Requests are sent only here. - `closing`: the head of a response has announced the close,
 * so nothing more is sent. - `closed`: that response is complete. The server has one turn of the
 * event loop to close. - `pausing`: there is no connection, and the next is opened after a pause. -
 * `draining`: `connecting` or `ready` after the halt. Responses are still read. -
 * `draining-closing`, `draining-closed`: the same two states after the halt. - `halted`: there is
 * no connection, and none is opened.
 */
export type ClientState =
  | "idle"
  | "connecting"
  | "ready"
  | "closing"
  | "closed"
  | "pausing"
  | "draining"
  | "draining-closing"
  | "draining-closed"
  | "halted";

/**
 * What happens to a client. Bytes from the server become `announced`, `responded` or `over`.  -
 * `start`: the slot begins. - `connected`: the connection is open; with TLS, the handshake is done.
 * - `announced`: a response head has announced the close of the connection. - `responded`: a
 * response is complete. - `over`: the connection had an end, an error or a close, or its bytes
 * cannot be read any further. - `fruitless`: `over`, for the second connection in a row without a
 * response. - `timedOut`: a request had no response in time, or the connection was not opened in
 * time. - `due`: the pause is over. - `halt`: the slot ends. - `stop`: autocannon has stopped.
 */
export type ClientEvent =
  | "start"
  | "connected"
  | "announced"
  | "responded"
  | "over"
  | "fruitless"
  | "timedOut"
  | "due"
  | "halt"
  | "stop";

/** The states after the end of a connection, before and after the halt. */
const REOPEN = { over: "connecting", fruitless: "pausing", timedOut: "connecting" } as const;
const END = { over: "halted", fruitless: "halted", timedOut: "halted", stop: "halted" } as const;

const TRANSITIONS: Record<ClientState, Partial<Record<ClientEvent, ClientState>>> = {
  idle: { start: "connecting", halt: "halted", stop: "halted" },
  connecting: {
    connected: "ready",
    over: "pausing",
    fruitless: "pausing",
    timedOut: "connecting",
    halt: "draining",
    stop: "halted",
  },
  ready: { announced: "closing", ...REOPEN, halt: "draining", stop: "halted" },
  closing: { responded: "closed", ...REOPEN, halt: "draining-closing", stop: "halted" },
  closed: { ...REOPEN, halt: "draining-closed", stop: "halted" },
  pausing: { due: "connecting", timedOut: "connecting", halt: "halted", stop: "halted" },
  draining: { announced: "draining-closing", ...END },
  "draining-closing": { responded: "draining-closed", ...END },
  "draining-closed": { ...END },
  halted: {},
};

/**
 * Returns the next state, which may be the same one entered again. Returns undefined if the event
 * changes nothing.
 */
export const nextState = (state: ClientState, event: ClientEvent): ClientState | undefined =>
  TRANSITIONS[state][event];

/** States in which the client waits for a connection: their time counts as opening. */
const AWAY: ReadonlySet<ClientState> = new Set(["connecting", "closed", "pausing"]);

/** Whether the client waits for a connection in this state. */
export const isAway = (state: ClientState): boolean => AWAY.has(state);

/** How many of the requests in flight come after a response that announced the close. */
export function withdrawnIn(state: ClientState, underWay: number): number {
  if (state === "closed" || state === "draining-closed") return underWay;
  return state === "closing" || state === "draining-closing" ? underWay - 1 : 0;
}
