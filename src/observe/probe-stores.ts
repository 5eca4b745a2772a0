import { STORES } from "../analyse/index.ts";
import { inOrder, type Requests, spaced } from "../generate/index.ts";
import { type Case, resultWord } from "../model/index.ts";
import type { Replied } from "./dispatcher.ts";

/** Sends identities again and again, one after the other: behind one address, each of several stores accepts them once. */
export async function probeStores(
  on: Requests,
  send: (sent: Case) => Promise<Replied | undefined>,
): Promise<void> {
  let accepted = 0;
  for (let nth = 0; nth < STORES.identities; nth += 1) {
    const replied = await send(inOrder(on, STORES.size));
    const [first, ...later] = (replied?.answers ?? []).map(resultWord);
    accepted = 1 + later.filter((word) => word === first).length;
  }
  if (accepted > 1 && accepted <= STORES.most) await send(spaced(on, STORES.spaced, accepted - 1));
}
