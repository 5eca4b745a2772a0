import { PageSection } from "./elements.tsx";
import type { LedgerEntry, LedgerPart, Summary } from "../../model/index.ts";
import { type Links, Chips, cutText } from "./text.tsx";

import { counted } from "../../text/index.ts";

const SENTENCE_LIMIT = 12;
const MOST_SUITES = 4;

function renderSentence(part: LedgerPart, cases: number) {
  const { words, outcomes, more } = part;
  // The number of cases is already shown next to the clause.
  const isSaid = part.cases === cases;
  return (
    <p>
      {!isSaid && cutText(words, 500)}
      {!isSaid && outcomes !== undefined && ": "}
      {outcomes !== undefined && <Chips outcomes={outcomes} more={more} />}
    </p>
  );
}

function renderSentences(entry: LedgerEntry) {
  if (entry.parts.length === 0) {
    const unprobed = entry.cases === 0 ? "No request of this run probes it." : "–";
    return <p class="quiet">{entry.reason ? cutText(entry.reason, 400) : unprobed}</p>;
  }
  const left = entry.parts.length - SENTENCE_LIMIT;
  return (
    <>
      {entry.parts.slice(0, SENTENCE_LIMIT).map((part) => renderSentence(part, entry.cases))}
      {left > 0 && <p class="quiet">and {counted(left, "more sentence")}</p>}
    </>
  );
}

type Shared = { suites: ReadonlyMap<string, ReadonlySet<string>>; links: Links };

function Probes({ entry, suites, links }: Shared & { entry: LedgerEntry }) {
  if (entry.cases === 0) return null;
  const names = [...(suites.get(entry.id) ?? [])];
  const most = names.length > MOST_SUITES;
  return (
    <span class="about">
      {counted(entry.cases, "case")}
      {most && ` in ${names.length} suites`}
      {!most &&
        names.map((name, index) => (
          <>
            {index === 0 ? " in " : ", "}
            <a href={links.toSuite(name)}>{cutText(name, 60)}</a>
          </>
        ))}
    </span>
  );
}

const Row = ({ entry, ...shared }: Shared & { entry: LedgerEntry }) => (
  <tr role="row">
    <th role="rowheader" scope="row">
      {cutText(entry.text, 200)}
      <code class="about">{entry.id}</code>
      {entry.at !== undefined && <code class="about">{cutText(entry.at, 200)}</code>}
      <Probes entry={entry} {...shared} />
    </th>
    <td role="cell" class="does">
      {renderSentences(entry)}
    </td>
  </tr>
);

const ClauseTable = (
  props: Shared & { entries: readonly LedgerEntry[]; clause: string; labelledBy: string },
) => (
  <table class="ledger" role="table" aria-labelledby={props.labelledBy}>
    <thead role="rowgroup">
      <tr role="row">
        {[props.clause, "Behaviour of this server"].map((title) => (
          <th role="columnheader" scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {props.entries.map((entry) => (
        <Row entry={entry} suites={props.suites} links={props.links} />
      ))}
    </tbody>
  </table>
);

export function Ledger({ ledger, ...shared }: Shared & { ledger: Summary["ledger"] }) {
  const leftOut = ledger.filter(({ kind }) => kind === "not shown");
  const stated = ledger.filter(({ kind }) => kind === "stated");
  const probed = leftOut.filter(({ cases }) => cases > 0).length;
  return (
    <PageSection id="left-out" title="What the specification leaves out">
      <p class="quiet">
        Of {counted(leftOut.length, "clause")} that the specification marks “not shown”, this run
        probes {probed}. Nothing that the server does there contradicts the specification.
      </p>
      <details class="more paper">
        <summary>{counted(leftOut.length, "clause")}, with what this server does</summary>
        <ClauseTable entries={leftOut} clause="Not shown" labelledBy="left-out" {...shared} />
      </details>
      <details class="more paper">
        <summary id="stated">{counted(stated.length, "clause")} that it states</summary>
        <ClauseTable entries={stated} clause="Stated" labelledBy="stated" {...shared} />
      </details>
    </PageSection>
  );
}
