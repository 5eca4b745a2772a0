import { differenceOf, outputsOf } from "../analyse/index.ts";
import { type Baseline, type Breach, runMachine, type StatesFinding } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { narrowedBy, notAsked } from "./comparable.ts";
import { type JudgedRun, replayLine } from "./judged-run.ts";
import type { RuledState } from "./judge-state.ts";

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
export function judgeMachine(
  { machine: before }: Pick<Baseline, "machine">,
  run: JudgedRun,
): RuledState | undefined {
  if (before === undefined) return undefined;
  const finding = findingOf(run.gate.run);
  if (finding === undefined) {
    if (narrowedBy(run.gate.run).length > 0)
      return { verdict: "skipped", found: `${notAsked(run)}: ${NOT_LEARNED}`, breaches: [] };
    return { verdict: "error", found: `${NOT_LEARNED}: use --explore`, breaches: [] };
  }
  const { machine, varies, depth } = finding;
  if (machine === undefined)
    return {
      verdict: "inconclusive",
      found: varies ? "the same sequence gets different responses" : NOT_LEARNED,
      breaches: [],
    };
  const letters = difference([before, machine], [before, finding]);
  const isWhole = depth !== undefined;
  if (letters === undefined)
    return isWhole
      ? {
          verdict: "pass",
          found: `${counted(machine.states.length, "state")} as before`,
          breaches: [],
        }
      : { verdict: "inconclusive", found: "not every transition was tested", breaches: [] };
  return {
    verdict: isWhole ? "fail" : "inconclusive",
    found: `differs after ${counted(letters.length, "request")}`,
    breaches: [breachOf(run, finding, before, letters)],
  };
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
  return {
    ...(evidence !== undefined && { case: evidence, replay: replayLine(run, evidence) }),
    expected: text(outputsOf(before, ids)),
    observed: text(machine === undefined ? [] : outputsOf(machine, ids)),
  };
}
