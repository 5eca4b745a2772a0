import { FRESH_RANGES, rangeEnd } from "../../fresh-numbers.ts";
import { interfaceOf } from "../../contract/index.ts";
import { curlLine, letterRequests, stateLetters } from "../../generate/index.ts";
import type { ComparedStates, StatesFinding } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { fillingOf } from "../explore/request-text.ts";
import type { RunFold } from "../run-fold.ts";
import { compareMachines, equalText, outputsOf } from "./compare-machines.ts";

type Named = { name: string; fold: RunFold };

/**
 * The state machines of runs side by side: equal, or the shortest sequence on which they differ, with the responses of each
 * machine and a command for each step. Undefined if fewer than two runs have one.
 */
export function comparedStates(runs: readonly Named[]): ComparedStates | undefined {
  const learned = runs.flatMap(({ name, fold }) => {
    const finding = fold.findings.find((each) => each.kind === "states");
    return finding?.machine === undefined ? [] : [{ name, fold, finding }];
  });
  const found = compareMachines(learned.map(({ finding }) => finding));
  if (found === undefined) return undefined;
  const names = learned.map(({ name }) => name).join(" and ");
  if ("equalUpTo" in found) return { sentence: equalText(names, found.equalUpTo) };
  const { letters: ids } = found;
  return {
    sentence: `${names} differ after ${counted(ids.length, "step")}`,
    difference: {
      letters: ids.map((id) => titleOf(learned[0]?.finding, id)),
      targets: learned.map(({ name, fold, finding }) => ({
        name,
        responses: finding.machine === undefined ? [] : outputsOf(finding.machine, ids),
        commands: commandsOf(fold, ids),
      })),
    },
  };
}

const titleOf = (finding: StatesFinding | undefined, id: string): string =>
  finding?.letters.find((each) => each.id === id)?.title ?? id;

/** For commands that a person runs: a run that draws so many numbers for its checks does not exist. */
const SHOWN_FRESH = rangeEnd(FRESH_RANGES.moreChecks) - 100;

/** A command of curl for each step, to a new identity; a pause is `sleep`. */
function commandsOf({ header }: RunFold, ids: readonly string[]): string[] {
  if (header === undefined) return [];
  const from = interfaceOf(header);
  const all = stateLetters(from);
  const sequence = ids.flatMap((id) => all.filter((letter) => letter.id === id));
  const filling = fillingOf(header, SHOWN_FRESH);
  return letterRequests(
    sequence.map((letter) => ({ letter })),
    from,
  ).map((request) =>
    request === undefined
      ? "sleep 1"
      : (curlLine(request, filling, header.options).curl ?? "no command"),
  );
}
