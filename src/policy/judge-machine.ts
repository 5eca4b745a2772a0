import { differenceOf, outputsOf } from "../analyse/index.ts";
import { type Baseline, type Breach, runMachine, type StatesFinding } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { narrowedBy, notAsked } from "./comparable.ts";
import { breachBy, type JudgedRun, type Ruled, ruled } from "./judged-run.ts";

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
  const { perConnection } = last;
  if (!isOne || found.some((each) => each.perConnection !== perConnection)) return undefined;
  const byStatus = found.some((each) => each.byStatus === true);
  return {
    ...last.machine,
    ...(byStatus && { byStatus: true as const }),
    ...(perConnection && { perConnection }),
  };
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
): Ruled | undefined {
  if (before === undefined) return undefined;
  const finding = findingOf(run.gate.run);
  if (finding === undefined) {
    if (narrowedBy(run.gate.run).length > 0)
      return ruled("skipped", `${notAsked(run)}: ${NOT_LEARNED}`);
    return ruled("error", `${NOT_LEARNED}: use --explore`);
  }
  const { machine, varies, depth, perConnection } = finding;
  if (machine === undefined)
    return ruled(
      "inconclusive",
      varies ? "the same sequence gets different responses" : NOT_LEARNED,
    );
  const letters = difference([before, machine], [before, finding]);
  const isWhole = depth !== undefined;
  if (letters === undefined && perConnection !== before.perConnection) {
    const [was, is] = [before, finding].map(memoryText);
    return ruled("fail", `${is} now`, [breachBy(run, undefined, was ?? "", is ?? "")]);
  }
  if (letters === undefined)
    return isWhole
      ? ruled("pass", `${counted(machine.states.length, "state")} as before`)
      : ruled("inconclusive", "not every transition was tested");
  const found = `differs after ${counted(letters.length, "request")}`;
  const breaches = [breachOf(run, finding, before, letters)];
  return ruled(isWhole ? "fail" : "inconclusive", found, breaches);
}

const memoryText = ({ perConnection }: Pick<StatesFinding, "perConnection">): string =>
  perConnection === true
    ? "each connection has a state of its own"
    : "all connections share a state";

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
