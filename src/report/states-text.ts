import type { SequenceSummary, StatesSummary } from "../model/index.ts";
import { escapeUnseen } from "../text/index.ts";

type Step = StatesSummary["edges"][number]["steps"][number];

/** `POST, DELETE its path: 404`; a pause has no response. */
export const transitionText = ({ letters, response }: Step): string =>
  letters.join(", ") + (response === "-" ? "" : `: ${response}`);

/** A sequence as one line: `POST: 201, then 3 times pause of 1 s, then DELETE its path: 204`. */
export function sequenceText(
  { letters }: Pick<SequenceSummary, "letters">,
  responses: readonly string[],
): string {
  const steps: { text: string; times: number }[] = [];
  for (const [at, title] of letters.entries()) {
    const text = transitionText({ letters: [title], response: responses[at] ?? "" });
    const last = steps.at(-1);
    if (last?.text === text) last.times += 1;
    else steps.push({ text, times: 1 });
  }
  return steps
    .map(({ text, times }) => (times > 1 ? `${times} times ${text}` : text))
    .join(", then ");
}

/** The machine as a state diagram of Mermaid; what does not leave a state is a note of it. */
export function mermaidText({ states, edges }: StatesSummary): string {
  return [
    "stateDiagram-v2",
    ...states.map(({ name }, at) => `  s${at} : ${diagramWord(name)}`),
    "  [*] --> s0",
    ...edges.map(
      ({ from, to, steps }) =>
        `  s${from} --> s${to} : ${steps.map((step) => diagramWord(transitionText(step))).join("<br>")}`,
    ),
    ...states.flatMap(({ loops }, at) =>
      loops.length === 0
        ? []
        : [
            `  note right of s${at}`,
            ...loops.map((step) => `    ${diagramWord(transitionText(step))}`),
            "  end note",
          ],
    ),
  ].join("\n");
}

export function dotText({ states, edges }: StatesSummary): string {
  const quoted = (lines: readonly string[]): string =>
    `"${lines.map((line) => escapeUnseen(line).replace(/[\\"]/g, "\\$&")).join("\\n")}"`;
  return [
    "digraph states {",
    "  rankdir=LR;",
    "  node [shape=box, style=rounded];",
    ...states.map(
      ({ name, loops }, at) => `  s${at} [label=${quoted([name, ...loops.map(transitionText)])}];`,
    ),
    ...edges.map(
      ({ from, to, steps }) => `  s${from} -> s${to} [label=${quoted(steps.map(transitionText))}];`,
    ),
    "}",
    "",
  ].join("\n");
}

/** Text that ends no label: Mermaid reads colons, semicolons, `#` and angle brackets. */
export const diagramWord = (text: string): string =>
  escapeUnseen(text).replace(/[#;<>&"`{}|[\]]/g, (sign) => `#${sign.charCodeAt(0)};`);
