import { Fold, PageSection } from "./elements.tsx";
import type { Summary } from "../../model/index.ts";
import { whole } from "../../text/index.ts";
import { caseLink, type Links, advice } from "./text.tsx";

type Note = Summary["notes"][number];

const CASE_LIMIT = 12;

const titles: Record<Note["kind"], string> = {
  check: "Before sending",
  capacity: "Capacity",
  "target-lost": "Server lost",
  culprit: "Server lost",
  memory: "Too much memory",
  load: "Load",
  explore: "Exploration",
  failure: "Could not continue",
  time: "Out of time",
  confirm: "Sent again",
  fleet: "Agents",
  surroundings: "Not the request",
};

export function Notes(props: {
  notes: readonly Note[];
  unseen?: string | undefined;
  links: Links;
}) {
  const { notes, unseen, links } = props;
  if (notes.length === 0 && unseen === undefined) return null;
  return (
    <PageSection id="notes" title="About this run">
      <dl class="notes">
        {notes.map((note) => (
          <>
            <dt>{titles[note.kind]}</dt>
            <dd>
              {advice(note.text, 600)}
              {renderNoteCases(note.cases ?? [], links)}
            </dd>
          </>
        ))}
        {unseen !== undefined && (
          <>
            <dt>Unseen behaviour</dt>
            <dd>{advice(unseen, 600)}</dd>
          </>
        )}
      </dl>
    </PageSection>
  );
}

function renderNoteCases(cases: readonly string[], links: Links) {
  if (cases.length === 0) return null;
  return (
    <ul class="flow">
      {cases.slice(0, CASE_LIMIT).map((id) => (
        <li>{caseLink(id, links)}</li>
      ))}
      {cases.length > CASE_LIMIT && <li>and {whole(cases.length - CASE_LIMIT)} more</li>}
    </ul>
  );
}

export function HowToRead(props: { cases: boolean; explore: boolean; load: boolean }) {
  const { cases, explore, load } = props;
  return (
    <PageSection id="how-to-read" title="How to read this page">
      <p class="quiet prose">
        Statuses are observations: a 4xx is not a failure and a 2xx not a success. Characters that
        cannot be seen are written as <i class="u">{"\\u{…}"}</i>.
      </p>
      <Fold folded title="What the parts of this page mean">
        {cases && renderCases()}
        {explore && renderExplore()}
        {load && renderLoad()}
      </Fold>
    </PageSection>
  );
}

const renderCases = () => (
  <p class="prose">
    The one verdict here is on what is stated: that every valid request got a complete HTTP
    response, and where a document states responses, that they are as it states. Nearly everything
    else that comes back is “not shown”. All else is what the server did: each row is a request that
    differs in the one way its line says, and opens to the sent bytes, the response, and the
    commands that send it again. It does not say what the server ought to do; compare it with what
    you expect of it.
  </p>
);

const renderExplore = () => (
  <p class="prose">
    A boundary lies between two adjacent values that get different responses, both confirmed twice
    more. A well-known value at the boundary is a hint, not a proven cause. An example is the
    smallest request found by removing parts that do not affect the response.
  </p>
);

const renderLoad = () => (
  <p class="prose">
    Load repeats the stated request with fresh values. Latency is the time to the complete response,
    from sending, or at a fixed rate from when the request was due. p99 is the time that 99 of 100
    responses took at most. ≥ marks a lower bound: the generator was the limit, the server may do
    more. ! marks figures that one of their checks speaks against; what it says is in words next to
    them. No figure includes the warm-up.
  </p>
);
