import { WitnessError } from "../errors.ts";
import type { Broker } from "./broker.ts";
import { clockOffset, EXCHANGES, type ClockExchange, type ClockOffset } from "./clock-offset.ts";

const REPLY_MS = 1000;

/** Measures the difference to a clock that is served under this subject. */
export async function measureClock(broker: Broker, subject: string): Promise<ClockOffset> {
  const exchanges: ClockExchange[] = [];
  for (let nth = 0; nth < EXCHANGES; nth += 1) {
    const askedMs = performance.now();
    const theirMs = await broker.request<number>(subject, null, REPLY_MS);
    if (theirMs !== undefined) exchanges.push({ askedMs, theirMs, repliedMs: performance.now() });
  }
  if (exchanges.length > 0) return clockOffset(exchanges);
  throw new WitnessError("fleet", "the controller's clock does not reply", { exitCode: 70 });
}
