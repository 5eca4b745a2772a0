import type { LoadFigures, LoadSummary, LoadCheck } from "../../../model/index.ts";
import { boundedRate, doubtNames, failedChecks, offerText } from "../../../stats/index.ts";
import { roundFacts, statusesBlock } from "../../rounds-section.ts";
import { renderBlock } from "../section-view.tsx";
import { cutText } from "../text.tsx";

export function RoundFolds({ load }: { load: LoadSummary }) {
  const { pooled, rounds, options } = load;
  return (
    <>
      {pooled !== undefined && rounds.length > 1 && renderFold("All rounds together", pooled, load)}
      {rounds.map((round) =>
        renderFold(
          options.sweep ? `Step ${round.nth}: ${offerText(round.offered)}` : `Round ${round.nth}`,
          round,
          load,
        ),
      )}
    </>
  );
}

function renderFold(name: string, figures: LoadFigures, load: LoadSummary) {
  const { checks } = figures;
  const failed = failedChecks(figures);
  // The steps of a sweep have theirs in the table above.
  const named = failed.length > 0 && !load.options.sweep;
  const held = checks.length - failed.length;
  return (
    <details class="round">
      <summary>
        <h4>{name}</h4>
        <span class="about">{boundedRate(figures, figures.perSecond)} responses/s</span>
        <span class="not-held">
          {named && <b aria-hidden="true">! </b>}
          {named && doubtNames(checks).join(", ")}
        </span>
        <span class="tally">
          {failed.length === 0
            ? `all ${held} checks held`
            : `${held} of ${checks.length} checks held`}
        </span>
      </summary>
      <div class="inside">
        <ul class="checks">
          {[...failed, ...checks.filter((check) => check.held)].map((check) => renderCheck(check))}
        </ul>
        <RoundDetails load={load} figures={figures} />
      </div>
    </details>
  );
}

const renderCheck = ({ name, held, text }: LoadCheck) => (
  <li class={held ? "held" : "not-held"}>
    <b>
      <span aria-hidden="true">{held ? "✓" : "!"}</span> {held ? "passed" : "failed"}
    </b>
    <code>{name}</code>
    <span>{cutText(text, 600)}</span>
  </li>
);

export const RoundDetails = ({ load, figures }: { load: LoadSummary; figures: LoadFigures }) => (
  <div class="round-details">
    {renderBlock(statusesBlock(figures))}
    <dl>
      {roundFacts(load, figures).map(([term, text]) => (
        <>
          <dt>{term}</dt>
          <dd>{cutText(text, 600)}</dd>
        </>
      ))}
    </dl>
  </div>
);
