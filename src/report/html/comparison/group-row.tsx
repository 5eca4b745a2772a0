import type { Group } from "../../../model/comparison.ts";
import { caseAnchor } from "../links.tsx";
import { CutText, Seen } from "../cut-text.tsx";
import { counted, whole } from "../../../text/numbers.ts";
import { SHOWN } from "./affordable.ts";
import { GroupEvidenceBlock } from "./group-evidence-block.tsx";
import { MatrixRow } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";

const FIRST = 12;
const MOST = 3000;

const ID_LIMIT = 160;

function Members({ ids }: { ids: readonly string[] }) {
  return (
    <ul class="members">
      {ids.map((id) => (
        <li id={caseAnchor(id)}>
          {id.length > ID_LIMIT ? <CutText text={id} limit={ID_LIMIT} /> : <Seen text={id} />}
        </li>
      ))}
    </ul>
  );
}

/** The other cases of a group: the first few are shown, the rest are folded. */
function Others({ ids }: { ids: readonly string[] }) {
  const rest = ids.slice(FIRST, MOST);
  const left = ids.length - FIRST - rest.length;
  if (ids.length === 0) return null;
  return (
    <div class="others">
      <p class="label">{counted(ids.length, "other case")} with these responses</p>
      <Members ids={ids.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details class="more">
          <summary>{whole(rest.length)} more</summary>
          <Members ids={rest} />
          {left > 0 && <p class="quiet">and {whole(left)} more, in comparison.json</p>}
        </details>
      )}
    </div>
  );
}

function NoRoom({ replay }: { replay: string | undefined }) {
  return (
    <p class="quiet">
      This page has no room for its request and responses; a replay shows them.
      {replay !== undefined && (
        <>
          {" "}
          <code>
            <CutText text={replay} limit={SHOWN.command} />
          </code>
        </>
      )}
    </p>
  );
}

const suitesText = (suites: Group["suites"]): string =>
  Object.entries(suites)
    .toSorted(([, a], [, b]) => b - a)
    .map(([suite, size]) => `${suite} ${whole(size)}`)
    .join(" · ");

/** Cases with the same signatures, represented by the clearest one. */
export function GroupRow(props: { group: Group; facts: PageFacts; suiteNames: readonly string[] }) {
  const { group, facts, suiteNames } = props;
  const evidence = facts.evidenceOf(group.case);
  const others = [...new Set(group.cases)].filter((id) => id !== group.case);
  return (
    <MatrixRow
      what={group.reason}
      under={<CutText text={suitesText(group.suites)} limit={160} />}
      size={group.size}
      sizeWord={group.size === 1 ? "case" : "cases"}
      names={facts.names}
      signatures={group.signatures}
      suites={Object.keys(group.suites).map((suite) => suiteNames.indexOf(suite))}
    >
      <div class="inside">
        <p class="clearest" id={caseAnchor(group.case)}>
          <a class="id" href={facts.links.toCase(group.case)}>
            <CutText text={group.case} limit={ID_LIMIT} />
          </a>
          {others.length > 0 && <span class="quiet"> is the clearest example</span>}
        </p>
        {evidence === undefined ? (
          <NoRoom replay={facts.replayOf(group.case)} />
        ) : (
          <GroupEvidenceBlock evidence={evidence} names={facts.names} />
        )}
        <Others ids={others} />
      </div>
    </MatrixRow>
  );
}
