import { PageSection } from "../elements.tsx";
import type { DivergenceSummary } from "../../../model/index.ts";
import { caseAnchor, cutText } from "../text.tsx";
import { counted, whole } from "../../../text/index.ts";
import { cellWidth } from "./behaviour-matrix.tsx";
import { GroupEvidenceBlock } from "./group-evidence-block.tsx";
import { matrixClass, MatrixHead, MatrixRow } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";

const MOST = 200;

function renderRow(divergence: DivergenceSummary, facts: PageFacts, anchored: boolean) {
  const { targets } = facts.comparison;
  const evidence = facts.evidenceOf(divergence.case);
  return (
    <MatrixRow
      what={divergence.family}
      under={
        <code>{divergence.text === "" ? "(an empty body)" : cutText(divergence.text, 140)}</code>
      }
      size={divergence.met}
      sizeWord={divergence.met === 1 ? "time" : "times"}
      names={facts.names}
      ownRow
      outcomes={targets.map(
        ({ name }) => divergence.signatures.find(({ target }) => target === name)?.signature,
      )}
    >
      <div class="inside" {...(anchored && { id: caseAnchor(divergence.case) })}>
        <p class="quiet">
          The smallest such request has {counted(divergence.bytes, "byte")}; drawn by{" "}
          {cutText(divergence.from, 90)}.
        </p>
        {evidence !== undefined && (
          <noscript>
            <GroupEvidenceBlock evidence={evidence} names={facts.names} />
          </noscript>
        )}
      </div>
    </MatrixRow>
  );
}

export function Divergences({ facts }: { facts: PageFacts }) {
  const { divergences } = facts.comparison;
  if (divergences.length === 0) return null;
  const members = facts.members;
  return (
    <PageSection id="divergences" title="Divergences">
      <p class="quiet">
        Differences in addition to those of the catalogue: requests were drawn at random, sent to
        all, and shrunk as far as the targets still differ.
      </p>
      <div class={matrixClass(facts.names)} style={`--cell:${cellWidth(facts.names.length)}`}>
        <MatrixHead
          names={facts.names}
          what="Difference, and the smallest such request"
          size="met"
        />
        {divergences
          .slice(0, MOST)
          .map((divergence, at, all) =>
            renderRow(
              divergence,
              facts,
              !members.has(divergence.case) &&
                all.findIndex((other) => other.case === divergence.case) === at,
            ),
          )}
      </div>
      {divergences.length > MOST && (
        <p class="quiet">and {whole(divergences.length - MOST)} more, in comparison.json</p>
      )}
    </PageSection>
  );
}

export function ExploredEvidence({ facts }: { facts: PageFacts }) {
  const { explored, names } = facts;
  if (explored.length === 0) return null;
  return (
    <PageSection id="explored" title="Evidence of boundaries and examples">
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
