import type { Summary } from "../../model/index.ts";
import { caseLink, type Links } from "./links.tsx";
import { advice } from "./cut-text.tsx";
import { whole } from "../../text/index.ts";

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
  fleet: "Agents",
};

/** Notes about the run as a whole. */
export function Notes(props: {
  notes: readonly Note[];
  unseen?: string | undefined;
  links: Links;
}) {
  const { notes, unseen, links } = props;
  if (notes.length === 0 && unseen === undefined) return null;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">About this run</h2>
      <dl class="notes">
        {notes.map((note) => (
          <>
            <dt>{titles[note.kind]}</dt>
            <dd>
              {advice(note.text, 600)}
              <NoteCases cases={note.cases ?? []} links={links} />
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
    </section>
  );
}

function NoteCases({ cases, links }: { cases: readonly string[]; links: Links }) {
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
