import { classOf, stateCase } from "../../model/index.ts";
import { sum } from "../../stats/index.ts";
import type { UnwordedState as Found } from "./sequences.ts";
import { isConstant, sendingsOf, shownOnce } from "./sequences.ts";
import type { RunFold } from "../run-fold.ts";

/**
 * `size`: how often an identity is sent, so that each of at most `most` stores gets it. With fewer `identities`, it may be chance.
 * `onOne`: how often each is sent on one connection.
 */
export const STORES = { size: 20, identities: 3, spaced: 4, most: 5, onOne: 6 };

/**
 * How many stores are behind the address, if each accepts an identity once and refuses it afterwards: each of several identities
 * is accepted equally often. Undefined where the responses have another reason.
 */
export function storesOf(
  run: RunFold,
): { stores: number; first: string; again: string; isLeading: boolean; times: number } | undefined {
  const sendings = sendingsOf(run.cases.get(stateCase(`in-order-${STORES.size}`)))?.sendings ?? [];
  const times = sum(sendings.map((each) => each.times));
  const words = sendings.map((each) => each.words);
  const first = words[0]?.[0] ?? "";
  const others = [...new Set(words.flat())].filter((word) => word !== first);
  const [again = "", ...further] = others;
  const counts = words.map((row) => row.filter((word) => word === first).length);
  const [stores = 0] = counts;
  const isRule =
    times >= STORES.identities &&
    further.length === 0 &&
    classOf(first) === "2xx" &&
    words.every(([word]) => word === first) &&
    isConstant(counts.map(String));
  if (!isRule || stores < 2 || stores > STORES.most) return undefined;
  const isLeading = words.every((row) => row.lastIndexOf(first) === stores - 1);
  return { stores, first, again, isLeading, times };
}

/** Whether a request on the same connection got the first response again, while nothing else was sent; undefined if none was sent so. */
export function isNewOnOne(run: RunFold): boolean | undefined {
  const sendings = sendingsOf(run.cases.get(stateCase(`on-one-${STORES.onOne}`)))?.sendings ?? [];
  if (sum(sendings.map(({ times }) => times)) < STORES.identities) return undefined;
  return sendings.some(({ words: [first, ...later] }) => later.some((word) => word === first));
}

/**
 * Several stores behind one address, and what decides which one gets a request. `byConnection`: on one connection it is always the
 * same; `byRequest`: it is not. Where neither is shown, a turn of requests looks like one of connections.
 */
export function severalStores(
  run: RunFold,
  { byConnection, byRequest }: Record<"byConnection" | "byRequest", boolean>,
): Found[] {
  const found = storesOf(run);
  if (found === undefined) return [];
  const { stores, first, again, isLeading, times } = found;
  const turn = byRequest ? "turn" : "turn-or-connection";
  const isTurn = isLeading && !byConnection && hasTurn(run, found);
  if (isLeading && !byConnection && !isTurn) return [];
  const by = byConnection ? "connection" : isTurn ? turn : "chance";
  const id = stateCase(`in-order-${STORES.size}`);
  const more = { count: times, of: times, stores: { of: stores, by } } as const;
  return [shownOnce("several-stores", [first, again], id, more)];
}

/** With as many requests between as there are other stores, each one goes to the same store. A server that counts accepts it again. */
function hasTurn(
  run: RunFold,
  { stores, first, again }: { stores: number; first: string; again: string },
): boolean {
  const sendings = sendingsOf(run.cases.get(stateCase(`spaced-${stores - 1}`)))?.sendings ?? [];
  const isSo = sendings.every(({ words }) =>
    words
      .filter((_, at) => at % stores === 0)
      .every((word, at) => word === (at === 0 ? first : again)),
  );
  return sendings.length > 0 && isSo;
}
