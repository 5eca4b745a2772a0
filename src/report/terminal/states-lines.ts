import type { Comparison, SequenceSummary, StatesSummary } from "../../model/index.ts";
import { sequenceText, transitionText } from "../states-text.ts";
import type { Screen } from "./screen-text.ts";

/** The state machine: each state with what leaves it and what does not, and the sequences that tell something. */
export function statesLines(found: StatesSummary | undefined, screen: Screen): string[] {
  if (found === undefined) return [];
  const { sentence, about, states, edges, varies, unexplained, compared } = found;
  return [
    `${screen.bold("states")}  ${sentence}`,
    ...states.flatMap(({ name, loops }, at) => [
      `  ${screen.bold(name)}`,
      ...edges
        .filter(({ from }) => from === at)
        .flatMap(({ to, steps }) =>
          steps.flatMap((step) =>
            screen.hang("    → ", `${states[to]?.name ?? ""}  ${transitionText(step)}`),
          ),
        ),
      ...loops.flatMap((step) =>
        screen.hang("    stays  ", transitionText(step)).map((line) => screen.dim(line)),
      ),
    ]),
    ...(varies === undefined ? [] : sequenceLines(varies, screen)),
    ...unexplained.flatMap((each) => [
      "  the machine does not explain, with several identities:",
      ...sequenceLines(each, screen),
    ]),
    ...comparedLines(compared, screen),
    ...about.flatMap((text) => screen.hang("  ", text).map((line) => screen.dim(line))),
    "",
  ];
}

/** Whether the machines of several targets are equal, or the shortest sequence on which they differ. */
export function comparedLines(compared: StatesSummary["compared"], screen: Screen): string[] {
  if (compared === undefined) return [];
  const { sentence, difference } = compared;
  return [
    ...screen.hang("  ", sentence),
    ...(difference === undefined ? [] : sequenceLines(difference, screen)),
  ];
}

/** The same of a comparison; its page has a command for each step. */
export function machineLines({ states }: Comparison, screen: Screen): string[] {
  if (states === undefined) return [];
  const { sentence, difference } = states;
  const lines = (difference?.targets ?? []).flatMap(({ name, responses }) =>
    screen.hang(`  ${name}  `, sequenceText(difference ?? { letters: [] }, responses)),
  );
  const more = lines.length === 0 ? [] : ["  the commands for each step are in the report"];
  return [...screen.wrap(`state machines: ${sentence}`, "bold"), ...lines, ...more, ""];
}

function sequenceLines(sequence: SequenceSummary, screen: Screen): string[] {
  return [
    ...sequence.outputs.flatMap(({ by, responses }) =>
      screen.hang(`    ${by}  `, sequenceText(sequence, responses)),
    ),
    `    case ${sequence.case}`,
  ];
}
