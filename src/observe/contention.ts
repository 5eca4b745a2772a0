import { type Case, type Contention, classOf, resultWord } from "../model/index.ts";
import { fisherTail } from "../stats/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import type { Surroundings } from "./surroundings.ts";

/** Requests of a row, at least: sent one after the other, and then at the same moment. */
const ROW = 10;
const MOST_ROWS = 40;
const MOST_MS = 20_000;
/** With fewer errors than this after so many rows, there will not be enough to compare. */
const FEW = { rows: 12, errors: 3 };
/** The probability of such a difference by chance, if the number in flight does not matter. */
const BY_CHANCE = 1e-4;
/** If there are this many errors, and this share of the requests that were sent alone got one, the number in flight does not decide. */
const ALONE = { errors: 12, share: 0.35 };

/** `contention` is null if requests that are sent together get the same as those that are sent alone. It is undefined if that is not clear. */
type FoundContention = { contention: Contention | null | undefined; asked: number };

/**
 * Finds out whether errors of the server that did not come again are due to other requests in flight: a store that is locked, or too
 * few workers. Sends valid requests alone and together in turn until one of both is clear. Only errors of the server count: the
 * ordinary client hides losses on kept connections, which requests that are sent alone use.
 */
async function findContention(
  asking: Case,
  dispatcher: Pick<Dispatcher, "send">,
  { size, isOver }: { size: number; isOver: () => boolean },
): Promise<FoundContention> {
  const words = new Set<string>();
  let silent = 0;
  const counts = { alone: { failed: 0, sent: 0 }, together: { failed: 0, sent: 0 } };
  const send = async (to: { failed: number; sent: number }): Promise<void> => {
    const last = (await dispatcher.send(asking)).answers.at(-1);
    to.sent += 1;
    const word = resultWord(last);
    if (last?.outcome !== "answered") silent += 1;
    if (classOf(word) !== "5xx") return;
    to.failed += 1;
    words.add(word);
  };
  const { alone, together } = counts;
  const asked = (): number => alone.sent + together.sent;
  const most = Math.max(ROW, size);
  const untilMs = performance.now() + MOST_MS;
  for (let rows = 1; rows <= MOST_ROWS; rows += 1) {
    for (let nth = 0; nth < ROW && !isOver(); nth += 1) await send(alone);
    if (isOver() || performance.now() > untilMs) break;
    await Promise.all(Array.from({ length: most }, () => send(together)));
    if (silent >= ROW) break;
    const errors = alone.failed + together.failed;
    if (fisherTail(counts.alone, counts.together) < BY_CHANCE)
      return { contention: { words: [...words], size: most, ...counts }, asked: asked() };
    if (rows >= FEW.rows && errors < FEW.errors)
      return { contention: silent === 0 ? null : undefined, asked: asked() };
    if (errors >= ALONE.errors && alone.failed >= ALONE.share * errors) break;
  }
  return { contention: undefined, asked: asked() };
}

type Noted = {
  asking: Case;
  dispatcher: Pick<Dispatcher, "send">;
  concurrency: number;
  journal: Pick<Journal, "note">;
  surroundings: Pick<Surroundings, "isShedding">;
};

/** Looks for contention with as many requests at a time as the run began with, and notes it. */
export async function noteContention(
  { asking, dispatcher, concurrency: size, journal, surroundings }: Noted,
  { results, isOver }: { results: number; isOver: () => boolean },
): Promise<FoundContention> {
  const found = await findContention(asking, dispatcher, { size, isOver });
  const { contention } = found;
  // Fewer requests at a time have shown what 503 is about.
  const isTold = (word: string): boolean => word === "503" && surroundings.isShedding(results);
  const words = contention?.words.filter((word) => !isTold(word)) ?? [];
  if (contention && words.length > 0)
    journal.note({ kind: "surroundings", code: "contention", ...contention, words });
  return found;
}
