import { type Case, turnsAway } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";

/** Requests of a round that are sent alone. */
const ROW = 10;
/** Rounds of requests at the same moment, each with others right after it, one after the other. */
const ROUNDS = 3;

/**
 * Whether some requests are turned away whenever so many are sent together, and none of those right after them: it is due to the number
 * at a time. A limit of the rate would turn away more of the later ones. Ends with the first round that does not show it.
 */
export async function turnedAwayTogether(
  { asking, dispatcher }: { asking: Case; dispatcher: Pick<Dispatcher, "send"> },
  size: number,
): Promise<{ isTogether: boolean; asked: number }> {
  let asked = 0;
  const isAway = async (): Promise<boolean> => {
    asked += 1;
    return turnsAway((await dispatcher.send(asking)).answers.at(-1));
  };
  if (size < 2) return { isTogether: false, asked };
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const together = await Promise.all(Array.from({ length: size }, isAway));
    if (!together.includes(true)) return { isTogether: false, asked };
    for (let alone = 0; alone < ROW; alone += 1)
      if (await isAway()) return { isTogether: false, asked };
  }
  return { isTogether: true, asked };
}
