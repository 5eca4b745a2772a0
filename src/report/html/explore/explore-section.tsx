import type { ExploreSummary, UnstableSummary } from "../../../model/index.ts";
import type { Links } from "../links.tsx";
import { chip } from "../chips.tsx";
import { cutText } from "../cut-text.tsx";
import { counted, durationText, whole } from "../../../text/index.ts";
import { ExploredAxes } from "./explored-axes.tsx";
import { DivergenceTable } from "./divergence-table.tsx";
import { evidenceLink, requestCode } from "./evidence.tsx";
import { Examples } from "./examples.tsx";

/** The findings of exploration: boundaries, smallest examples, differences, and doubts. */
export function ExploreSection({ found, links }: { found: ExploreSummary; links: Links }) {
  const { axes, examples, divergences, unstable, cutShort } = found;
  const alike = axes.length + examples.length + divergences.length + unstable.length === 0;
  return (
    <section class="explore" aria-labelledby="explore">
      <h2 id="explore">{titleOf(found)}</h2>
      <p class="quiet">{spentOn(found)}</p>
      {cutShort.length > 0 && (
        <ul class="short">
          {cutShort.map((sentence) => (
            <li>{cutText(sentence, 600)}</li>
          ))}
        </ul>
      )}
      {alike && <p>Nothing was found.</p>}
      <ExploredAxes axes={axes} links={links} />
      <Examples groups={examples} links={links} />
      <DivergenceTable found={divergences} links={links} />
      <UnstableOnes found={unstable} links={links} />
    </section>
  );
}

const titleOf = ({ axes, examples, compared }: ExploreSummary): string =>
  axes.length + examples.length === 0 && compared !== undefined
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

function UnstableOnes({ found, links }: { found: readonly UnstableSummary[]; links: Links }) {
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
