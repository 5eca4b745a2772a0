import { Chip } from "../chips.tsx";
import { CutText } from "../cut-text.tsx";
import { counted } from "../../../text/numbers.ts";
import type { PageFacts } from "./page-facts.ts";

const MOST = 60;

/** Cases in which a target responded differently when they were sent again: they are not compared. */
export function UnstableCases({ facts }: { facts: PageFacts }) {
  const { unstable } = facts.comparison.behaviour;
  if (unstable.length === 0) return null;
  return (
    <section aria-labelledby="unstable">
      <h2 id="unstable">What was not compared</h2>
      <p class="quiet">
        {counted(unstable.length, "case")} got different responses from the same target when sent
        again, so a difference between targets would mean nothing.
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
    </section>
  );
}
