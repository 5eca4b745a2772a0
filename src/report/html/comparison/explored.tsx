import { counted } from "../../../text/index.ts";
import { PageSection } from "../elements.tsx";
import { caseAnchor, cutText } from "../text.tsx";
import { GroupEvidenceBlock } from "./group-evidence-block.tsx";
import type { PageFacts } from "./page-facts.ts";

export function ExploredEvidence({ facts }: { facts: PageFacts }) {
  const { explored, names } = facts;
  if (explored.length === 0) return null;
  return (
    <PageSection id="explored" title="Evidence of what was explored">
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
                <noscript>
                  <GroupEvidenceBlock evidence={evidence} names={names} />
                </noscript>
              </div>
            </details>
          ))}
        </div>
      </details>
    </PageSection>
  );
}
