/**
 * One of several requests that were in flight together: which request it is, its response, and when it was sent and its
 * response came, on one clock. Without times, it may have been carried out before or after any other.
 */
export type InFlight<Request, Response> = {
  request: Request;
  response: Response;
  sentMs?: number;
  respondedMs?: number;
};

/** What a server does with one request after others: its response, and the state after it. Undefined where that is not known. */
export type Sequential<State, Request, Response> = (
  state: State,
  request: Request,
) => { state: State; response: Response } | undefined;

/** A longer history has too many orders. */
const MOST_OPERATIONS = 64;

/**
 * An order in which these requests, one after the other, get the same responses, as places in the list; undefined if there is
 * none: then the history is not linearizable. The search of J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects",
 * J. Parallel Distrib. Comput. 17 (1993): a request may come next if no other one that is left was over before it was sent. A set
 * of requests that was tried with a state is not tried again with it (G. Lowe, "Testing for linearizability", 2017); requests
 * that are equal in everything are interchangeable.
 */
export function linearOrder<State, Request, Response>(
  history: readonly InFlight<Request, Response>[],
  start: State,
  next: Sequential<State, Request, Response>,
): number[] | undefined {
  if (history.length > MOST_OPERATIONS)
    throw new RangeError(`a history has at most ${MOST_OPERATIONS} requests`);
  const kinds = history.map((each) => JSON.stringify(each));
  const tried = new Set<string>();
  const order: number[] = [];
  const search = (left: readonly number[], state: State): boolean => {
    if (left.length === 0) return true;
    const key = `${left
      .map((at) => kinds[at])
      .toSorted()
      .join()} ${JSON.stringify(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const firstEndMs = Math.min(...left.map((at) => history[at]?.respondedMs ?? Infinity));
    const seen = new Set<string>();
    for (const at of left) {
      const operation = history[at];
      const kind = kinds[at] ?? "";
      if (operation === undefined || seen.has(kind)) continue;
      seen.add(kind);
      if ((operation.sentMs ?? -Infinity) > firstEndMs) continue;
      const done = next(state, operation.request);
      if (done === undefined || done.response !== operation.response) continue;
      order.push(at);
      if (
        search(
          left.filter((other) => other !== at),
          done.state,
        )
      )
        return true;
      order.pop();
    }
    return false;
  };
  return search([...history.keys()], start) ? order : undefined;
}
