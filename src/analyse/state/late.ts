import { classOf, stateCase } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { onlyWord, sentAgain, SOON_MS } from "./memory.ts";
import type { Sendings, UnwordedState as Found } from "./sequences.ts";
import { isConstant, sendingsOf, sequenceOf, shownOnce } from "./sequences.ts";

/** Whether all duplicates are accepted but those that come later. */
export function lateOf(all: readonly Sendings[]): Omit<Found, "case"> | undefined {
  const isLater = ({ fold }: Sendings): boolean => fold.case.id.endsWith("-after-250-ms");
  const atOnce = sequenceOf(all.filter((each) => !isLater(each)));
  const later = sequenceOf(all.filter(isLater));
  const [first, again] = later.words;
  const isAccepted = atOnce.count > 0 && atOnce.words.every((word) => word === first);
  if (!isAccepted || first === undefined || again === undefined) return undefined;
  if (classOf(first) !== "2xx" || classOf(again) !== "4xx") return undefined;
  const count = atOnce.count + later.count;
  return { code: "late", responses: [first, again], count, of: count };
}

const LATER = new RegExp(`^${stateCase("later-after-")}(\\d+)-ms$`);
/** One refusal may be a chance. */
const FEWEST_REFUSED = 2;

/**
 * Whether an identity that is accepted again at first is refused from a time on, because it is stored later. Nothing where
 * the responses are not in this order.
 */
export function storedLater(run: RunFold, words: readonly string[]): Found[] {
  const [first = ""] = words;
  if (!isConstant(words)) return [];
  const later = [...run.cases.values()].flatMap((fold) => {
    const { id } = fold.case;
    const afterMs = Number(LATER.exec(id)?.[1] ?? 0);
    const word = onlyWord(sendingsOf(fold)?.sendings);
    return afterMs === 0 || word === undefined ? [] : [{ afterMs, word, case: id }];
  });
  const sent = [...later, ...sentAgain(run)];
  const refused = sent
    .filter(({ word }) => classOf(word) === "4xx")
    .toSorted((a, b) => a.afterMs - b.afterMs);
  const accepted = sent.filter(({ word }) => word === first).map(({ afterMs }) => afterMs);
  const [from] = refused;
  const lastMs = Math.max(SOON_MS, ...accepted);
  const isRule =
    refused.length >= FEWEST_REFUSED &&
    refused.length + accepted.length === sent.length &&
    refused.every(({ word }) => word === from?.word);
  if (from === undefined || !isRule || lastMs >= from.afterMs) return [];
  const more = { count: refused.length, of: refused.length, timesMs: [lastMs, from.afterMs] };
  return [shownOnce("stored-later", [first, from.word], from.case, more)];
}
