import { PageSection } from "../elements.tsx";
import type { Comparison, LedgerPart } from "../../../model/index.ts";
import { Chips, cutText } from "../text.tsx";

import { counted } from "../../../text/index.ts";
import { kindsOf, togetherBy, type PageFacts } from "./page-facts.ts";

type Entry = Comparison["ledger"][number];

const MOST_SENTENCES = 5;
const MOST_NAMES = 6;
/** If no more than these are missing, they are named instead. */
const MOST_MISSING = 3;
/** Of more kinds of behaviour, only the first ones are open. */
const MOST_KINDS = 9;
const FIRST_KINDS = 6;

const Sentence = ({ words, outcomes, more }: LedgerPart) => (
  <p>
    {cutText(outcomes === undefined ? words : `${words}: `, 400)}
    {outcomes !== undefined && <Chips outcomes={outcomes} more={more} limit={6} />}
  </p>
);

const keyOf = (parts: readonly LedgerPart[]): string => JSON.stringify(parts);

/** Targets with the same behaviour: their names, or the names of the others, or in a fold. */
function renderWho(places: readonly number[], names: readonly string[]) {
  if (places.length === names.length)
    return <b>{names.length === 2 ? "both" : `all ${names.length}`}</b>;
  if (places.length <= MOST_NAMES) return renderNames(places.map((at) => names[at] ?? ""));
  const here = new Set(places);
  const others = names.filter((_, at) => !here.has(at));
  if (others.length <= MOST_MISSING) return renderNames(others, "all but ");
  return (
    <details class="paper">
      <summary>
        <b>
          {names[places[0] ?? 0]} and {counted(places.length - 1, "other")}
        </b>
      </summary>
      {renderNames(places.map((at) => names[at] ?? ""))}
    </details>
  );
}

/** No line break cuts a name that fits into one line. */
const renderNames = (of: readonly string[], before = "") => (
  <b>
    {before}
    {of.map((name, at) => (
      <>
        <span class="whole">{at < of.length - 1 ? `${name},` : name}</span>{" "}
      </>
    ))}
  </b>
);

function renderBehaviour(entry: Entry, names: readonly string[], places: readonly number[]) {
  const sentences = entry.parts[places[0] ?? 0] ?? [];
  const more = sentences.length - MOST_SENTENCES;
  return (
    <li data-t={places.join(" ")}>
      {renderWho(places, names)}
      {sentences.length === 0 && <p class="quiet">not probed</p>}
      {sentences.slice(0, MOST_SENTENCES).map((part) => (
        <Sentence {...part} />
      ))}
      {more > 0 && <p class="quiet">and {counted(more, "more sentence")}, in its own report</p>}
    </li>
  );
}

/** Axes that probe a clause, by title: their boundaries are in a section of their own. */
function renderAxes({ axes }: Entry) {
  if (axes.length === 0) return null;
  return (
    <p class="quiet bounds">
      <a href="#boundaries">Boundaries</a>: {cutText(axes.join("; "), 400)}
    </p>
  );
}

/** The behaviour of each target for one clause; targets with the same behaviour share a line. Of many kinds, the rarest are folded. */
function renderDoes(entry: Entry, names: readonly string[]) {
  if (entry.parts.every((sentences) => sentences.length === 0)) return null;
  const together = togetherBy(entry.parts.map(keyOf)).map(([, places]) => places);
  if (together.length <= MOST_KINDS)
    return <ul class="by">{together.map((places) => renderBehaviour(entry, names, places))}</ul>;
  const usual = together.toSorted((a, b) => b.length - a.length);
  return (
    <>
      <ul class="by">
        {usual.slice(0, FIRST_KINDS).map((places) => renderBehaviour(entry, names, places))}
      </ul>
      <details class="more">
        <summary>{counted(usual.length - FIRST_KINDS, "more kind")} of behaviour</summary>
        <ul class="by">
          {usual.slice(FIRST_KINDS).map((places) => renderBehaviour(entry, names, places))}
        </ul>
      </details>
    </>
  );
}

/** What a clause comes to, in one sentence: what all do, or how many kinds of behaviour there are, and whose. */
function sentenceOf({ parts, axes }: Entry, names: readonly string[]): string {
  const kinds = togetherBy(parts.map(keyOf)).map(([, places]) => places);
  const [first = [], ...others] = kinds.toSorted((a, b) => a.length - b.length);
  if (parts.every((sentences) => sentences.length === 0)) return `limits of ${axes.join(", ")}`;
  if (others.length === 0) {
    const [said] = parts[0] ?? [];
    const outcomes = Object.keys(said?.outcomes ?? {}).slice(0, MOST_OUTCOMES);
    return `${names.length === 2 ? "both" : `all ${names.length}`}: ${[said?.words ?? "", ...outcomes].join(" ")}`;
  }
  const who =
    others.length === 1 && first.length <= MOST_MISSING
      ? `${first.map((at) => names[at] ?? "").join(", ")} and ${others[0]?.length === 1 ? (names[others[0][0] ?? 0] ?? "") : "the others"} differ`
      : `${kinds.length} kinds of behaviour`;
  return who;
}

const MOST_OUTCOMES = 3;

const renderClauses = (entries: readonly Entry[], names: readonly string[], of: string) => (
  <details class="more" id={`${of}-clauses`}>
    <summary>{counted(entries.length, "clause")}, with what each target does</summary>
    {entries.map((entry) => (
      <details class="clause" data-v={kindsOf(entry.parts.map(keyOf)).join(" ")}>
        <summary>
          {cutText(entry.text, 200)}{" "}
          <span class="quiet">{cutText(sentenceOf(entry, names), 160)}</span>
        </summary>
        <noscript>
          <code class="about">{cutText(entry.id, 60)}</code>
          {renderDoes(entry, names)}
          {renderAxes(entry)}
        </noscript>
      </details>
    ))}
  </details>
);

const isAsked = ({ parts, axes }: Entry): boolean =>
  axes.length > 0 || parts.some((sentences) => sentences.length > 0);

export function ComparedLedger({ facts }: { facts: PageFacts }) {
  const { ledger } = facts.comparison;
  const asked = ledger.filter(isAsked);
  const [leftOut, stated] = [
    asked.filter(({ kind }) => kind === "not shown"),
    asked.filter(({ kind }) => kind === "stated"),
  ];
  const unasked = ledger.filter((entry) => !isAsked(entry));
  return (
    <PageSection id="left-out" title="What the specification leaves out">
      <p class="quiet">
        No behaviour here contradicts the specification. Targets with the same behaviour are shown
        together.
      </p>
      {leftOut.length > 0 && renderClauses(leftOut, facts.names, "left-out")}
      {stated.length > 0 && (
        <>
          <h3 id="stated">What it states</h3>
          {renderClauses(stated, facts.names, "stated")}
        </>
      )}
      {unasked.length > 0 && (
        <p class="quiet unasked">
          Nothing was observed for {counted(unasked.length, "other clause")}:{" "}
          {cutText(unasked.map(({ id }) => id).join(", "), 800)}.
        </p>
      )}
    </PageSection>
  );
}
