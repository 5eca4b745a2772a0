import type { RuleValue, ValueRule } from "../kinds/index.ts";
import type { ProbeValue, Subject } from "./candidate.ts";
import { limitFigure, type FoundLimit } from "./limits.ts";

/** The prediction of a rule for a value. `BEYOND`: it accepts the value, but a limit or another check refuses it. */
export const REFUSES = 0;
export const ACCEPTS = 1;
export const NOTHING = 2;
export const BEYOND = 3;

/** The predictions of a rule for every value of a pool. */
export type RulePrediction<V extends RuleValue> = { rule: ValueRule<V>; says: Uint8Array };

/** The rules about one aspect, and the values that they judge. */
export type RuleAspect<V extends RuleValue> = {
  name: string;
  predictions: RulePrediction<V>[];
  judged: readonly number[];
};

/** For each pool, limit and rule: the figures of the values as the rule reads them, by index. */
const measured = new WeakMap<object, Map<string, Map<number, bigint | undefined>>>();

/** The predictions of the rules of a subject, with limits and without. */
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

  /** The aspects where these limits hold. */
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

  /** Whether the value at an index, as this rule reads it, is beyond a limit. */
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

/** The rules by aspect, with their predictions. */
function aspectsOf<V extends RuleValue>(
  rules: readonly ValueRule<V>[],
  pool: readonly ProbeValue<V>[],
): RuleAspect<V>[] {
  const byAspect = new Map<string, ValueRule<V>[]>();
  for (const rule of rules) byAspect.set(rule.aspect, [...(byAspect.get(rule.aspect) ?? []), rule]);
  return [...byAspect].map(([name, own]) => {
    const predictions = own.map((rule) => ({ rule, says: predict(rule, pool) }));
    const judged = [...pool.keys()].filter((at) =>
      predictions.some(({ says }) => says[at] !== NOTHING),
    );
    return { name, predictions, judged };
  });
}

const known = new WeakMap<object, Map<unknown, Uint8Array>>();

/** The predictions of a rule for every value of a pool, computed once. */
export function predict<V extends RuleValue>(
  rule: ValueRule<V>,
  pool: readonly ProbeValue<V>[],
): Uint8Array {
  const ofPool = known.get(pool) ?? new Map<unknown, Uint8Array>();
  known.set(pool, ofPool);
  const before = ofPool.get(rule);
  if (before !== undefined) return before;
  const says = Uint8Array.from(pool, ({ value }) => {
    if (!rule.judges(value)) return NOTHING;
    if (!rule.accepts(value)) return REFUSES;
    return rule.isBeyond?.(value) === true ? BEYOND : ACCEPTS;
  });
  ofPool.set(rule, says);
  return says;
}

/** Groups of rules that predict the same for every value: no request of the pool distinguishes them. */
export function groupsOf<V extends RuleValue>(
  predictions: readonly RulePrediction<V>[],
): RulePrediction<V>[][] {
  const groups = new Map<string, RulePrediction<V>[]>();
  for (const each of predictions) {
    const key = Buffer.from(each.says).toString("latin1").replaceAll("\u0003", "\0");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** Of how many values two rules say something else. */
export function distance(one: Uint8Array, other: Uint8Array): number {
  let differing = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) differing += 1;
  return differing;
}
