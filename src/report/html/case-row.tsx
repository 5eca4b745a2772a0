import type { CaseView } from "../../analyse/index.ts";
import { caseAnchor } from "./links.tsx";
import { RowChips } from "./chips.tsx";
import { cutText } from "./cut-text.tsx";
import { EvidenceBlock } from "./evidence.tsx";
import type { PageContext } from "./page-context.ts";

const stabilityWords: Record<CaseView["stability"], string | undefined> = {
  stable: undefined,
  once: undefined,
  unstable: "unstable",
  "changes-on-repeat": "changes on repeat",
};

/** How a case differs from its suite, and where it comes from. */
function originOf({ clauses, generated }: CaseView, usual: readonly string[]): string {
  const more = clauses.filter((clause) => !usual.includes(clause));
  const less = usual.filter((clause) => !clauses.includes(clause));
  const said = [
    more.length > 0 && `asks also about ${more.join(", ")}`,
    less.length > 0 && `not about ${less.join(", ")}`,
    generated && `generated with seed ${generated.seed}, path ${generated.path}`,
  ];
  return said.filter(Boolean).join("; ");
}

/**
 * One case: a line that opens to its evidence. The anchor is inside, so that a link to it opens the fold.
 */
export function CaseRow(props: {
  view: CaseView;
  context: PageContext;
  notable: boolean;
  usualClauses: readonly string[];
}) {
  const { view, context, notable } = props;
  const { id, suite, reason, outcomes, evidence } = view;
  const origin = originOf(view, props.usualClauses);
  return (
    <details {...(notable ? { class: "notable" } : {})}>
      <summary>
        <code>{cutText(id.startsWith(`${suite}/`) ? id.slice(suite.length + 1) : id, 80)}</code>
        <span>{cutText(reason, 300)}</span>
        <RowChips outcomes={outcomes} flag={stabilityWords[view.stability]} />
      </summary>
      <div id={caseAnchor(id)}>
        {origin !== "" && <p>{origin}</p>}
        {evidence.length === 0 && <p>Nothing was recorded for this case.</p>}
        {evidence.map((each) => (
          <EvidenceBlock
            evidence={each}
            several={evidence.length > 1}
            context={context}
            caseId={id}
          />
        ))}
      </div>
    </details>
  );
}
