import { textsOf, percent } from "../../text/index.ts";
import type {
  LoadCheck,
  LoadFigures,
  LoadSummary,
  PairedRatio,
  SpeedPair,
} from "../../model/index.ts";
import { boundOf, pairedRatio, type PairedTarget } from "../../stats/index.ts";
import type { LoadFold } from "../load/load-fold.ts";

export type Raced = {
  /** Its index among the targets. */
  target: number;
  name: string;
  load: LoadSummary;
  pairedAs: string | undefined;
  fold: LoadFold;
};

/** If one of these fails, the round's figures are not valid for the target. */
const SPOILS: readonly LoadCheck["name"][] = [
  "conservation",
  "unanswered",
  "hung",
  "connections",
  "little",
  "samples",
  "gaps",
  "rate",
  "status-mix",
];
/** If a larger share of its rounds is invalid, a pair is not compared. */
const SPOILT_SHARE = 0.5;
/** Two rounds have a different status mix if the share of a status class differs by more. */
const MIX_TOLERANCE = 0.05;

type Figure = (figures: LoadFigures) => number | undefined;

/** Compares two targets over their paired rounds, or gives the reasons why they are not comparable. */
export function comparePair(a: Raced, b: Raced): SpeedPair {
  const notComparable = reasonsAgainst(a, b);
  const pair = { a: a.target, b: b.target, notComparable };
  if (notComparable.length > 0) return pair;
  const bound = boundOf(isLimited(a), isLimited(b));
  const ratio = (
    what: Parameters<typeof pairedRatio>[0],
    figure: Figure,
  ): PairedRatio | undefined =>
    pairedRatio(what, each(a, figure), each(b, figure), {
      bound: what === "throughput" ? bound : undefined,
    });
  return {
    ...pair,
    throughput: ratio("throughput", ({ perSecond }) => perSecond),
    p50: ratio("p50", ({ latencyUs }) => latencyUs.p50),
    p99: ratio("p99", (figures) =>
      holds(figures, "loop-delay") ? figures.latencyUs.p99 : undefined,
    ),
    cpuPerRequest: ratio("cpuPerRequest", ({ target }) => target?.cpuUsPerRequest),
  };
}

function reasonsAgainst(a: Raced, b: Raced): string[] {
  if (a.pairedAs === undefined || a.pairedAs !== b.pairedAs)
    return ["they were loaded at different times, not in paired rounds"];
  const spoilt = [a, b].flatMap((raced) => spoiltReason(raced));
  const mix = mixReason(a, b);
  const both = isLimited(a) && isLimited(b);
  const limited = "both are limited by the generator: neither's own speed is known";
  return textsOf(...spoilt, mix, both && limited);
}

/** Why too many rounds of a target are invalid, in the words of the check of all rounds together, or else of the first. */
function spoiltReason({ name, load }: Raced): string[] {
  const spoilt = load.rounds.filter((round) => !isSound(round));
  if (spoilt.length <= SPOILT_SHARE * load.rounds.length) return [];
  const check = [load.pooled, spoilt[0]]
    .flatMap((figures) => figures?.checks ?? [])
    .find((each) => !each.held && SPOILS.includes(each.name));
  return [`${spoilt.length} of ${load.rounds.length} rounds of ${name} fail: ${check?.text ?? ""}`];
}

function mixReason(a: Raced, b: Raced): string | undefined {
  const [one, other] = [mixOf(a.load), mixOf(b.load)];
  const classes = new Set([...Object.keys(one), ...Object.keys(other)]);
  const apart = [...classes].some(
    (each) => Math.abs((one[each] ?? 0) - (other[each] ?? 0)) > MIX_TOLERANCE,
  );
  return apart
    ? `other statuses under load: ${a.name} ${mixText(one)}, ${b.name} ${mixText(other)}`
    : undefined;
}

function mixOf({ rounds }: LoadSummary): Record<string, number> {
  const counts: Record<string, number> = {};
  let all = 0;
  for (const { statuses } of rounds)
    for (const [status, { count }] of Object.entries(statuses)) {
      counts[`${status[0]}xx`] = (counts[`${status[0]}xx`] ?? 0) + count;
      all += count;
    }
  return Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count / all]));
}

const mixText = (mix: Record<string, number>): string =>
  Object.entries(mix)
    .toSorted(([, a], [, b]) => b - a)
    .map(([statusClass, share]) => `${statusClass} ${percent(share)}`)
    .join(" ");

/** The figure of each round by its number, without invalid rounds. */
function each({ name, load }: Raced, figure: Figure): PairedTarget {
  const byNth = new Map(load.rounds.map((round) => [round.nth, round]));
  const last = Math.max(...byNth.keys());
  return {
    name,
    each: Array.from({ length: last }, (_, index) => {
      const round = byNth.get(index + 1);
      return round !== undefined && isSound(round) ? figure(round) : undefined;
    }),
  };
}

const isSound = ({ checks }: LoadSummary["rounds"][number]): boolean =>
  !checks.some(({ name, held }) => !held && SPOILS.includes(name));

const holds = ({ checks }: LoadFigures, check: LoadCheck["name"]): boolean =>
  checks.every(({ name, held }) => name !== check || held);

/** Most of its rounds reached the generator's maximum. */
export const isLimited = ({ load: { rounds } }: Raced): boolean =>
  rounds.filter((round) => !holds(round, "generator")).length > rounds.length / 2;
