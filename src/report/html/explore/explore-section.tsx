import { Fold, PageSection, bulletList, headRow } from "../elements.tsx";
import {
  type ExploreSummary,
  type UnstableSummary,
  type DivergenceSummary,
  classOf,
  type ExampleGroup,
  type ExampleSummary,
} from "../../../model/index.ts";
import { type Links, chip, cutText, evidenceLink, requestCode } from "../text.tsx";
import { counted, durationText, whole, escapeUnseen } from "../../../text/index.ts";
import { ExploredAxes } from "./axes.tsx";
import { ExploredStates } from "./states.tsx";

/** `folded`: the table of limits and the conclusions have the main results. */
export function ExploreSection(props: { found: ExploreSummary; links: Links; folded?: boolean }) {
  const { found, links, folded } = props;
  const { axes, examples, divergences, unstable, cutShort, states } = found;
  const alike =
    axes.length + examples.length + divergences.length + unstable.length === 0 &&
    states === undefined;
  return (
    <PageSection id="explore" title={titleOf(found)} class="explore">
      <p class="quiet">{spentOn(found)}</p>
      {cutShort.length > 0 &&
        bulletList(
          "short",
          cutShort.map((sentence) => cutText(sentence, 600)),
        )}
      {alike && <p>Nothing was found.</p>}
      {states !== undefined && <ExploredStates found={states} links={links} />}
      <Fold folded={folded} title={foldTitle(found)}>
        <ExploredAxes axes={axes} links={links} />
        {renderExamples(examples, links)}
        <DivergenceTable found={divergences} links={links} />
        {renderUnstableOnes(unstable, links)}
      </Fold>
    </PageSection>
  );
}

function foldTitle({ axes, examples }: ExploreSummary): string {
  const found = examples.reduce((sum, { entries }) => sum + entries.length, 0);
  return `${counted(axes.length, "scale")} and ${counted(found, "smallest example")}`;
}

const titleOf = ({ axes, examples, compared, states }: ExploreSummary): string =>
  states !== undefined && axes.length + examples.length === 0
    ? "What the server remembers, as a state machine"
    : axes.length + examples.length === 0 && compared !== undefined
      ? "Where the targets respond differently"
      : "Boundaries and smallest examples";

function spentOn({ requests, durationMs, compared, targets }: ExploreSummary): string {
  const spent =
    requests === undefined
      ? "The number of requests is not recorded."
      : `Found with ${counted(requests, "request")} to this target in ${durationText(durationMs ?? 0)}.`;
  if (compared === undefined) return spent;
  return `${spent} ${counted(compared, "request")} went to each of ${whole(targets.length)} targets.`;
}

function renderUnstableOnes(found: readonly UnstableSummary[], links: Links) {
  if (found.length === 0) return null;
  return (
    <div class="part">
      <h3>Random responses</h3>
      <p class="quiet">
        The same bytes, sent again, got another response: not shrunk, no boundary.
      </p>
      <ul class="unstable">
        {found.map(({ where, signatures, text, bytes, case: id, count: times }) => (
          <li>
            {evidenceLink(id, links, cutText(where, 90))}
            <span class="chips">{signatures.map((signature) => chip(signature))}</span>
            <span>
              {requestCode(text, bytes)}
              {times > 1 && <small class="quiet"> {counted(times, "time")}</small>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function renderDivergenceRow(found: DivergenceSummary, links: Links) {
  const { family, signatures, met, text, bytes, cut } = found;
  return (
    <tr>
      <th scope="row">
        {cutText(family, 160)}
        <span class="about">
          met {counted(met, "time")}
          {cut !== undefined && "; not fully shrunk"} ·{" "}
          {evidenceLink(found.case, links, "evidence")}
        </span>
      </th>
      {signatures.map(({ target, signature }) => (
        <td class="got" data-label={escapeUnseen(target)}>
          {chip(signature)}
        </td>
      ))}
      <td>{requestCode(text, bytes)}</td>
    </tr>
  );
}

function DivergenceTable(props: { found: readonly DivergenceSummary[]; links: Links }) {
  const [first] = props.found;
  if (first === undefined) return null;
  return (
    <div class="part">
      <h3>Differences</h3>
      <p class="quiet">
        Every target got the same bytes. No single step that shrinks such a request keeps the
        difference; the evidence here is how this target responded.
      </p>
      <table class="divergences">
        {headRow([
          "Difference from the stated request",
          ...first.signatures.map(({ target }) => cutText(target, 40)),
          "Smallest request",
        ])}
        <tbody>
          {props.found
            .toSorted((a, b) => b.met - a.met)
            .map((found) => renderDivergenceRow(found, props.links))}
        </tbody>
      </table>
    </div>
  );
}

const OPEN = 12;

function renderExampleRow(entry: ExampleSummary, links: Links) {
  const { signature, text, bytes, note, family, met, drawn, cut } = entry;
  return (
    <tr>
      <td>{chip(signature)}</td>
      <td>{requestCode(text, bytes)}</td>
      <td>
        {note !== undefined && <p>{cutText(note, 200)}</p>}
        <p class={note === undefined ? "" : "quiet"}>{cutText(family, 200)}</p>
        <p class="quiet">
          {whole(met)} of {whole(drawn)} drawn
          {cut !== undefined && "; not fully shrunk"} ·{" "}
          {evidenceLink(entry.case, links, "evidence")}
        </p>
      </td>
    </tr>
  );
}

const renderExampleRows = (entries: readonly ExampleSummary[], links: Links) => (
  <table class="examples">
    <colgroup>
      <col class="responses" />
      <col />
      <col class="words" />
    </colgroup>
    {headRow(["Response", "Smallest request", "Difference"])}
    <tbody>{entries.map((entry) => renderExampleRow(entry, links))}</tbody>
  </table>
);

/** Accepted requests come before those with a 4xx, and the shortest of each first. */
function inOrder(entries: readonly ExampleSummary[]): ExampleSummary[] {
  const refused = ({ signature }: ExampleSummary): number => Number(classOf(signature) === "4xx");
  return entries.toSorted((a, b) => refused(a) - refused(b) || a.bytes - b.bytes);
}

function renderGroup(group: ExampleGroup, links: Links) {
  const ordered = inOrder(group.entries);
  const rest = ordered.slice(OPEN);
  return (
    <div class="property">
      <h4>{cutText(group.property, 90)}</h4>
      {renderExampleRows(ordered.slice(0, OPEN), links)}
      {rest.length > 0 && (
        <details class="more">
          <summary>{counted(rest.length, "more kind")}</summary>
          {renderExampleRows(rest, links)}
        </details>
      )}
    </div>
  );
}

function renderExamples(groups: readonly ExampleGroup[], links: Links) {
  if (groups.length === 0) return null;
  return (
    <div class="part">
      <h3>Smallest examples</h3>
      <p class="quiet">
        For each response, and each difference from the stated request, the simplest request that
        was found to get it.
      </p>
      {groups.map((group) => renderGroup(group, links))}
    </div>
  );
}
