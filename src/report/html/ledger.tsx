import type { LedgerEntry, Summary } from "../../model/summary.ts";
import { Chips } from "./chips.tsx";
import { Cut } from "./cut-text.tsx";
import { counted } from "./numbers.ts";

const SENTENCE_LIMIT = 12;

function Sentences({ entry }: { entry: LedgerEntry }) {
  if (entry.observed.length === 0) {
    const unprobed = entry.cases === 0 ? "No request of this run asks about it." : "–";
    return <p class="quiet">{entry.reason ? <Cut text={entry.reason} limit={400} /> : unprobed}</p>;
  }
  const left = entry.observed.length - SENTENCE_LIMIT;
  return (
    <>
      {entry.observed.slice(0, SENTENCE_LIMIT).map((sentence) => (
        <p>
          <Cut text={sentence} limit={500} />
        </p>
      ))}
      {left > 0 && <p class="quiet">and {counted(left, "more sentence")}</p>}
    </>
  );
}

function Row({ entry }: { entry: LedgerEntry }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <Cut text={entry.text} limit={200} />
        <code class="about">{entry.id}</code>
      </th>
      <td role="cell" class="does">
        <Sentences entry={entry} />
      </td>
      <td role="cell" class="answers">
        {entry.cases > 0 && <span class="tally">{counted(entry.cases, "case")}</span>}
        <Chips outcomes={entry.outcomes} counts />
      </td>
    </tr>
  );
}

function ClauseTable(props: {
  entries: readonly LedgerEntry[];
  clause: string;
  labelledBy: string;
}) {
  return (
    <table class="ledger" role="table" aria-labelledby={props.labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {props.clause}
          </th>
          <th role="columnheader" scope="col">
            What this server does there
          </th>
          <th role="columnheader" scope="col">
            Answers
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {props.entries.map((entry) => (
          <Row entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

/** The specification clause by clause, with what was seen of each. */
export function Ledger({ ledger }: { ledger: Summary["ledger"] }) {
  const leftOut = ledger.filter(({ kind }) => kind === "not shown");
  const stated = ledger.filter(({ kind }) => kind === "stated");
  const probed = leftOut.filter(({ cases }) => cases > 0).length;
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out">What the specification leaves out</h2>
      <p class="quiet">
        Of {counted(leftOut.length, "clause")} that the specification marks “not shown”, this run
        asks about {probed}. Whatever the server does there, it contradicts nothing.
      </p>
      <ClauseTable entries={leftOut} clause="Not shown" labelledBy="left-out" />
      <h3 id="stated">What it states</h3>
      <ClauseTable entries={stated} clause="Stated" labelledBy="stated" />
    </section>
  );
}
