import { cutText } from "../text.tsx";
import { NotExpressedFold } from "../verdict.tsx";
import { counted, whole } from "../../../text/index.ts";
import { constantSentence, outcomesByTarget } from "../../comparison-words.ts";
import type { PageFacts } from "./page-facts.ts";

const MOST_NAMED = 8;
const MOST_GROUPS = 3;

function named(some: readonly string[], { names }: PageFacts): string {
  if (some.length === names.length) return some.length === 2 ? "either" : "any of them";
  return some.length > MOST_NAMED ? `${whole(some.length)} targets` : some.join(", ");
}

function renderStated(facts: PageFacts) {
  const { targets, ledger, notExpressed } = facts.comparison;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const held = targets.filter(({ accepts }) => accepts === "held").length;
  const broken = targets.some(({ accepts }) => accepts === "not-held");
  const notHeld = facts.names.filter((_, at) => targets[at]?.accepts === "not-held");
  const unknown = facts.names.filter(
    (_, at) => targets[at]?.accepts !== "held" && targets[at]?.accepts !== "not-held",
  );
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
        {notHeld.length > 0 && ` Not held by ${named(notHeld, facts)}.`}
        {unknown.length > 0 && ` Not known for ${named(unknown, facts)}.`}
      </p>
      <NotExpressedFold lines={notExpressed} />
    </div>
  );
}

/**
 * Cases by the depth at which targets differ, and cases that cannot be compared, as one bar.
 */
function renderParts(facts: PageFacts) {
  const { depths, unstable } = facts.comparison.behaviour;
  const { accepted, class: byClass, exact } = depths;
  const parts = [
    { word: "differ in 2xx or not", cases: accepted.differ, mark: "m1" },
    { word: "only in the class", cases: byClass.differ - accepted.differ, mark: "m3" },
    { word: "only in the code", cases: exact.differ - byClass.differ, mark: "m4" },
    { word: "alike", cases: exact.agree, mark: "m0" },
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

function renderLargest(facts: PageFacts) {
  const groups = facts.comparison.behaviour.depths.class.groups
    .filter(({ overload }) => !overload)
    .slice(0, MOST_GROUPS);
  if (groups.length === 0) return null;
  return (
    <ul class="rests largest">
      {groups.map((group) => (
        <li>
          <b>{whole(group.size)}</b>
          {group.example ? " e.g. " : " "}
          <a href={facts.links.toCase(group.case)}>{cutText(group.name, 90)}</a>:{" "}
          {outcomesByTarget(group.outcomes, facts.names)}
        </li>
      ))}
    </ul>
  );
}

function renderDifferences(facts: PageFacts) {
  const { compared, constant, depths } = facts.comparison.behaviour;
  const { differ, groups } = depths.class;
  return (
    <div class="card">
      <h2>Observed</h2>
      <p class="word">
        {differ === 0
          ? "No case differs by class"
          : `${counted(differ, "case")} ${differ === 1 ? "differs" : "differ"} by class`}
      </p>
      <p>
        {differ === 0
          ? `All targets respond with the same class, in ${counted(compared, "case")}.`
          : `In ${counted(groups.length, "group")}, of ${counted(compared, "case")} compared.`}
      </p>
      {renderParts(facts)}
      {renderLargest(facts)}
      {constant.map((each) => (
        <p class="constant">
          {cutText(constantSentence(each, facts.names), 240)}{" "}
          <span class="quiet">
            where all are {each.class}, in {counted(each.cases, "case")}
          </span>
        </p>
      ))}
    </div>
  );
}

function renderSure(facts: PageFacts) {
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
            {cutText(sentence.replace(/^the /, "The "), 400)}
            {!/[.!?]$/.test(sentence) && "."}
          </li>
        ))}
      </ul>
    </div>
  );
}

export const AtAGlance = ({ facts }: { facts: PageFacts }) => (
  <section class="overview three" aria-label="At a glance">
    {renderStated(facts)}
    {renderDifferences(facts)}
    {renderSure(facts)}
  </section>
);
