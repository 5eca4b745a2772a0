import type { Comparison, SequenceSummary, StatesSummary } from "../../model/index.ts";
import { mermaidText, sequenceText } from "../states-text.ts";
import { markdownCode, type Section, textCell } from "./markdown-section.ts";

const MOST_DIAGRAM = 8000;

/** The state machine as a diagram of Mermaid, and the sequences that tell something. */
export function statesSection(found: StatesSummary | undefined): string[] {
  if (found === undefined) return [];
  const { sentence, about, states, varies, compared } = found;
  const diagram = mermaidText(found);
  const isDrawn = states.length > 1 && diagram.length <= MOST_DIAGRAM;
  return [
    "### States",
    "",
    `${textCell(sentence, 400)}.`,
    "",
    ...(isDrawn ? ["```mermaid", diagram, "```", ""] : []),
    ...(varies === undefined ? [] : sequenceItems(varies)),
    ...(compared === undefined ? [] : [`- ${textCell(compared.sentence, 300)}`]),
    ...(compared?.difference === undefined ? [] : sequenceItems(compared.difference)),
    ...unexplainedItems(found),
    ...about.map((text) => `- ${textCell(text, 300)}`),
    "",
  ];
}

function sequenceItems(sequence: SequenceSummary): string[] {
  return sequence.outputs.map(
    ({ by, responses }) =>
      `- ${textCell(by, 60)}: ${textCell(sequenceText(sequence, responses), 600)} (${markdownCode(sequence.case)})`,
  );
}

const unexplainedItems = ({ unexplained }: StatesSummary): string[] =>
  unexplained.flatMap((each) => [
    "- the machine does not explain, with several identities:",
    ...sequenceItems(each).map((line) => `  ${line}`),
  ]);

/** `states.md`: what the machine does not explain, after the machine itself. */
export const statesMarkdown = (found: StatesSummary): string[] => [
  ...statesSection({ ...found, unexplained: [] }),
  "## What contradicts the machine",
  "",
  ...(found.unexplained.length === 0
    ? ["No random sequence over several identities that was sent contradicts it."]
    : unexplainedItems(found)),
];

/** State machines side by side: each target with its responses, and the commands that show them. */
export const comparedStatesSection = ({ states }: Comparison): Section => ({
  before: ["### State machines", ""],
  rows: [
    ...(states === undefined ? [] : [`- ${textCell(states.sentence, 300)}`]),
    ...(states?.difference?.targets ?? []).flatMap(({ name, responses, commands }) => [
      `- ${textCell(name, 40)}: ${textCell(sequenceText(states?.difference ?? { letters: [] }, responses), 600)}`,
      ...commands.map((command) => `  - ${markdownCode(command)}`),
    ]),
  ],
  what: "line",
  most: 5000,
});
