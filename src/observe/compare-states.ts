import { compareMachines } from "../analyse/index.ts";
import { Spent, untilSpent } from "../learn/index.ts";
import type { StatesCompared } from "../model/index.ts";
import type { ExploredTarget } from "./explored-target.ts";
import { type LearnedStates, STATE_CLAUSES } from "./learn-states.ts";

type Compared = LearnedStates & { target: ExploredTarget };

/** Compares machines, sends the shortest sequence on which they differ to each target once more, and records the result. */
export async function compareStates(all: readonly Compared[]): Promise<void> {
  const found = compareMachines(all.map(({ finding }) => finding));
  if (found === undefined) return;
  const compared = {
    type: "finding" as const,
    kind: "states-compared" as const,
    targets: all.map(({ target }) => target.name),
  };
  const result =
    "letters" in found
      ? await withDifference(all, compared, found.letters)
      : { ...compared, ...found };
  if (result !== undefined) for (const { target } of all) target.tell(result);
}

async function withDifference(
  all: readonly Compared[],
  compared: Pick<StatesCompared, "type" | "kind" | "targets">,
  letters: string[],
): Promise<StatesCompared | undefined> {
  const sent = await untilSpent(() =>
    Promise.all(
      all.map(({ teacher }) =>
        teacher.send(letters.map((id) => teacher.letters.findIndex((each) => each.id === id))),
      ),
    ),
  );
  if (sent instanceof Spent) return undefined;
  const outputs = all.map(({ target }, at) => ({
    target: target.name,
    outputs: sent[at]?.outputs ?? [],
  }));
  if (new Set(outputs.map((each) => each.outputs.join())).size === 1) return undefined;
  const cases = all.flatMap(({ target }, at) => {
    const { request, reply } = sent[at] ?? {};
    if (request === undefined || reply === undefined) return [];
    const reason = `the shortest sequence on which the targets differ: ${letters.join(", ")}`;
    const evidence = { name: "states/difference", reason, clauses: STATE_CLAUSES, request };
    return [target.keep(evidence, [reply])];
  });
  return { ...compared, difference: { letters, outputs, case: cases[0] ?? "" } };
}
