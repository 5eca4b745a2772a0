import type { LoadCheck, LoadFigures, LoadSummary } from "../../../model/index.ts";
import { doubtNames, offerText } from "../../../stats/index.ts";
import { cutText } from "../cut-text.tsx";
import { RoundDetails } from "./round-details.tsx";
import { boundedRate, failedChecks } from "../../load-figures.ts";

/** Every check with its result, folded: by round, the whole first. */
export function RoundFolds({ load }: { load: LoadSummary }) {
  const { pooled, rounds, options } = load;
  return (
    <>
      {pooled !== undefined && rounds.length > 1 && (
        <Fold name="All rounds together" figures={pooled} load={load} />
      )}
      {rounds.map((round) => (
        <Fold
          name={
            options.sweep ? `Step ${round.nth}: ${offerText(round.offered)}` : `Round ${round.nth}`
          }
          figures={round}
          load={load}
        />
      ))}
    </>
  );
}

function Fold({ name, figures, load }: { name: string; figures: LoadFigures; load: LoadSummary }) {
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
          {[...failed, ...checks.filter((check) => check.held)].map((check) => (
            <Check check={check} />
          ))}
        </ul>
        <RoundDetails load={load} figures={figures} />
      </div>
    </details>
  );
}

function Check({ check: { name, held, text } }: { check: LoadCheck }) {
  return (
    <li class={held ? "held" : "not-held"}>
      <b>
        <span aria-hidden="true">{held ? "✓" : "!"}</span> {held ? "passed" : "failed"}
      </b>
      <code>{name}</code>
      <span>{cutText(text, 600)}</span>
    </li>
  );
}
