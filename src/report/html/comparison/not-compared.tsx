import { Chip } from "../chips.tsx";
import { CutText } from "../cut-text.tsx";
import { counted } from "../../../text/numbers.ts";
import type { PageFacts } from "./page-facts.ts";

const MOST = 60;
const FEW = 8;
const MOST_NAMES = 8;

/** The parts that were not compared, one line for each target; then the cases whose responses changed. */
export function NotCompared({ facts }: { facts: PageFacts }) {
  const { unstable, notCompared } = facts.comparison.behaviour;
  const some = notCompared.some((line) => line !== "");
  if (unstable.length === 0 && !some) return null;
  const whole = facts.names.filter((_, at) => (notCompared[at] ?? "") === "");
  return (
    <section aria-labelledby="not-compared">
      <h2 id="not-compared">What was not compared</h2>
      <ul class="rests lines-by-target">
        {notCompared.map(
          (line, at) =>
            line !== "" && (
              <li data-t={at}>
                <b>{facts.names[at]}</b>: <CutText text={line} limit={300} />
              </li>
            ),
        )}
        {whole.length > 0 && (
          <li class="quiet">
            {whole.length > MOST_NAMES ? counted(whole.length, "target") : whole.join(", ")}:
            nothing left out
          </li>
        )}
      </ul>
      <UnstableCases facts={facts} />
    </section>
  );
}

function UnstableCases({ facts }: { facts: PageFacts }) {
  const { unstable } = facts.comparison.behaviour;
  if (unstable.length === 0) return null;
  return (
    <details class="more paper" open={unstable.length <= FEW}>
      <summary>
        {counted(unstable.length, "case")} with different responses from the same target
      </summary>
      <p class="quiet">
        Sent again, they got another response, so a difference between targets would mean nothing.
      </p>
      <ul class="unsteady">
        {unstable.slice(0, MOST).map((each) => (
          <li>
            <code>
              <CutText text={each.case} limit={90} />
            </code>
            <ul class="flow">
              {each.signatures.map((signatures, at) =>
                signatures.length < 2 ? null : (
                  <li>
                    {facts.names[at]}:{" "}
                    {signatures.map((signature, nth) => (
                      <>
                        {nth > 0 && " or "}
                        <Chip signature={signature} />
                      </>
                    ))}
                  </li>
                ),
              )}
            </ul>
          </li>
        ))}
      </ul>
      {unstable.length > MOST && (
        <p class="quiet">and {counted(unstable.length - MOST, "more case")}, in comparison.json</p>
      )}
    </details>
  );
}
