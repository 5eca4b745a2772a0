import { sumBy } from "../../../stats/index.ts";
import { joinNodes } from "../elements.tsx";
import type { DepthGroup, Group } from "../../../model/index.ts";
import { chip, caseAnchor, CommandLine, cutText, firstCharacters, seenText } from "../text.tsx";

import { counted, shortList, textsOf, whole } from "../../../text/index.ts";
import { togetherBy, type PageFacts } from "./page-facts.ts";
import { GroupEvidenceBlock } from "./group-evidence-block.tsx";
import { CELL_LIMIT, CountedOutcomes } from "./matrix-row.tsx";
import { differenceText, MOST_CELLS } from "../scripts/grouping.ts";
import { markOfSignature } from "../status-class.tsx";

const FIRST = 12;
const MOST_NAMES = 8;
const MOST = 3000;

const ID_LIMIT = 160;

const renderMembers = (ids: readonly string[]) => (
  <ul class="members">
    {ids.map((id) => (
      <li id={caseAnchor(id)}>{id.length > ID_LIMIT ? cutText(id, ID_LIMIT) : seenText(id)}</li>
    ))}
  </ul>
);

function renderOthers(ids: readonly string[]) {
  const rest = ids.slice(FIRST, MOST);
  const left = ids.length - FIRST - rest.length;
  if (ids.length === 0) return null;
  return (
    <div class="others">
      <p class="label">{counted(ids.length, "other case")} with these responses</p>
      {renderMembers(ids.slice(0, FIRST))}
      {rest.length > 0 && (
        <details class="more">
          <summary>{whole(rest.length)} more</summary>
          {renderMembers(rest)}
          {left > 0 && <p class="quiet">and {whole(left)} more, in comparison.json</p>}
        </details>
      )}
    </div>
  );
}

const renderNoRoom = (replay: string | undefined) => (
  <div class="again">
    <p class="quiet">This page has no room for its request and responses; a replay shows them.</p>
    {replay !== undefined && <CommandLine text={replay} />}
  </div>
);

const MOST_SUITES = 4;

/**
 * Suites with their cases, the largest first, after the number of causes: a group by class has several sets of exact responses. No
 * line break cuts a name or takes its number from it.
 */
function renderUnder(suites: Group["suites"], sets = 1) {
  const sorted = Object.entries(suites).toSorted(([, a], [, b]) => b - a);
  const parts = textsOf(
    sets > 1 && `${whole(sets)} sets of exact responses`,
    ...shortList(
      sorted,
      MOST_SUITES,
      ([suite, size]) => `${suite} ${whole(size)}`,
      (more) => counted(more, "more suite"),
    ),
  );
  const spans = parts.map((part, at) => (
    <span class="whole">
      {cutText(part, 60)}
      {at < parts.length - 1 && " ·"}
    </span>
  ));
  return joinNodes(spans, " ");
}

/** Names that the choice of targets hides; of many targets, one text. */
const renderNames = (places: readonly number[], names: readonly string[]) =>
  names.length > MOST_CELLS ? (
    <span>{places.map((at) => names[at]).join(", ")}</span>
  ) : (
    <>
      {places.map((at) => (
        <span data-t={at}>{names[at]}</span>
      ))}
    </>
  );

function renderOutcomes(signatures: readonly string[], facts: PageFacts) {
  const sets = togetherBy(signatures).toSorted(([, a], [, b]) => a.length - b.length);
  return (
    <ul class="who">
      {sets.map(([signature, places], nth) => {
        const others = nth > 0 && nth === sets.length - 1 && places.length > MOST_NAMES;
        return (
          <li>
            {chip(signature)}{" "}
            {others ? (
              <span>the {whole(places.length)} others</span>
            ) : (
              renderNames(places, facts.names)
            )}
          </li>
        );
      })}
    </ul>
  );
}

function renderLeaf(at: number, facts: PageFacts) {
  const group = facts.comparison.behaviour.groups[at];
  if (group === undefined) return null;
  const exact = facts.exactNames.get(at);
  const evidence = facts.evidenceOf(group.case);
  const others = [...new Set(group.cases)].filter((id) => id !== group.case);
  return (
    <div
      class="leaf"
      data-g={at}
      data-name={firstCharacters(exact?.name ?? group.reason, 220)}
      {...(exact?.example === true && { "data-e": "1" })}
      data-n={group.size}
      data-v={group.signatures.map(facts.outcomeNumber).join(" ")}
      data-s={Object.keys(group.suites)
        .map((suite) => facts.suiteNames.indexOf(suite))
        .join(" ")}
    >
      <noscript>
        {renderOutcomes(group.signatures, facts)}
        <p class="clearest" id={caseAnchor(group.case)}>
          <a class="id" href={facts.links.toCase(group.case)}>
            {cutText(group.case, ID_LIMIT)}
          </a>{" "}
          <span class="quiet">{cutText(group.reason, 220)}</span>
        </p>
        {evidence === undefined ? (
          renderNoRoom(facts.replayOf(group.case))
        ) : (
          <GroupEvidenceBlock evidence={evidence} names={facts.names} />
        )}
        {renderOthers(others)}
      </noscript>
    </div>
  );
}

export const suitesOf = (groups: readonly (Group | undefined)[]): Group["suites"] =>
  Object.fromEntries(sumBy(groups.flatMap((group) => Object.entries(group?.suites ?? {}))));

const renderResponse = (name: string, signature: string) => (
  <b class={markOfSignature(signature)}>
    <i>{name} </i>
    {signature.length > CELL_LIMIT ? (
      <>
        {seenText(firstCharacters(signature, CELL_LIMIT))}… ({whole(signature.length)} characters)
      </>
    ) : (
      seenText(signature)
    )}
  </b>
);

/** Cases with the same status classes; it opens to each set of exact responses. */
export function GroupRow({ group, facts }: { group: DepthGroup; facts: PageFacts }) {
  const { outcomes, size } = group;
  const { names } = facts;
  const { groups } = facts.comparison.behaviour;
  const parts = group.parts.filter((at) => facts.isShown(at));
  if (parts.length === 0) return null;
  return (
    <details class="row">
      <summary>
        <span class="what">
          <strong>{cutText(differenceText(outcomes, names), 160)}: </strong>
          {group.example && <em>for example </em>}
          {cutText(group.name, 220)}{" "}
          <small>
            {renderUnder(suitesOf(group.parts.map((at) => groups[at])), group.parts.length)}
          </small>
        </span>
        <span class="size">
          {whole(size)} <i>{size === 1 ? "case" : "cases"}</i>
        </span>
        {names.length > MOST_CELLS ? (
          <CountedOutcomes outcomes={outcomes} />
        ) : (
          <span class="cells">
            {names.map((name, at) => renderResponse(name, outcomes[at] ?? ""))}
          </span>
        )}
      </summary>
      <div class="inside">{parts.map((at) => renderLeaf(at, facts))}</div>
    </details>
  );
}
