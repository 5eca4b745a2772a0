import { bulletList } from "./elements.tsx";
import type { Summary } from "../../model/index.ts";
import { ClassBar, Legend, shownClasses, sumClasses } from "./status-class.tsx";
import { cutText, type Links } from "./text.tsx";
import { counted, whole } from "../../text/index.ts";
import { tellingSentences } from "../../stats/index.ts";

const words: Record<Summary["accepts"], { word: string; mark: string }> = {
  held: { word: "Held", mark: "✓" },
  "not-held": { word: "Not held", mark: "✗" },
  "not-judged": { word: "Not judged", mark: "–" },
  "not-shown": { word: "Not shown", mark: "–" },
  unreachable: { word: "Unreachable", mark: "–" },
  "not-probed": { word: "Not probed", mark: "–" },
};

/** A clause of the record as a sentence of the page. */
const sentence = (text: string): string =>
  text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

function renderBreaches(breaches: NonNullable<Summary["stated"]["breaches"]>) {
  if (breaches.length === 0) return null;
  return (
    <ul class="rests">
      {breaches.map(({ clause, at, expected, observed, count, case: id }) => (
        <li>
          <code>{cutText(at ?? clause, 200)}</code>: expected {expected}, observed{" "}
          {cutText(observed, 300)} ({counted(count, "response")}, first <code>{id}</code>)
        </li>
      ))}
    </ul>
  );
}

const BEFORE_LOAD = " They were sent before the load; the results under load are above.";

/** The only verdict of this page: on what the specification states. */
function renderStated(summary: Summary, note: string) {
  const { word, mark } = words[summary.accepts];
  const rests = summary.ledger.filter(({ id }) => summary.stated.clauses.includes(id));
  return (
    <div class={`card verdict ${summary.accepts}`}>
      <h2 id="verdict">Stated by the specification</h2>
      <p class="word">
        <span aria-hidden="true">{mark}</span> {word}
      </p>
      <p>
        {cutText(sentence(summary.stated.text), 500)}
        {note}
      </p>
      {renderBreaches(summary.stated.breaches ?? [])}
      {rests.length > 0 && (
        <>
          <p class="quiet">It depends on:</p>
          <ul class="rests">
            {rests.map(({ text, at }) => (
              <li>
                {cutText(text, 200)}
                {at !== undefined && <code class="about">{cutText(at, 200)}</code>}
              </li>
            ))}
          </ul>
        </>
      )}
      <NotExpressedFold lines={summary.notExpressed} />
    </div>
  );
}

function renderTelling(summary: Summary, links: Links) {
  // What ended the server has a card of its own above.
  const { notes, state, remarks, exploration } = summary;
  const sentences = tellingSentences({ notes, state, remarks, exploration });
  if (sentences.length === 0) return null;
  return (
    <div class="card telling">
      <h2>What stands out</h2>
      <ul class="rests">
        {sentences.map(({ text, case: id }) => {
          const href = id === undefined ? undefined : links.toCase(id);
          const words = cutText(text, 300);
          return <li>{href === undefined ? words : <a href={href}>{words}</a>}</li>;
        })}
      </ul>
    </div>
  );
}

function renderObserved(summary: Summary) {
  const totals = sumClasses(summary.suites.map(({ classes }) => classes));
  const cases = summary.suites.reduce((sum, suite) => sum + suite.cases, 0);
  const generated = summary.properties.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <div class="card">
      <h2>Observed</h2>
      <p class="word">{counted(cases, "case")}</p>
      <p>
        By the class of the last response to each
        {generated > 0 && `; ${whole(generated)} of them generated`}.
      </p>
      <ClassBar classes={totals} of="all cases" />
      <Legend keys={shownClasses(totals)} totals={totals} />
    </div>
  );
}

export function Overview(props: { summary: Summary; observed: boolean; links: Links }) {
  const { summary, observed, links } = props;
  const isUnderLoad = !observed && (summary.load?.rounds.length ?? 0) > 0;
  return (
    <section class={observed ? "overview" : "overview one"} aria-label="At a glance">
      {renderStated(summary, isUnderLoad ? BEFORE_LOAD : "")}
      {observed && renderObserved(summary)}
      {observed && renderTelling(summary, links)}
    </section>
  );
}

/** The parts of the document that the requests do not express, in a fold. */
export function NotExpressedFold({ lines = [] }: { lines?: readonly string[] | undefined }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        {counted(lines.length, "part")} of the document not expressed by the requests
      </summary>
      {bulletList(
        "rests",
        lines.map((line) => cutText(line, 400)),
      )}
    </details>
  );
}
