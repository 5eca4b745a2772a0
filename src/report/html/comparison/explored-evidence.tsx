import { caseAnchor } from "../links.tsx";
import { cutText } from "../cut-text.tsx";
import { counted } from "../../../text/index.ts";
import { GroupEvidenceBlock } from "./group-evidence-block.tsx";
import type { PageFacts } from "./page-facts.ts";

/** The evidence to which boundaries and examples link. */
export function ExploredEvidence({ facts }: { facts: PageFacts }) {
  const { explored, names } = facts;
  if (explored.length === 0) return null;
  return (
    <section aria-labelledby="explored">
      <h2 id="explored">Evidence of boundaries and examples</h2>
      <p class="quiet">{counted(explored.length, "request")} that the parts above link to.</p>
      <details class="suite">
        <summary>
          <h3>Requests and responses</h3>
          <span class="about" />
          <span class="tally">{counted(explored.length, "case")}</span>
        </summary>
        <div class="inside">
          {explored.map((evidence) => (
            <details class="row">
              <summary>
                <code class="what">{cutText(evidence.case, 120)}</code>
              </summary>
              <div class="inside" id={caseAnchor(evidence.case)}>
                <GroupEvidenceBlock evidence={evidence} names={names} />
              </div>
            </details>
          ))}
        </div>
      </details>
    </section>
  );
}
