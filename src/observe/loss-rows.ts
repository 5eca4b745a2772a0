import type { RequestResult } from "../model/index.ts";
import { CUT_OFF, headerOf, isSameLoss, rawText, resultWord } from "../model/index.ts";
import { NoiseSearch } from "./noise-search.ts";
import type { Returned } from "./target-supervisor.ts";

export const responseEndMs = ({ atMs, dispatched, endMs }: Returned): number =>
  endMs ?? atMs + Math.max(...dispatched.answers.map(({ totalUs }) => totalUs)) / 1000;

export const lastWord = ({ dispatched }: Returned): string => resultWord(dispatched.answers.at(-1));

export function isBeside(returned: Returned, row: readonly Returned[]): boolean {
  const [{ beganMs, endedMs }, word] = [timesOf(returned), lastWord(returned)];
  if (row.includes(returned)) return true;
  // Time-outs overlap with whatever comes after them.
  if (word === "timed-out" || word !== lastWord(row[0] ?? returned)) return false;
  const times = row.map(timesOf);
  return (
    beganMs <= Math.max(...times.map((each) => each.endedMs)) &&
    endedMs >= Math.min(...times.map((each) => each.beganMs))
  );
}

type LossTimes = { beganMs: number; endedMs: number };

export const timesOf = (returned: Returned): LossTimes => ({
  beganMs: returned.atMs,
  endedMs: responseEndMs(returned),
});

/** So many equal outcomes in a row that were no response are no noise; more where noise gives such a row too often. */
export const LONG_ROW = 8;
const BY_NOISE = 1e-8;

/**
 * Rows of losses that noise does not explain. The share of noise is that of the run, or of the results outside the longest row if that is
 * larger. `asked` controls in a row got the same: they are part of the row, and show no share.
 */
export function unlikelyRows(
  all: readonly Returned[],
  settled: readonly LossTimes[],
  { shareBefore, asked = 0 }: { shareBefore: (ms?: number) => number; asked?: number },
): Returned[][] {
  const rows = longRows(all, settled, LONG_ROW - asked);
  const beside = errorsBeside(rows, all);
  return rows.filter((row) => {
    const beganMs = asked > 0 ? Math.min(...row.map(({ atMs }) => atMs)) : undefined;
    const share = Math.max(beside, shareBefore(beganMs));
    const least = Math.max(LONG_ROW, Math.ceil(Math.log(BY_NOISE) / Math.log(share)));
    return row.length + asked >= least;
  });
}

/** Rows of at least so many results that were no response, or an error, as sent or as ended. A settled one between two parts them. */
function longRows(
  all: readonly Returned[],
  settled: readonly LossTimes[],
  least: number,
): Returned[][] {
  const rows: Returned[][] = [];
  // The usual case, and the search compares each result with many others.
  if (all.every((each) => NoiseSearch.wordOf(each) === undefined)) return rows;
  for (const moment of ["beganMs", "endedMs"] as const) {
    const momentOf = (each: Returned): number => timesOf(each)[moment];
    let row: Returned[] = [];
    for (const each of all.toSorted((a, b) => momentOf(a) - momentOf(b))) {
      const last = row.at(-1);
      const word = NoiseSearch.wordOf(each);
      // Time-outs end after everything else.
      const isOneMoment = moment === "beganMs" || lastWord(each) !== "timed-out";
      const isNext =
        last !== undefined &&
        word !== undefined &&
        isOneMoment &&
        NoiseSearch.wordOf(last) === word &&
        !settled.some(({ [moment]: at }) => at > momentOf(last) && at < momentOf(each));
      if (isNext) row.push(each);
      else row = [each];
      if (row.length === Math.max(1, least) && word !== undefined) rows.push(row);
    }
  }
  return rows;
}

/** Fewer results than `least` beside a row show no share of errors. A larger share than `most` counts as `most`. */
const BESIDE = { least: 15, most: 0.6 };

/** The share of errors among the results that are not in the longest row; 0 for few. */
function errorsBeside(rows: readonly Returned[][], all: readonly Returned[]): number {
  const longest = new Set(rows.toSorted((a, b) => b.length - a.length)[0]);
  const others = all.filter((each) => !longest.has(each));
  const errors = others.filter((each) => NoiseSearch.wordOf(each) !== undefined).length;
  return others.length < BESIDE.least ? 0 : Math.min(BESIDE.most, errors / others.length);
}

/** What it got is its own: what it got before is no noise. */
export function asResult(returned: Returned): Returned {
  const { lost: _, ...sending } = returned.sending;
  return { ...returned, sending };
}

/** Outcomes of a request that never arrived, and of one that the end of a process cuts off. */
const NOT_SENT: ReadonlySet<string> = new Set(["refused", "unreachable"]);
const CUT_MS = 500;

/** One response, to compare with others: equal texts are equal statuses and bodies. */
export const bytesKey = (result: RequestResult | undefined): string =>
  result?.outcome === "answered"
    ? `${result.status} ${result.response.body.sha256}`
    : (result?.outcome ?? "");

const MOST_CHARACTERS = 2000;

/** The same without numbers, which may be a time, a count or an id of the request. Long bodies are compared by their bytes. */
export function wordsKey(result: RequestResult | undefined): string {
  const kept = result?.outcome === "answered" ? result.response.body.text : undefined;
  const text = kept === undefined ? undefined : rawText(kept);
  return result === undefined || text === undefined || text.length > MOST_CHARACTERS
    ? bytesKey(result)
    : `${resultWord(result)} ${text.replace(/\d+/g, "0")}`;
}

/** Since when results with this outcome are in doubt. Connections cut shortly before the first refused one belong to it. */
export function doubtedFrom(all: readonly Returned[], word: string): number | undefined {
  const isOf = (each: Returned): boolean => isSameLoss(lastWord(each), word);
  const first = all.find(isOf) ?? all[0];
  if (first === undefined || lastWord(first) !== "refused") return first?.atMs;
  const ends = all.filter((each) => CUT_OFF.has(lastWord(each))).map(responseEndMs);
  return Math.min(first.atMs, ...ends.filter((endMs) => endMs >= first.atMs - CUT_MS));
}

/** Without what never arrived, and what was cut off since one of `culprits` was sent; a silent target cuts off by time-outs, too. */
export function notOfEnd(
  all: readonly Returned[],
  culprits: ReadonlySet<string> = new Set(),
  isSilent = false,
): Returned[] {
  const cutOff = new Set(isSilent ? [...CUT_OFF, "timed-out"] : CUT_OFF);
  const isCulprit = (each: Returned): boolean =>
    cutOff.has(lastWord(each)) && culprits.has(each.sending.case.id);
  const sent = all.filter(isCulprit).map(({ atMs }) => atMs);
  // A culprit whose own result is not among these had ended the target before.
  const fromMs = sent.length > 0 ? Math.min(...sent) : culprits.size > 0 ? -Infinity : Infinity;
  return all.filter((each) => {
    const word = lastWord(each);
    const isCutOff = cutOff.has(word) && responseEndMs(each) >= fromMs;
    return !NOT_SENT.has(word) && (!isCutOff || culprits.has(each.sending.case.id));
  });
}

/** What a response to a control has in common with others: the outcome, or status and media type. */
export function controlClass(result: RequestResult | undefined): string {
  if (result === undefined) return "";
  if (result.outcome !== "answered") return result.outcome;
  const type = headerOf(result.response, "content-type")?.split(";", 1)[0]?.trim() ?? "";
  return `${resultWord(result)} ${type.toLowerCase()}`.trim();
}

/** Locked, too early, limited; a gateway without its server, or a server that does not yet serve. */
export const isAwayWord = (word: string): boolean => /^(?:42[359]|50[234])$/.test(word);

export const isSuccessClass = (found: string): boolean => /^2\d\d(?: |$)/.test(found);

/** A control that is accepted, where those before were refused: what they are about was there, or not yet there. */
export const isFirstSuccess = (
  result: RequestResult | undefined,
  classes: ReadonlySet<string>,
): boolean => isSuccessClass(controlClass(result)) && ![...classes].some(isSuccessClass);

/** How long changes lasted in all; what was in flight may have met several of them. */
export function timeOf(all: readonly { fromMs: number; toMs: number }[]): number {
  let [sum, untilMs] = [0, 0];
  for (const { fromMs, toMs } of all.toSorted((a, b) => a.fromMs - b.fromMs)) {
    sum += Math.max(0, toMs - Math.max(fromMs, untilMs));
    untilMs = Math.max(untilMs, toMs);
  }
  return sum;
}
