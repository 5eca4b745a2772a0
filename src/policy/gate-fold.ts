import { emptyFold, foldRecord, type FoldOptions, type RunFold } from "../analyse/index.ts";
import type { Case, Example, Observation, Policy, RunRecord } from "../model/index.ts";
import { isUnordered } from "../model/index.ts";
import { observationChecks, type ObservationCheck } from "./observation-checks.ts";
import { parseSelector, quarantineOf, type Selector } from "./match.ts";

export type CheckFold = {
  selector: string;
  check: ObservationCheck;
  looked: number;
  unknown: { count: number; why: string } | undefined;
  /** By case: the observed results that break the rule, and how often. */
  breaches: Map<string, Map<string, number>>;
};

/** A run for the gate: the run's fold, and the result of every observation for the policy's rules. */
export type GateFold = {
  run: RunFold;
  policy: Policy;
  selectors: Map<string, { selector: Selector; cases: number }>;
  checks: CheckFold[];
  /** Checks of the cases in progress, by id; of generated ones only the last. */
  picked: Map<string, { checks: CheckFold[]; unordered: boolean; isQuarantined: boolean }>;
  isQuarantined: (sent: Case) => boolean;
  lastGenerated: Case | undefined;
  /** Of generated cases that break a rule, the first ones: the run's fold keeps only the shortest of each outcome. */
  examples: Map<string, Example>;
};

const MOST_EXAMPLES = 2000;

export function emptyGateFold(policy: Policy, options: FoldOptions = {}): GateFold {
  const rules = Object.entries(policy.behaviour ?? {});
  return {
    run: emptyFold({ ...options, byStatus: true }),
    policy,
    selectors: new Map(
      rules.map(([text]) => [text, { selector: parseSelector(text), cases: 0 }] as const),
    ),
    checks: rules.flatMap(([selector, rule]) =>
      observationChecks(rule).map((check) => ({
        selector,
        check,
        looked: 0,
        unknown: undefined,
        breaches: new Map(),
      })),
    ),
    picked: new Map(),
    isQuarantined: quarantineOf(policy),
    lastGenerated: undefined,
    examples: new Map(),
  };
}

export function foldGate(gate: GateFold, record: RunRecord): void {
  foldRecord(gate.run, record);
  if (record.type === "case") pick(gate, record.case);
  if (record.type === "observation" && record.again === undefined) look(gate, record);
}

function pick(gate: GateFold, sent: Case): void {
  if (gate.lastGenerated !== undefined) gate.picked.delete(gate.lastGenerated.id);
  gate.lastGenerated = sent.generated === undefined ? undefined : sent;
  const chosen = new Set<string>();
  for (const [text, entry] of gate.selectors) {
    if (!entry.selector.picks(sent)) continue;
    chosen.add(text);
    entry.cases += 1;
  }
  const checks = gate.checks.filter(({ selector }) => chosen.has(selector));
  const unordered = isUnordered(sent);
  const isQuarantined = gate.isQuarantined(sent);
  if (checks.length > 0) gate.picked.set(sent.id, { checks, unordered, isQuarantined });
}

function look(gate: GateFold, observation: Observation): void {
  const picked = gate.picked.get(observation.case);
  for (const fold of picked?.checks ?? []) {
    const looked = fold.check.look(observation, picked?.unordered === true);
    if (looked.state === "no-sample") continue;
    fold.looked += 1;
    if (looked.state === "unknown")
      fold.unknown = { count: (fold.unknown?.count ?? 0) + 1, why: looked.why };
    if (looked.state !== "breach" || picked?.isQuarantined === true) continue;
    note(fold.breaches, observation.case, looked.observed);
    const { lastGenerated: sent, examples } = gate;
    if (sent?.id === observation.case && examples.size < MOST_EXAMPLES && !examples.has(sent.id))
      examples.set(sent.id, { case: sent, observation });
  }
}

function note(breaches: CheckFold["breaches"], id: string, observed: string): void {
  const known = breaches.get(id) ?? new Map<string, number>();
  known.set(observed, (known.get(observed) ?? 0) + 1);
  breaches.set(id, known);
}
