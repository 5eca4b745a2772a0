import { groupBy } from "../group-by.ts";
import { oncePer } from "../remember.ts";
import type { LimitedRule, RuleValue, ValueRule } from "../kinds/index.ts";
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

/** Computed once: each value is compared again after each response. */
const figuresOf = oncePer((rule: LimitedRule<never>) =>
  oncePer((value: RuleValue) => rule.measure(value as never)),
);

const limitFigure = <V extends RuleValue>(rule: LimitedRule<V>, value: V): bigint | undefined =>
  figuresOf(rule)(value);

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
    const [first, second] = inside;
    // What takes one value only, such as a password, shows no limit: shorter and longer ones are other values.
    if (first === undefined || second === undefined) return [];
    const least = inside.reduce((one, other) => (other.figure < one.figure ? other : one), first);
    const most = inside.reduce((one, other) => (other.figure > one.figure ? other : one), first);
    const below = measured.find(({ figure, isIn }) => !isIn && figure === least.figure - 1n);
    const above = measured.find(({ figure, isIn }) => !isIn && figure === most.figure + 1n);
    return [
      below && limit(rule, "minimum", { inside: least, outside: below.index }),
      above && limit(rule, "maximum", { inside: most, outside: above.index }),
    ].filter((each) => each !== undefined);
  });

const limit = <V extends RuleValue>(
  rule: LimitedRule<V>,
  bound: "minimum" | "maximum",
  { inside, outside }: { inside: { index: number; figure: bigint }; outside: number },
): FoundLimit<V> => ({ rule, bound, at: inside.figure, inside: inside.index, outside });

/** Whether a value is beyond a limit with this figure; undefined for a value that the limit does not measure. */
export function isBeyond<V extends RuleValue>(
  { bound, at }: FoundLimit<V>,
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
  { limited, pool }: Subject<V>,
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

/** The prediction of a rule for a value. `BEYOND`: it accepts the value, but a limit or another check refuses it. */
export const REFUSES = 0;
export const ACCEPTS = 1;
export const NOTHING = 2;
export const BEYOND = 3;

export type RulePrediction<V extends RuleValue> = { rule: ValueRule<V>; says: Uint8Array };

export type RuleAspect<V extends RuleValue> = {
  name: string;
  predictions: RulePrediction<V>[];
  judged: readonly number[];
};

/** For each pool, limit and rule: the figures of the values as the rule reads them, by index. */
const measured = new WeakMap<object, Map<string, Map<number, bigint | undefined>>>();

export class Predictions<V extends RuleValue> {
  readonly #subject: Subject<V>;
  readonly #plain: RuleAspect<V>[];
  readonly #limited = new Map<string, RuleAspect<V>[]>();
  readonly #read = new Map<string, V>();
  /** The places of the aspects that judge each value. */
  readonly judging: ReadonlyMap<number, readonly number[]>;

  constructor(subject: Subject<V>) {
    this.#subject = subject;
    this.#plain = aspectsOf(subject.rules, subject.pool);
    const judging = new Map<number, number[]>();
    for (const [nth, { judged }] of this.#plain.entries())
      for (const at of judged) judging.set(at, [...(judging.get(at) ?? []), nth]);
    this.judging = judging;
  }

  within(limits: readonly FoundLimit<V>[]): RuleAspect<V>[] {
    if (limits.length === 0) return this.#plain;
    const key = limits.map(({ rule, bound, at }) => `${rule.id} ${bound} ${at}`).join();
    const known = this.#limited.get(key);
    if (known !== undefined) return known;
    const made = this.#plain.map((aspect) => ({
      ...aspect,
      predictions: aspect.predictions.map(({ rule, says }) => {
        const beyond = limits.map((limit) => this.#beyond(limit, rule));
        return {
          rule,
          says: says.map((word, at) =>
            word === ACCEPTS && beyond.some((isBeyond) => isBeyond(at)) ? BEYOND : word,
          ),
        };
      }),
    }));
    this.#limited.set(key, made);
    return made;
  }

  #beyond({ rule: limited, bound, at: end }: FoundLimit<V>, rule: ValueRule<V>) {
    const { pool } = this.#subject;
    const ofPool = measured.get(pool) ?? new Map<string, Map<number, bigint | undefined>>();
    measured.set(pool, ofPool);
    const key = `${limited.id} ${rule.id}`;
    const figures = ofPool.get(key) ?? new Map<number, bigint | undefined>();
    ofPool.set(key, figures);
    return (at: number): boolean => {
      const value = pool[at]?.value;
      if (value === undefined) return false;
      if (!figures.has(at)) figures.set(at, limitFigure(limited, this.#readBy(rule, value)));
      const figure = figures.get(at);
      if (figure === undefined) return false;
      return bound === "minimum" ? figure < end : figure > end;
    };
  }

  /** Returns the same object for all rules that read a value alike, so that its figures are measured once. */
  #readBy(rule: ValueRule<V>, value: V): V {
    const text = rule.reads?.(value);
    if (text === undefined) return value;
    const read = this.#read.get(text) ?? this.#subject.readAs?.(text) ?? value;
    this.#read.set(text, read);
    return read;
  }
}

function aspectsOf<V extends RuleValue>(
  rules: readonly ValueRule<V>[],
  pool: readonly ProbeValue<V>[],
): RuleAspect<V>[] {
  return [...groupBy(rules, ({ aspect }) => aspect)].map(([name, own]) => {
    const predictions = own.map((rule) => ({ rule, says: predict(rule, pool) }));
    const judged = [...pool.keys()].filter((at) =>
      predictions.some(({ says }) => says[at] !== NOTHING),
    );
    return { name, predictions, judged };
  });
}

const predictionsOf = oncePer((pool: readonly ProbeValue<RuleValue>[]) =>
  oncePer((rule: ValueRule<never>) =>
    Uint8Array.from(pool, ({ value }) => {
      if (!rule.judges(value as never)) return NOTHING;
      if (!rule.accepts(value as never)) return REFUSES;
      return rule.isBeyond?.(value as never) === true ? BEYOND : ACCEPTS;
    }),
  ),
);

/** The predictions of a rule for every value of a pool, computed once. */
export const predict = <V extends RuleValue>(
  rule: ValueRule<V>,
  pool: readonly ProbeValue<V>[],
): Uint8Array => predictionsOf(pool)(rule);

/** Groups of rules that predict the same for every value: no request of the pool distinguishes them. */
export function groupsOf<V extends RuleValue>(
  predictions: readonly RulePrediction<V>[],
): RulePrediction<V>[][] {
  const groups = groupBy(predictions, ({ says }) =>
    Buffer.from(says).toString("latin1").replaceAll("\u0003", "\0"),
  );
  return [...groups.values()];
}

/** Of how many values two rules say something else. */
export function distance(one: Uint8Array, other: Uint8Array): number {
  let differing = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) differing += 1;
  return differing;
}
