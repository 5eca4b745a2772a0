import type { Group } from "../../../model/comparison.ts";
import { CutText } from "../cut-text.tsx";
import { FigureTable } from "../load/figure-table.tsx";
import { counted, whole } from "../../../text/numbers.ts";
import type { PageFacts } from "./page-facts.ts";

const MOST_NAMED = 4;

/** Whether this target alone responds differently, and all others alike. */
function isAlone({ signatures }: Group, at: number): boolean {
  const others = new Set(signatures.filter((_, other) => other !== at));
  return others.size === 1 && !others.has(signatures[at] ?? "");
}

function Alone({ facts, at }: { facts: PageFacts; at: number }) {
  const groups = facts.groups
    .filter((group) => isAlone(group, at))
    .toSorted((a, b) => b.size - a.size);
  const more = groups.length - MOST_NAMED;
  return (
    <tr>
      <th scope="row">{facts.names[at]}</th>
      <td>{whole(facts.comparison.behaviour.alone[at] ?? 0)}</td>
      <td class="text">
        {groups.slice(0, MOST_NAMED).map((group, nth) => (
          <>
            {nth > 0 && "; "}
            <a href={facts.links.toCase(group.case)}>
              <CutText text={group.reason} limit={90} />
            </a>{" "}
            <span class="quiet">{whole(group.size)}</span>
          </>
        ))}
        {more > 0 && <span class="quiet"> and {counted(more, "more group")}</span>}
      </td>
    </tr>
  );
}

function OnlyOne({ facts }: { facts: PageFacts }) {
  return (
    <>
      <h3 class="part">Responses of only one target</h3>
      <p class="quiet">Cases in which one target responds differently from all the others.</p>
      <FigureTable
        label="Cases to which one target alone responds differently"
        head={["target", "cases", "most cases in"]}
        words={["most cases in"]}
      >
        {facts.names.map((_, at) => (
          <Alone facts={facts} at={at} />
        ))}
      </FigureTable>
    </>
  );
}

/** How dark a count is drawn: from 0 for the lowest count of any two, to 1 for all cases. */
function shadeOf(shared: number, least: number, all: number): number {
  return all === least ? 1 : Math.round(((shared - least) / (all - least)) * 100) / 100;
}

function Together({ facts }: { facts: PageFacts }) {
  const { agreement, compared } = facts.comparison.behaviour;
  const least = Math.min(compared, ...agreement.flat());
  return (
    <FigureTable
      label="Cases to which two targets respond in the same way"
      head={["both", ...facts.names]}
    >
      {facts.names.map((name, a) => (
        <tr>
          <th scope="row">{name}</th>
          {facts.names.map((_, b) =>
            a === b ? (
              <td class="quiet">·</td>
            ) : (
              <td class="share" style={`--s:${shadeOf(agreement[a]?.[b] ?? 0, least, compared)}`}>
                {whole(agreement[a]?.[b] ?? 0)}
              </td>
            ),
          )}
        </tr>
      ))}
    </FigureTable>
  );
}

/** In how many cases each two agree, and the responses of only one target. */
export function Agreement({ facts }: { facts: PageFacts }) {
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      <p class="quiet">
        Of {counted(facts.comparison.behaviour.compared, "case")}, how many got the same response
        from both. The specification does not say which response is right.
      </p>
      <div class="snug">
        <Together facts={facts} />
      </div>
      {facts.names.length > 2 && <OnlyOne facts={facts} />}
    </section>
  );
}
