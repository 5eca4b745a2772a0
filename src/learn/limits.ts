import type { LimitedRule, RuleValue } from "../kinds/index.ts";
import type { SeenResponse, ProbeValue, Subject } from "./candidate.ts";

/** A limit that the boundaries show: both sides are known, and they are adjacent. */
export type FoundLimit<V extends RuleValue> = {
  rule: LimitedRule<V>;
  bound: "minimum" | "maximum";
  at: bigint;
  /** The value on this side, and the one beyond. */
  inside: number;
  outside: number;
};

const figures = new WeakMap<object, WeakMap<object, bigint | undefined>>();

/** The figure of a value that a limit measures. Computed once: each value is compared again after each response. */
export function limitFigure<V extends RuleValue>(
  rule: LimitedRule<V>,
  value: V,
): bigint | undefined {
  const ofRule = figures.get(rule) ?? new WeakMap<object, bigint | undefined>();
  figures.set(rule, ofRule);
  if (!ofRule.has(value)) ofRule.set(value, rule.measure(value));
  return ofRule.get(value);
}

/** The limits that values next to each other show, one accepted and one refused. */
export const limitsFound = <V extends RuleValue>(
  limited: readonly LimitedRule<V>[],
  pool: readonly ProbeValue<V>[],
  { seen, accepted }: { seen: ReadonlyMap<number, SeenResponse>; accepted: string },
): FoundLimit<V>[] =>
  limited.flatMap((rule) => {
    const measured = [...seen].flatMap(([index, { signature }]) => {
      const specimen = pool[index];
      const figure = specimen && limitFigure(rule, specimen.value);
      return figure === undefined ? [] : [{ index, figure, isIn: signature === accepted }];
    });
    const inside = measured.filter(({ isIn }) => isIn);
    const [first] = inside;
    if (first === undefined) return [];
    const least = inside.reduce((one, other) => (other.figure < one.figure ? other : one), first);
    const most = inside.reduce((one, other) => (other.figure > one.figure ? other : one), first);
    const below = measured.find(({ figure, isIn }) => !isIn && figure === least.figure - 1n);
    const above = measured.find(({ figure, isIn }) => !isIn && figure === most.figure + 1n);
    return [
      ...(below === undefined
        ? []
        : [limit(rule, "minimum", { inside: least, outside: below.index })]),
      ...(above === undefined
        ? []
        : [limit(rule, "maximum", { inside: most, outside: above.index })]),
    ];
  });

const limit = <V extends RuleValue>(
  rule: LimitedRule<V>,
  bound: "minimum" | "maximum",
  { inside, outside }: { inside: { index: number; figure: bigint }; outside: number },
): FoundLimit<V> => ({ rule, bound, at: inside.figure, inside: inside.index, outside });

/** Whether a value is beyond a limit with this figure; undefined for a value that the limit does not measure. */
export function isBeyond<V extends RuleValue>(
  { bound, at }: Pick<FoundLimit<V>, "bound" | "at">,
  rule: LimitedRule<V>,
  value: V,
): boolean | undefined {
  const figure = limitFigure(rule, value);
  if (figure === undefined) return undefined;
  return bound === "minimum" ? figure < at : figure > at;
}

/** Other measures with which the limit explains every known response as well. */
export const equalMeasures = <V extends RuleValue>(
  limit: FoundLimit<V>,
  { limited, pool }: Pick<Subject<V>, "limited" | "pool">,
  seen: ReadonlyMap<number, SeenResponse>,
): LimitedRule<V>[] =>
  limited.filter(
    (rule) =>
      rule.id !== limit.rule.id &&
      [...seen.keys()].every((at) => {
        const value = pool[at]?.value;
        return (
          value === undefined || isBeyond(limit, rule, value) === isBeyond(limit, limit.rule, value)
        );
      }),
  );
