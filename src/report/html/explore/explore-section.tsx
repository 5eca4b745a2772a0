import { Fold, PageSection, bulletList } from "../elements.tsx";
import type { ExploreSummary } from "../../../model/index.ts";
import { type Links, cutText } from "../text.tsx";
import { counted, durationText, whole } from "../../../text/index.ts";
import { divergencesSection, examplesSection, randomSection } from "../../explore-section.ts";
import { PartView } from "../section-view.tsx";
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
        <PartView section={examplesSection(found)} links={links} />
        <PartView section={divergencesSection(found)} links={links} />
        <PartView section={randomSection(found)} links={links} />
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
