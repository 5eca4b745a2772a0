import { CutText } from "../cut-text.tsx";
import { NotExpressedFold } from "../not-expressed-fold.tsx";
import { counted, whole } from "../../../text/numbers.ts";
import type { PageFacts } from "./page-facts.ts";

function Stated({ facts }: { facts: PageFacts }) {
  const { targets, ledger, notExpressed } = facts.comparison;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const held = targets.filter(({ accepts }) => accepts === "held").length;
  const broken = targets.some(({ accepts }) => accepts === "not-held");
  const others = facts.names.filter((_, at) => targets[at]?.accepts !== "held");
  const all = held === targets.length;
  return (
    <div class={`card verdict ${broken ? "not-held" : all ? "held" : ""}`}>
      <h2>Stated by the specification</h2>
      <p class="word">
        {all
          ? `Held by ${held === 2 ? "both" : `all ${held}`}`
          : `Held by ${held} of ${targets.length}`}
      </p>
      <p>
        Every valid request gets a complete HTTP response
        {isDocumented && ", and responses are as documented"}.
        {others.length > 0 && ` Not so, or not known, of ${others.join(", ")}.`}
      </p>
      <NotExpressedFold lines={notExpressed} />
    </div>
  );
}

/**
 * Cases in which all agree, cases in which they differ, and cases that cannot be compared, as one
 * bar.
 */
function Parts({ facts }: { facts: PageFacts }) {
  const { agree, differ, unstable } = facts.comparison.behaviour;
  const parts = [
    { word: "alike", cases: agree, mark: "m0" },
    { word: "differ", cases: differ, mark: "m1" },
    { word: "not compared", cases: unstable.length, mark: "m2" },
  ].filter(({ cases }) => cases > 0);
  return (
    <>
      <span class="bar" aria-hidden="true">
        {parts.map(({ cases, mark }) => (
          <span class={mark} style={`flex-grow:${cases}`} />
        ))}
      </span>
      <ul class="legend">
        {parts.map(({ word, cases, mark }) => (
          <li>
            <span class={`swatch ${mark}`} aria-hidden="true" />
            <b>{whole(cases)}</b> {word}
          </li>
        ))}
      </ul>
    </>
  );
}

function Differences({ facts }: { facts: PageFacts }) {
  const { differ, compared, groups } = facts.comparison.behaviour;
  return (
    <div class="card">
      <h2>Observed</h2>
      <p class="word">
        {differ === 0
          ? "All alike"
          : `${counted(differ, "case")} ${differ === 1 ? "differs" : "differ"}`}
      </p>
      <p>
        {differ === 0
          ? `On every one of ${counted(compared, "case")}.`
          : `In ${counted(groups.length, "group")}, of ${counted(compared, "case")} compared.`}
      </p>
      <Parts facts={facts} />
    </div>
  );
}

/** How reliable the comparison is. */
function Sure({ facts }: { facts: PageFacts }) {
  const { behaviour, speed } = facts.comparison;
  const unstable = behaviour.unstable.length;
  return (
    <div class="card">
      <h2>Reliability</h2>
      <ul class="rests">
        <li>The same bytes went to each, and each was compared with itself first.</li>
        <li>
          {unstable === 0
            ? "No case got a different response when sent again."
            : `${counted(unstable, "case")} got different responses when sent again: left out.`}
        </li>
        {speed !== undefined && (
          <li>Speed rests on {counted(speed.rounds, "paired round")}, not on single requests.</li>
        )}
        {behaviour.left.map((sentence) => (
          <li>
            <CutText text={sentence} limit={400} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The three most important facts. */
export function AtAGlance({ facts }: { facts: PageFacts }) {
  return (
    <section class="overview three" aria-label="At a glance">
      <Stated facts={facts} />
      <Differences facts={facts} />
      <Sure facts={facts} />
    </section>
  );
}
