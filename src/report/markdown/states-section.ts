import type { StatesSummary } from "../../model/index.ts";
import { statesSection, unexplainedBlocks } from "../explore-section.ts";
import { mermaidText } from "../states-text.ts";
import { sectionsMarkdown } from "./block-section.ts";

const MOST_DIAGRAM = 8000;
const PAGE = "`report.html`";

/** The state machine as a diagram of Mermaid, and the sequences that tell something. */
export function statesLines(found: StatesSummary | undefined): string[] {
  if (found === undefined) return [];
  const diagram = mermaidText(found);
  const isDrawn = found.states.length > 1 && diagram.length <= MOST_DIAGRAM;
  return [
    ...sectionsMarkdown([statesSection(found)], PAGE),
    ...(isDrawn ? ["```mermaid", diagram, "```", ""] : []),
  ];
}

/** `states.md`: what the machine does not explain, after the machine itself. */
export const statesMarkdown = (found: StatesSummary): string[] => [
  ...statesLines({ ...found, unexplained: [] }),
  "## What contradicts the machine",
  "",
  ...(found.unexplained.length === 0
    ? ["No random sequence over several identities that was sent contradicts it."]
    : sectionsMarkdown(
        [{ id: "unexplained", title: "", blocks: unexplainedBlocks(found.unexplained) }],
        PAGE,
      )),
];
