/** How often each side is sent again, in both orders; more often if the target has responded at random. */
const AGAIN = 2;
const AGAIN_IN_DOUBT = 8;

/**
 * Sends all items again, alternating between forward and backward order, one at a time. Returns the responses to each
 * item, in the order of the items.
 */
export async function confirm<T, R>(
  items: readonly T[],
  send: (item: T) => Promise<R>,
  inDoubt: boolean,
): Promise<R[][]> {
  const got: R[][] = items.map(() => []);
  const order = [...items.keys()];
  for (let turn = 0; turn < (inDoubt ? AGAIN_IN_DOUBT : AGAIN); turn += 1) {
    for (const index of order) got[index]?.push(await send(items[index] as T));
    order.reverse();
  }
  return got;
}
