import { classOf, type ExampleGroup, type ExampleSummary } from "../../../model/index.ts";
import type { Links } from "../links.tsx";
import { chip } from "../chips.tsx";
import { cutText } from "../cut-text.tsx";
import { counted, whole } from "../../../text/index.ts";
import { evidenceLink, requestCode } from "./evidence.tsx";

/** Examples of a property that are visible; the others are folded. */
const OPEN = 12;

function Row({ entry, links }: { entry: ExampleSummary; links: Links }) {
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

function Rows({ entries, links }: { entries: readonly ExampleSummary[]; links: Links }) {
  return (
    <table class="examples">
      <colgroup>
        <col class="responses" />
        <col />
        <col class="words" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Response</th>
          <th scope="col">Smallest request</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row entry={entry} links={links} />
        ))}
      </tbody>
    </table>
  );
}

/** Accepted requests come before those with a 4xx, and the shortest of each first. */
function inOrder(entries: readonly ExampleSummary[]): ExampleSummary[] {
  const refused = ({ signature }: ExampleSummary): number => Number(classOf(signature) === "4xx");
  return entries.toSorted((a, b) => refused(a) - refused(b) || a.bytes - b.bytes);
}

function Group({ group, links }: { group: ExampleGroup; links: Links }) {
  const ordered = inOrder(group.entries);
  const rest = ordered.slice(OPEN);
  return (
    <div class="property">
      <h4>{cutText(group.property, 90)}</h4>
      <Rows entries={ordered.slice(0, OPEN)} links={links} />
      {rest.length > 0 && (
        <details class="more">
          <summary>{counted(rest.length, "more kind")}</summary>
          <Rows entries={rest} links={links} />
        </details>
      )}
    </div>
  );
}

/** By property, the smallest request of each kind for each response. */
export function Examples({ groups, links }: { groups: readonly ExampleGroup[]; links: Links }) {
  if (groups.length === 0) return null;
  return (
    <div class="part">
      <h3>Smallest examples</h3>
      <p class="quiet">
        For each response, and each difference from the stated request, the simplest request that
        was found to get it.
      </p>
      {groups.map((group) => (
        <Group group={group} links={links} />
      ))}
    </div>
  );
}
