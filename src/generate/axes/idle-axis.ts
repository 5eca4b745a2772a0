import type { Axis, RawStep } from "../../model/index.ts";
import type { Requests } from "../requests.ts";
import { pause, read, wire } from "../steps.ts";
import { upwards } from "../../kinds/index.ts";

const STEP_MS = 250;
/** The longest pause of one step. */
const LONGEST_MS = 60_000;
/** Quarter seconds: 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 75 and 120 seconds. */
const PLACES = [1n, 2n, 4n, 8n, 20n, 40n, 60n, 80n, 120n, 240n, 300n, 480n];

const KNOWN_SECONDS = new Set([1, 2, 3, 5, 10, 15, 20, 30, 60, 75, 120]);

function pauses(ms: number): RawStep[] {
  if (ms <= LONGEST_MS) return ms === 0 ? [] : [pause(ms)];
  return [pause(LONGEST_MS), ...pauses(ms - LONGEST_MS)];
}

/**
 * How long a connection stays open between two requests: place n is n * 250 ms. `idleMs` is the
 * longest time, rounded down to a whole place.
 */
export const idleAxis = (on: Requests, idleMs: number): Axis => ({
  name: "idle",
  title: "idle time, in quarter seconds",
  scale: "linear",
  clauses: ["limit-time", "client-headers", "response-status"],
  rungs: upwards(0n, BigInt(Math.floor(idleMs / STEP_MS)), PLACES),
  capped: true,
  slow: true,
  known: (at) => {
    const seconds = Number(at) / 4;
    return KNOWN_SECONDS.has(seconds) ? `${seconds} s` : undefined;
  },
  request: (at) =>
    wire(on.nthSend(0), read(), ...pauses(Number(at) * STEP_MS), on.nthSend(1), read()),
});
