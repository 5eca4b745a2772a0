import { setTimeout as sleep } from "node:timers/promises";
import { type RequestResult, isTooSlow } from "../model/index.ts";
import type { SuiteRun } from "./early-waits.ts";

/** So many controls begin within a time-out once one has timed out. */
const OVERLAP = 4;

type Asked = { result: RequestResult | undefined };

/** Whether it got no response in time, although witness itself was quick enough. */
const isSilent = ({ result }: Asked): boolean =>
  result?.outcome === "timed-out" && !isTooSlow({ answers: [result] });

type Spread = Pick<SuiteRun, "dispatcher" | "concurrency" | "signal"> & { most: number };

/**
 * A control timed out: sends others, each a part of the time-out after the one before, until one gets a response, or `most` in a
 * row did not. Time-outs at one moment have one cause, such as a busy machine; eight that begin within almost two time-outs seldom
 * have. Those for which witness itself was too slow do not count. Returns the last one, and how many were silent.
 */
export async function askSpread<A extends Asked>(
  first: A,
  ask: () => Promise<A>,
  { most, dispatcher, concurrency, signal }: Spread,
): Promise<{ last: A; silent: number }> {
  const apartMs = dispatcher.timeoutMs / (concurrency > 1 ? OVERLAP : 1);
  const under = new Set<Promise<A>>();
  const begin = (): void => {
    const one = ask();
    under.add(one);
    const end = (): void => void under.delete(one);
    one.then(end, end);
  };
  let last = first;
  let silent = isSilent(first) ? 1 : 0;
  for (let left = 2 * most; silent < most && left + under.size > 0 && !signal.aborted;) {
    if (left > 0 && silent + under.size < most) {
      left -= 1;
      begin();
    }
    const asked = await Promise.race([sleep(apartMs).then(() => undefined), ...under]);
    if (asked === undefined) continue;
    last = asked;
    if (asked.result?.outcome !== "timed-out") break;
    if (isSilent(asked)) silent += 1;
  }
  await Promise.allSettled(under);
  return { last, silent };
}
