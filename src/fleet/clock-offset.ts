import { WitnessError } from "../errors.ts";
import type { Broker } from "./broker.ts";
import { messages } from "./messages.ts";

/**
 * One exchange with another machine's clock: when it was asked, what it said, and when the reply came. All
 * clocks are monotonic: a wall clock that is wrong or jumps has no effect.
 */
export type ClockExchange = { askedMs: number; theirMs: number; repliedMs: number };

/** The difference to add to one's own clock for the time of the other one, and its maximum error. */
export type ClockOffset = { offsetMs: number; errorMs: number };

/** The number of exchanges of one measurement. */
const EXCHANGES = 16;
const REPLY_MS = 1000;

/** Measures the difference to a clock that is served under this subject. */
export async function measureClock(broker: Broker, subject: string): Promise<ClockOffset> {
  const exchanges: ClockExchange[] = [];
  for (let nth = 0; nth < EXCHANGES; nth += 1) {
    const askedMs = performance.now();
    const theirMs = await broker.request(subject, null, messages.time, REPLY_MS);
    if (theirMs !== undefined) exchanges.push({ askedMs, theirMs, repliedMs: performance.now() });
  }
  if (exchanges.length > 0) return clockOffset(exchanges);
  throw new WitnessError("fleet", "the controller's clock does not reply", { exitCode: 70 });
}

/**
 * The offset by the exchange with the shortest round trip: the other clock was read somewhere within it, so half
 * of it is the greatest possible error.
 */
export function clockOffset(exchanges: readonly ClockExchange[]): ClockOffset {
  const [best] = exchanges.toSorted((a, b) => roundTrip(a) - roundTrip(b));
  if (best === undefined) throw new Error("an offset needs an exchange");
  return {
    offsetMs: best.theirMs - (best.askedMs + best.repliedMs) / 2,
    errorMs: roundTrip(best) / 2,
  };
}

const roundTrip = ({ askedMs, repliedMs }: ClockExchange): number => repliedMs - askedMs;
