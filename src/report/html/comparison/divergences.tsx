import type { DivergenceSummary } from "../../../model/index.ts";
import { caseAnchor } from "../links.tsx";
import { cutText } from "../cut-text.tsx";
import { counted, whole } from "../../../text/index.ts";
import { cellWidth } from "./behaviour-matrix.tsx";
import { GroupEvidenceBlock } from "./group-evidence-block.tsx";
import { matrixClass, MatrixHead, MatrixRow } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";

const MOST = 200;

function Row(props: { divergence: DivergenceSummary; facts: PageFacts; anchored: boolean }) {
  const { divergence, facts } = props;
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
      <div class="inside" {...(props.anchored && { id: caseAnchor(divergence.case) })}>
        <p class="quiet">
          The smallest such request has {counted(divergence.bytes, "byte")}; drawn by{" "}
          {cutText(divergence.from, 90)}.
        </p>
        {evidence !== undefined && <GroupEvidenceBlock evidence={evidence} names={facts.names} />}
      </div>
    </MatrixRow>
  );
}

/**
 * Findings from random requests in addition to the cases of the catalogue, each with its smallest request.
 */
export function Divergences({ facts }: { facts: PageFacts }) {
  const { divergences } = facts.comparison;
  if (divergences.length === 0) return null;
  const members = facts.members;
  return (
    <section aria-labelledby="divergences">
      <h2 id="divergences">Divergences</h2>
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
        {divergences.slice(0, MOST).map((divergence, at, all) => (
          <Row
            divergence={divergence}
            facts={facts}
            anchored={
              !members.has(divergence.case) &&
              all.findIndex((other) => other.case === divergence.case) === at
            }
          />
        ))}
      </div>
      {divergences.length > MOST && (
        <p class="quiet">and {whole(divergences.length - MOST)} more, in comparison.json</p>
      )}
    </section>
  );
}
