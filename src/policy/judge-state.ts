import { sentenceOf, differenceOf, outputsOf } from "../analyse/index.ts";
import type { Baseline, StateFact, StateFacts, Breach, StatesFinding } from "../model/index.ts";
import { STATE_FACTS, runMachine } from "../model/index.ts";
import { notAsked, narrowedBy } from "./comparable.ts";
import { breachBy, type JudgedRun, type Ruled, ruled } from "./judged-run.ts";
import type { StateRule } from "./threshold.ts";
import { counted } from "../text/index.ts";

/** Judges a rule about what the target remembers. A run that does not show it is inconclusive. */
export function judgeState({ fact, op, word }: StateRule, run: JudgedRun): Ruled {
  const { stateFacts, state } = run.summary;
  const is = stateFacts?.[fact];
  if (is === undefined && run.part !== undefined)
    return ruled("skipped", `${notAsked(run)}: this run does not show it`);
  if (is === undefined) return ruled("inconclusive", `this run does not show ${fact}`);
  const found = `${fact}: ${is}`;
  if ((is === word) === (op === "==")) return ruled("pass", found);
  const shown = sentenceOf(fact, state);
  const expected = op === "==" ? word : `anything but ${word}`;
  return ruled("fail", found, [breachBy(run, shown?.case, expected, shown?.text ?? is)]);
}

/** Facts that differ from a baseline only where the server changed, however long a run takes. */
const COMPARED = STATE_FACTS.filter((fact) => fact !== "memory");

export const OPENED = "a race opened";

/** Compares what the target remembers with a baseline. A race that is not shown any more fails nothing: no proof. */
export function judgeStateDrift({ state: before }: Baseline, run: JudgedRun): Ruled | undefined {
  const { stateFacts: now, state } = run.summary;
  if (before === undefined || now === undefined) return undefined;
  const changed = COMPARED.filter((fact) => isChanged(fact, before, now));
  if (changed.length === 0) return ruled("pass", "as before");
  const words = changed.map((fact) =>
    fact === "race" ? OPENED : `${fact}: ${before[fact] ?? ""} became ${now[fact] ?? ""}`,
  );
  const breaches = changed.map((fact) => {
    const shown = sentenceOf(fact, state);
    const was = `${fact}: ${before[fact] ?? ""}`;
    const is = shown?.text ?? `${fact}: ${now[fact] ?? ""}`;
    return breachBy(run, shown?.case, was, is);
  });
  return ruled("fail", words.join(", "), breaches);
}

const isChanged = (fact: StateFact, before: StateFacts, now: StateFacts): boolean =>
  before[fact] !== undefined &&
  now[fact] !== undefined &&
  before[fact] !== now[fact] &&
  !(fact === "race" && now.race === "none");

export function commonFacts(all: readonly (StateFacts | undefined)[]): StateFacts | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const common = Object.entries(first).filter(([fact, word]) =>
    others.every((each) => each?.[fact as StateFact] === word),
  );
  return common.length === 0 ? undefined : Object.fromEntries(common);
}

const findingOf = (run: { findings: JudgedRun["gate"]["run"]["findings"] }) =>
  run.findings.find((each) => each.kind === "states");

/** The machine for a baseline: the one that every run with one agrees on, tested completely; else undefined. */
export function commonMachine(
  runs: readonly Parameters<typeof findingOf>[0][],
): Baseline["machine"] {
  const found = runs.flatMap((run) => findingOf(run) ?? []);
  const last = found.at(-1);
  const machines = found.flatMap(({ machine }) => machine ?? []);
  const isSure = found.every((each) => each.machine !== undefined && each.depth !== undefined);
  if (last?.machine === undefined || !isSure) return undefined;
  const isOne = machines.every(
    (each) => difference([each, last.machine ?? each], found) === undefined,
  );
  if (!isOne) return undefined;
  const byStatus = found.some((each) => each.byStatus === true);
  return { ...last.machine, ...(byStatus && { byStatus: true as const }) };
}

const difference = (
  machines: Parameters<typeof differenceOf>[0],
  found: readonly Pick<StatesFinding, "byStatus">[],
): string[] | undefined =>
  differenceOf(machines, found.some(({ byStatus }) => byStatus === true) ? "status" : undefined);

/** Compares the state machine with the baseline's: the shortest sequence on which they differ. Undefined if it has none. */
export function judgeMachine({ machine: before }: Baseline, run: JudgedRun): Ruled | undefined {
  if (before === undefined) return undefined;
  const finding = findingOf(run.gate.run);
  if (finding === undefined) {
    if (narrowedBy(run.gate.run).length > 0)
      return ruled("skipped", `${notAsked(run)}: ${NOT_LEARNED}`);
    return ruled("error", `${NOT_LEARNED}: use --explore`);
  }
  const { machine, varies, depth } = finding;
  if (machine === undefined)
    return ruled(
      "inconclusive",
      varies ? "the same sequence gets different responses" : NOT_LEARNED,
    );
  const letters = difference([before, machine], [before, finding]);
  const isWhole = depth !== undefined;
  if (letters === undefined)
    return isWhole
      ? ruled("pass", `${counted(machine.states.length, "state")} as before`)
      : ruled("inconclusive", "not every transition was tested");
  const found = `differs after ${counted(letters.length, "request")}`;
  const breaches = [breachOf(run, finding, before, letters)];
  return ruled(isWhole ? "fail" : "inconclusive", found, breaches);
}

const NOT_LEARNED = "this run did not learn the state machine";

function breachOf(
  run: JudgedRun,
  { machine, cases }: StatesFinding,
  before: NonNullable<Baseline["machine"]>,
  ids: readonly string[],
): Breach {
  const titles = ids.map((id) => before.letters.find((each) => each.id === id)?.title ?? id);
  const text = (outputs: readonly string[]): string =>
    `${titles.join(", then ")}: ${outputs.join(", ")}`;
  const word = ids.map((id) => machine?.letters.findIndex((each) => each.id === id) ?? -1);
  const { state } = runMachine({ states: machine?.states ?? [] }, word.slice(0, -1));
  const evidence = cases?.[state]?.[word.at(-1) ?? 0] ?? undefined;
  const observed = machine === undefined ? [] : outputsOf(machine, ids);
  return breachBy(run, evidence, text(outputsOf(before, ids)), text(observed));
}
