import { counted, whole } from "../../../text/numbers.ts";
import { FilterForm } from "./filter-form.tsx";
import { GroupRow } from "./group-row.tsx";
import { MatrixHead } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";

/** The matrix: groups of cases by targets, the most important first. */
export function BehaviourMatrix({ facts }: { facts: PageFacts }) {
  const { behaviour } = facts.comparison;
  const { groups, names } = facts;
  const suiteNames = [...new Set(groups.flatMap(({ suites }) => Object.keys(suites)))].toSorted();
  const left = behaviour.groups.length - groups.length;
  return (
    <section aria-labelledby="behaviour">
      <h2 id="behaviour">Where they differ</h2>
      <p class="quiet">
        Cases with the same responses are grouped; groups with the most different responses come
        first. A row opens to the request, the responses, and the commands that send it again. A 4xx
        is a response like any other.
      </p>
      <FilterForm suiteNames={suiteNames} names={names} />
      <div class="matrix" style={`--cell:${cellWidth(names.length)}`} id="matrix">
        <p class="agree" data-v={names.map(() => 0).join(" ")}>
          All {names.length} respond to {counted(behaviour.agree, "case")} of{" "}
          {whole(behaviour.compared)} in the same way.
        </p>
        {groups.length > 0 && <MatrixHead names={names} what="Difference" size="cases" />}
        {groups.map((group) => (
          <GroupRow group={group} facts={facts} suiteNames={suiteNames} />
        ))}
      </div>
      {left > 0 && <p class="quiet">and {counted(left, "more group")}, in comparison.json</p>}
    </section>
  );
}

/** Cells of all rows are equally wide; the more targets, the narrower. */
export function cellWidth(targets: number): string {
  if (targets <= 4) return "6.6rem";
  if (targets <= 6) return "5.4rem";
  return targets <= 9 ? "4.4rem" : "3.4rem";
}
