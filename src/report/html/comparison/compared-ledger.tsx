import type { Comparison } from "../../../model/comparison.ts";
import type { LedgerPart } from "../../../model/summary.ts";
import { Chips } from "../chips.tsx";
import { CutText } from "../cut-text.tsx";
import { counted } from "../../../text/numbers.ts";
import { kindsOf, togetherBy } from "./alike.ts";
import type { PageFacts } from "./page-facts.ts";

type Entry = Comparison["ledger"][number];

const MOST_SENTENCES = 5;

function Sentence({ words, outcomes, more }: LedgerPart) {
  return (
    <p>
      <CutText text={outcomes === undefined ? words : `${words}: `} limit={400} />
      {outcomes !== undefined && <Chips outcomes={outcomes} more={more} limit={6} />}
    </p>
  );
}

const keyOf = (parts: readonly LedgerPart[]): string => JSON.stringify(parts);

/** The behaviour of each target for one clause; targets with the same behaviour share a line. */
function Does({ entry, names }: { entry: Entry; names: readonly string[] }) {
  const together = togetherBy(entry.parts.map(keyOf));
  return (
    <ul class="by">
      {together.map(([, places]) => {
        const sentences = entry.parts[places[0] ?? 0] ?? [];
        const more = sentences.length - MOST_SENTENCES;
        return (
          <li data-t={places.join(" ")}>
            <b>
              {together.length === 1
                ? `all ${names.length}`
                : places.map((at) => names[at]).join(", ")}
            </b>
            {sentences.length === 0 && <p class="quiet">not probed</p>}
            {sentences.slice(0, MOST_SENTENCES).map((part) => (
              <Sentence {...part} />
            ))}
            {more > 0 && (
              <p class="quiet">and {counted(more, "more sentence")}, in its own report</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Clauses(props: {
  entries: readonly Entry[];
  names: readonly string[];
  labelledBy: string;
}) {
  return (
    <table class="ledger by-target" role="table" aria-labelledby={props.labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Clause
          </th>
          <th role="columnheader" scope="col">
            Behaviour of each target
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {props.entries.map((entry) => (
          <tr role="row" data-v={kindsOf(entry.parts.map(keyOf)).join(" ")}>
            <th role="rowheader" scope="row">
              <CutText text={entry.text} limit={200} />
              <code class="about">
                <CutText text={entry.id} limit={60} />
              </code>
            </th>
            <td role="cell" class="does">
              <Does entry={entry} names={props.names} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isAsked = ({ parts }: Entry): boolean => parts.some((sentences) => sentences.length > 0);

/** The specification clause by clause, with the behaviour of each target. */
export function ComparedLedger({ facts }: { facts: PageFacts }) {
  const { ledger } = facts.comparison;
  const asked = ledger.filter(isAsked);
  const [leftOut, stated] = [
    asked.filter(({ kind }) => kind === "not shown"),
    asked.filter(({ kind }) => kind === "stated"),
  ];
  const unasked = ledger.filter((entry) => !isAsked(entry));
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out">What the specification leaves out</h2>
      <p class="quiet">
        No behaviour here contradicts the specification. Targets with the same behaviour are shown
        together.
      </p>
      {leftOut.length > 0 && (
        <Clauses entries={leftOut} names={facts.names} labelledBy="left-out" />
      )}
      {stated.length > 0 && (
        <>
          <h3 id="stated">What it states</h3>
          <Clauses entries={stated} names={facts.names} labelledBy="stated" />
        </>
      )}
      {unasked.length > 0 && (
        <p class="quiet unasked">
          Nothing was observed for {counted(unasked.length, "other clause")}:{" "}
          <CutText text={unasked.map(({ id }) => id).join(", ")} limit={800} />.
        </p>
      )}
    </section>
  );
}
