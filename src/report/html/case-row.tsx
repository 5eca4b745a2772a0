import type { CaseView } from "../run-view.ts";
import { type Links, caseAnchor } from "./anchors.ts";
import { Chips } from "./chips.tsx";
import { Cut } from "./cut-text.tsx";
import { EvidenceBlock } from "./evidence.tsx";

const stabilityWords: Record<CaseView["stability"], string | null> = {
  stable: null,
  once: null,
  unstable: "unstable",
  "changes-on-repeat": "changes on repeat",
};

function Origin({ view, links }: { view: CaseView; links: Links }) {
  return (
    <p class="origin">
      <a class="id" href={links.toCase(view.id)}>
        <Cut text={view.id} limit={200} />
      </a>{" "}
      asks about {view.clauses.join(", ")}
      {view.generated &&
        `; generated with seed ${view.generated.seed}, path ${view.generated.path}`}
    </p>
  );
}

/** One case: a line that opens to its evidence. The anchor is inside, so that going there opens the fold. */
export function CaseRow({
  view,
  links,
  notable,
}: {
  view: CaseView;
  links: Links;
  notable: boolean;
}) {
  const word = stabilityWords[view.stability];
  const name = view.id.startsWith(`${view.suite}/`)
    ? view.id.slice(view.suite.length + 1)
    : view.id;
  return (
    <li>
      <details class={notable ? "case notable" : "case"}>
        <summary>
          <code>
            <Cut text={name} limit={80} />
          </code>
          <span class="why">
            <Cut text={view.reason} limit={300} />
          </span>
          <span class="came">
            <Chips outcomes={view.outcomes} />
            {word && <span class="flag"> {word}</span>}
          </span>
        </summary>
        <div id={caseAnchor(view.id)} class="inside">
          <Origin view={view} links={links} />
          {view.evidence.length === 0 && <p class="quiet">Nothing was recorded for it.</p>}
          {view.evidence.map((evidence) => (
            <EvidenceBlock evidence={evidence} />
          ))}
        </div>
      </details>
    </li>
  );
}
