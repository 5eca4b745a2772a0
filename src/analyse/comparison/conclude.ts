import type {
  Comparison,
  Conclusion,
  LimitSummary,
  MigrationCause,
  Share,
} from "../../model/index.ts";
import { beatenBy, intervalText, rateText, sum, sumBy } from "../../stats/index.ts";
import { classOf } from "../../model/index.ts";
import { counted, sharePercent, shortList, textsOf, whole } from "../../text/index.ts";
import { leadingNumber } from "../join-limits.ts";
import { STATE_NAMES } from "./compare-rules.ts";

type Concluded = Pick<
  Comparison,
  "targets" | "behaviour" | "speed" | "migration" | "state" | "states"
>;

type Limits = readonly (readonly LimitSummary[])[];

/**
 * The conclusions of a comparison: the outlier and the most alike pair, or what a migration breaks and which of the `limits` of each
 * target move; that state machines differ; and the fastest target.
 */
export function conclude(comparison: Concluded, limits: Limits = []): Conclusion[] {
  const names = comparison.targets.map(({ name }) => name);
  return [
    ...(names.length === 2
      ? [...migrationSentences(comparison, names), ...movedLimits(limits, names)]
      : [...outlier(comparison, names), ...mostAlike(comparison, names)]),
    ...differingMachines(comparison),
    ...fastest(comparison, names),
  ];
}

const differingMachines = ({ states }: Concluded): Conclusion[] =>
  states?.difference === undefined
    ? []
    : one("states", `State machines differ: ${states.sentence}.`);

const one = (kind: Conclusion["kind"], text: string): Conclusion[] => [{ kind, text }];

const shareOf = ({ cases, of }: Share): number => (of === 0 ? 1 : cases / of);

/** The target that least often responds as most do. */
function outlier({ targets, behaviour }: Concluded, names: readonly string[]): Conclusion[] {
  const { depths } = behaviour;
  const ranked = targets
    .flatMap(({ usual }, at) => (usual === undefined ? [] : [{ at, usual, share: shareOf(usual) }]))
    .toSorted((a, b) => a.share - b.share);
  const [first, next] = ranked;
  const last = ranked.at(-1);
  if (first === undefined || next === undefined || last === undefined) return [];
  if (first.share === last.share)
    return one(
      "outlier",
      `No target is an outlier: each responds as most do in ${shareText(first.usual)}.`,
    );
  const name = names[first.at] ?? "";
  const others =
    sharePercent(next.share) === sharePercent(last.share)
      ? sharePercent(last.share)
      : `${sharePercent(next.share)} to ${sharePercent(last.share)}`;
  const alone = depths.class.alone[first.at] ?? 0;
  const text = `${name} is the outlier: it responds as most do in ${shareText(first.usual)}, the others in ${others}; it alone differs in ${counted(alone, "case")}.`;
  return one("outlier", text);
}

const shareText = (share: Share): string =>
  `${sharePercent(shareOf(share))} of ${counted(share.of, "case")}`;

function mostAlike({ behaviour }: Concluded, names: readonly string[]): Conclusion[] {
  const { compared, depths } = behaviour;
  const { agreement } = depths.class;
  const pairs = names.flatMap((_, a) =>
    names
      .slice(a + 1)
      .map((__, n) => ({ pair: [a, a + 1 + n], agreed: agreement[a]?.[a + 1 + n] ?? 0 })),
  );
  const most = Math.max(...pairs.map(({ agreed }) => agreed));
  const best = pairs.filter(({ agreed }) => agreed === most);
  const [first] = best;
  if (first === undefined || compared === 0) return [];
  const share = `${whole(most)} of ${counted(compared, "case")} (${sharePercent(most / compared)})`;
  const both = first.pair.map((at) => names[at] ?? "").join(" and ");
  const more =
    best.length > 1 ? `, and ${counted(best.length - 1, "other pair")} just as much` : "";
  const text = `${both} are most alike${more}: the same class in ${share}.`;
  return one("alike", text);
}

function fastest({ speed }: Concluded, names: readonly string[]): Conclusion[] {
  const [first, ...others] = speed?.ranking ?? [];
  if (speed === undefined || first === undefined || others.length === 0) return [];
  const beaten = new Set(beatenBy(speed, first.target));
  const close = others.filter(({ target }) => !beaten.has(target));
  const name = names[first.target] ?? "";
  const figure = [rateText(first), intervalText(first)].filter(Boolean).join(" ");
  const rest = close.map(({ target }) => names[target] ?? "");
  const who =
    rest.length === others.length && rest.length > 1
      ? "any other"
      : rest.length > MOST_NAMED
        ? `${whole(rest.length)} others`
        : new Intl.ListFormat("en", { type: "disjunction" }).format(rest);
  const text =
    rest.length === 0
      ? `${name} is the fastest: ${figure}.`
      : `No target is certainly the fastest: ${name} leads with ${figure}, and the rounds cannot tell ${who} from it.`;
  return one("fastest", text);
}

const MOST_NAMED = 4;
const REFUSED = new Set(["refusal", "4xx", "5xx"]);

/**
 * `From old to new, 12 of the 218 valid requests that old accepts will fail (10 get 4xx, 2 get no response).`, and what happens to
 * the other requests: `67 get 5xx and 60 get no response instead of what old sends.`
 */
function migrationSentences(
  { targets, behaviour, state, migration = [] }: Concluded,
  [from = "", to = ""]: readonly string[],
): Conclusion[] {
  if (behaviour.compared === 0) return [];
  const of = (risk: MigrationCause["risk"]) => migration.filter((each) => each.risk === risk);
  const count = (risk: MigrationCause["risk"]): number => sum(of(risk).map(({ cases }) => cases));
  const outcomes = (risk: MigrationCause["risk"]): string => {
    const all = sumBy(of(risk).map(({ after, cases }) => [after, cases]));
    const texts = [...all].map(([after, cases]) => `${whole(cases)} get ${after}`);
    return new Intl.ListFormat("en").format(texts).replace(/\b1 get\b/g, "1 gets");
  };
  const broken = count("breaks");
  const sent = targets[0]?.accepted.valid;
  const ofSent = sent === undefined ? "" : ` of the ${counted(sent.cases, "valid request")}`;
  const is = (risk: MigrationCause["risk"]): string => (count(risk) === 1 ? "is" : "are");
  const others = textsOf(
    count("refuses") > 0 &&
      `${counted(count("refuses"), "other request")} that ${from} accepts ${is("refuses")} refused`,
    count("accepts") > 0 &&
      `${counted(count("accepts"), "request")} that ${from} does not accept ${is("accepts")} accepted`,
  );
  const [again = "", againAt = ""] =
    state?.find(({ name }) => name === STATE_NAMES.duplicate)?.rules ?? [];
  return textsOf(
    broken === 0
      ? `No valid request that ${from} accepts fails at ${to}.`
      : `From ${from} to ${to}, ${whole(broken)}${ofSent} that ${from} accepts will fail: ${outcomes("breaks")}.`,
    classOf(again) === "2xx" &&
      REFUSED.has(classOf(againAt)) &&
      `A valid request that was sent before gets ${againAt} from ${to}, and ${again} from ${from}.`,
    count("errors") > 0 &&
      `Of the other requests, ${outcomes("errors")} from ${to}, and not from ${from}.`,
    others.length > 0 && `${others.join(", and ")}.`,
  ).map((text) => ({ kind: "migration", text }));
}

const MOST_MOVED = 4;

/** `65,536 bytes`; where the next value that was sent is further away, only what is sure of the wider or narrower limit. */
function reachText({ last, next, lower }: Limits[number][number], isWider: boolean): string {
  if (Math.abs(leadingNumber(next) - leadingNumber(last)) <= 1) return last;
  return isWider ? `${last} at least` : `${lower === true ? "above" : "below"} ${next}`;
}

/** `new has other limits: body up to 60,000 bytes instead of 65,536 bytes.`, of limits that surely differ. */
function movedLimits(
  [before = [], now = []]: Limits,
  [, to = ""]: readonly string[],
): Conclusion[] {
  const moved = now.flatMap((limit) => {
    const was = before.find(({ of, lower }) => of[0] === limit.of[0] && lower === limit.lower);
    if (was === undefined || limit.only === true || was.only === true) return [];
    const [larger, smaller] =
      leadingNumber(was.last) > leadingNumber(limit.last) ? [was, limit] : [limit, was];
    // Between the last accepted value and the first refused one, a limit may be anywhere.
    const isSure =
      limit.lower === true
        ? leadingNumber(larger.next) >= leadingNumber(smaller.last)
        : leadingNumber(smaller.next) <= leadingNumber(larger.last);
    const way = limit.lower === true ? "down to" : "up to";
    const wider = limit.lower === true ? smaller : larger;
    const [here, there] = [limit, was].map((each) => reachText(each, each === wider));
    const text = `${limit.of[0]} ${way} ${here} instead of ${there}`;
    return isSure ? [text.replace(/(?:up|down) to (?=above|below)/, "")] : [];
  });
  if (moved.length === 0) return [];
  const text = shortList(moved, MOST_MOVED, String, (more) => `and ${whole(more)} more`).join("; ");
  return one("migration", `${to} has other limits: ${text}.`);
}
