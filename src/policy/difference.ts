import type { RunFold } from "../analyse/index.ts";
import { type Example, signatureWords } from "../model/index.ts";
import type { Drift } from "./compare-baseline.ts";

/** Cases that changed in the same way: one finding, in a line. */
export type DriftCause = {
  text: string;
  cases: string[];
  /** Where the responses come from, if that is what their cases have in common. */
  origin?: string;
  /** Whether it also explains that another case gets this response now. */
  explains?: (example: Example, now: string) => boolean;
};

/** A difference of one case: `before` is unknown if a rule is broken, and nothing changed. */
export type Difference = Pick<Drift, "name" | "now" | "change"> & {
  kind?: Drift["kind"];
  before?: string;
};

export type ExampleOf = (difference: Difference) => Example | undefined;

export const exampleIn =
  ({ cases }: RunFold): ExampleOf =>
  ({ name, now }) => {
    const fold = cases.get(name);
    const [first] = fold?.first.values() ?? [];
    const observation = fold?.first.get(now) ?? first;
    return fold && observation && { case: fold.case, observation };
  };

const MOST_RESPONSES = 1000;

const THEN = " then ";

/** The response to the first sending of a run, where later ones get another one. */
export const firstOf = (outcome: string): string => outcome.split(THEN, 1)[0] ?? outcome;

const PLAIN = /^[\w-]+( ×\d+)?(, [\w-]+( ×\d+)?)*$/;

/** Of a sequence, only the responses that changed: `400, 201` and `400, 400` are `201 became 400`. */
export function statusChange(before: string, now: string): string {
  const whole = `${before} became ${now}`;
  const [first = "", later = first, ...more] = before.split(THEN);
  const [firstNow, laterNow = first] = now.split(THEN);
  if (first === firstNow && later !== laterNow && more.length === 0)
    return `${later} became ${laterNow} when sent again`;
  if (!PLAIN.test(before) || !PLAIN.test(now)) return whole;
  const [old, new_] = [eachResponse(before), eachResponse(now)];
  if (old.length !== new_.length) return whole;
  const changes = old.flatMap((word, at) =>
    word === new_[at] ? [] : [`${word} became ${new_[at] ?? ""}`],
  );
  return changes.length === 0 ? whole : [...new Set(changes)].join(", ");
}

/** The status of the last response before a connection is closed that was kept; undefined if that is not the difference. */
export function closedAfter(kept: string, closed: string): string | undefined {
  const [before, now] = [firstOf(kept), firstOf(closed)];
  if (!PLAIN.test(before) || !PLAIN.test(now)) return undefined;
  const [all, first] = [eachResponse(before), eachResponse(now)];
  if (all.some(isCut)) return undefined;
  const at = first.findIndex(isCut);
  const isBegin = first.every((word, nth) => (nth < at ? word === all[nth] : isCut(word)));
  return at > 0 && at < all.length && isBegin ? first[at - 1] : undefined;
}

const isCut = (word: string): boolean => word === "closed" || word === "reset";

/** `400`, `201`, `201` of `400, 201 ×2`. */
export const eachResponse = (signature: string): string[] =>
  signature.split(", ").flatMap((group) => {
    const [word = "", times = "×1"] = group.split(" ");
    return Array<string>(Math.min(Number(times.slice(1)), MOST_RESPONSES)).fill(word);
  });

export const isServerError = ({ now, change }: Pick<Difference, "now" | "change">): boolean =>
  change === undefined && signatureWords(now).some(isServerStatus);

export const isServerStatus = (word: string): boolean => /^5\d\d$/.test(word);
