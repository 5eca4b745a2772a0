import { outcomeAt } from "../../../model/index.ts";
import { cutText, firstCharacters, seenText } from "../cut-text.tsx";
import { markOfSignature } from "../status-class.ts";
import type { PageFacts } from "./page-facts.ts";

/** For the page's script: names of the groups of all depths by the exact groups in them, and all outcomes. */
export function GroupNames({ facts }: { facts: PageFacts }) {
  const { depths } = facts.comparison.behaviour;
  const groups = [...depths.accepted.groups, ...depths.class.groups];
  const joined = new Map(
    groups
      .filter(({ parts }) => parts.length > 1)
      .map((group) => [group.parts.join(" "), group] as const),
  );
  return (
    <>
      <ul id="group-names" hidden>
        {[...joined].map(([key, { name, example }]) => (
          <li data-k={key} {...(example && { class: "example" })}>
            {cutText(name, 220)}
          </li>
        ))}
      </ul>
      <ul id="outcomes" hidden>
        {facts.outcomes.map((outcome) => (
          <li class={markOfSignature(outcome)} data-c={outcomeAt(outcome, "class")}>
            {seenText(firstCharacters(outcome, 60))}
          </li>
        ))}
      </ul>
    </>
  );
}
