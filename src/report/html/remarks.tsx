import type { Remark } from "../../model/summary.ts";
import type { Links } from "./anchors.ts";
import { CaseLink } from "./case-link.tsx";
import { Chip } from "./chips.tsx";
import { Cut } from "./cut-text.tsx";
import { count } from "./numbers.ts";
import { remarkKinds } from "./remark-kinds.ts";

const OPEN_LIMIT = 6;

/** "201 → 400" and "201 / 500" are two signatures each. */
function Signatures({ text }: { text: string }) {
  return (
    <span class="chips">
      {text.split(/ ([→/]) /).map((part, index) => (index % 2 ? part : <Chip signature={part} />))}
    </span>
  );
}

function Row({ remark, links }: { remark: Remark; links: Links }) {
  return (
    <li>
      <span class="where">
        {remark.case === undefined ? "the whole run" : <CaseLink id={remark.case} links={links} />}
      </span>
      <Signatures text={remark.signature} />
      <span class="said">
        <Cut text={remark.text} limit={400} />
        {remark.count > 1 && <span class="quiet"> ×{count(remark.count)}</span>}
      </span>
    </li>
  );
}

function Rows({ remarks, links }: { remarks: readonly Remark[]; links: Links }) {
  return (
    <ul class="remarks">
      {remarks.map((remark) => (
        <Row remark={remark} links={links} />
      ))}
    </ul>
  );
}

function Group(props: { title: string; about: string; remarks: readonly Remark[]; links: Links }) {
  const rest = props.remarks.slice(OPEN_LIMIT);
  return (
    <div class="group">
      <h3>
        {props.title} <span class="tally">{count(props.remarks.length)}</span>
      </h3>
      <p class="quiet">{props.about}</p>
      <Rows remarks={props.remarks.slice(0, OPEN_LIMIT)} links={props.links} />
      {rest.length > 0 && (
        <details class="more">
          <summary>{count(rest.length)} more like these</summary>
          <Rows remarks={rest} links={props.links} />
        </details>
      )}
    </div>
  );
}

/** What stands out, by kind, in the order of the summary. Observations, never verdicts. */
export function Remarks({ remarks, links }: { remarks: readonly Remark[]; links: Links }) {
  return (
    <section aria-labelledby="worth-a-look">
      <h2 id="worth-a-look">Worth a look</h2>
      {remarks.length === 0 && <p>Nothing stands out in this run.</p>}
      {[...new Set(remarks.map(({ kind }) => kind))].map((kind) => (
        <Group
          {...remarkKinds[kind]}
          remarks={remarks.filter((remark) => remark.kind === kind)}
          links={links}
        />
      ))}
    </section>
  );
}
