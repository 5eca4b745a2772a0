import { PageSection, joinNodes } from "../elements.tsx";
import { chip, cutText } from "../text.tsx";

import { counted } from "../../../text/index.ts";
import { togetherBy, type PageFacts } from "./page-facts.ts";
import { MOST_CELLS } from "../scripts/grouping.ts";

const MOST = 60;
const FEW = 8;
const MOST_ON_PAPER = 20;
const MOST_NAMES = 8;

type Line = { line: string; targets: number[] };

/** A line for each target. With many targets, equal lines are one, and a part that all have is a line of its own. */
function linesOf(notCompared: readonly string[]): Line[] {
  if (notCompared.length <= MOST_CELLS)
    return notCompared.flatMap((line, at) => (line === "" ? [] : [{ line, targets: [at] }]));
  const parts = notCompared.map((line) => line.split("; "));
  const shared = (parts[0] ?? []).filter(
    (part) => part !== "" && parts.every((each) => each.includes(part)),
  );
  const own = parts.map((each) => each.filter((part) => !shared.includes(part)).join("; "));
  const lines = togetherBy(own)
    .filter(([line]) => line !== "")
    .map(([line, targets]): Line => ({ line, targets: [...targets] }));
  if (shared.length === 0) return lines;
  return [{ line: shared.join("; "), targets: notCompared.map((_, at) => at) }, ...lines];
}

const namesOf = (targets: readonly number[], names: readonly string[]): string =>
  targets.length === names.length && targets.length > 1
    ? `all ${names.length}`
    : targets.map((at) => names[at] ?? "").join(", ");

/** The responses of each target that changed them. With many targets, equal ones are together. */
function changesOf(signatures: readonly (readonly string[])[]) {
  const together = togetherBy(signatures.map((each) => JSON.stringify(each)));
  const sets =
    signatures.length > MOST_CELLS
      ? together.map(([, targets]) => [...targets])
      : signatures.map((_, at) => [at]);
  return sets
    .map((targets) => ({ targets, changed: signatures[targets[0] ?? 0] ?? [] }))
    .filter(({ changed }) => changed.length > 1);
}

export function NotCompared({ facts }: { facts: PageFacts }) {
  const { unstable, notCompared } = facts.comparison.behaviour;
  const some = notCompared.some((line) => line !== "");
  if (unstable.length === 0 && !some) return null;
  const whole = facts.names.filter((_, at) => (notCompared[at] ?? "") === "");
  return (
    <PageSection id="not-compared" title="What was not compared">
      <ul class="rests lines-by-target">
        {linesOf(notCompared).map(({ line, targets }) => (
          <li data-t={targets.join(" ")}>
            <b>{namesOf(targets, facts.names)}</b>: {cutText(line, 300)}
          </li>
        ))}
        {whole.length > 0 && (
          <li class="quiet">
            {whole.length > MOST_NAMES ? counted(whole.length, "target") : whole.join(", ")}:
            nothing left out
          </li>
        )}
      </ul>
      {renderUnstableCases(facts)}
    </PageSection>
  );
}

function renderUnstableCases(facts: PageFacts) {
  const { unstable } = facts.comparison.behaviour;
  if (unstable.length === 0) return null;
  return (
    <details
      class={unstable.length <= MOST_ON_PAPER ? "more paper" : "more"}
      open={unstable.length <= FEW}
    >
      <summary>
        {counted(unstable.length, "case")} with different responses from the same target
      </summary>
      <p class="quiet">
        Sent again, they got another response, so a difference between targets would mean nothing.
      </p>
      <ul class="unsteady">
        {unstable.slice(0, MOST).map((each) => (
          <li>
            <code>{cutText(each.case, 90)}</code>
            <ul class="flow">
              {changesOf(each.signatures).map(({ targets, changed }) => (
                <li>
                  {namesOf(targets, facts.names)}:{" "}
                  {joinNodes(
                    changed.map((signature) => chip(signature)),
                    " or ",
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {unstable.length > MOST && (
        <p class="quiet">and {counted(unstable.length - MOST, "more case")}, in comparison.json</p>
      )}
    </details>
  );
}
