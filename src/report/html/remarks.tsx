import { PageSection } from "./elements.tsx";
import type { Remark, Summary } from "../../model/index.ts";
import { caseLink, type Links, chip, cutText } from "./text.tsx";
import { whole } from "../../text/index.ts";

const OPEN_LIMIT = 6;

/** A chip for each signature: with an arrow between the sides of a step, with a slash between alternatives. */
function renderSignatures({ kind, signature, signatures = [signature] }: Remark) {
  const between = kind === "step" ? "→" : "/";
  return (
    <span class="chips">{signatures.flatMap((each, at) => [at > 0 && between, chip(each)])}</span>
  );
}

const furtherOf = ({ case: id, count: times }: Remark): string =>
  id === undefined ? `${whole(times)} times` : `and ${whole(times - 1)} more with this response`;

const renderRow = (remark: Remark, links: Links) => (
  <li>
    <span class="where">
      {remark.case === undefined ? "the whole run" : caseLink(remark.case, links)}
    </span>
    {renderSignatures(remark)}
    <span class="said">
      {cutText(remark.text, 400)}
      {remark.count > 1 && <span class="quiet"> {furtherOf(remark)}</span>}
    </span>
  </li>
);

const renderRows = (remarks: readonly Remark[], links: Links) => (
  <ul class="remarks">{remarks.map((remark) => renderRow(remark, links))}</ul>
);

/** In the order of the suites; remarks without a case come first. */
function bySuite(remarks: readonly Remark[], suites: readonly string[]): readonly Remark[] {
  const place = ({ case: id = "" }: Remark) => suites.indexOf(id.split("/", 1)[0] ?? "");
  return remarks.toSorted((a, b) => place(a) - place(b));
}

function Group(props: {
  title: string;
  about: string;
  remarks: readonly Remark[];
  suites: readonly string[];
  links: Links;
}) {
  const rest = bySuite(props.remarks.slice(OPEN_LIMIT), props.suites);
  return (
    <div class="group">
      <h3>
        {props.title} <span class="tally">{whole(props.remarks.length)}</span>
      </h3>
      <p class="quiet">{props.about}</p>
      {renderRows(props.remarks.slice(0, OPEN_LIMIT), props.links)}
      {rest.length > 0 && (
        <details class="more">
          <summary>{whole(rest.length)} more like these</summary>
          {renderRows(rest, props.links)}
        </details>
      )}
    </div>
  );
}

/** What the server remembers of earlier requests; a race comes first. */
export function Remembered({ summary, links }: { summary: Summary; links: Links }) {
  const { state = [] } = summary;
  if (state.length === 0) return null;
  return (
    <PageSection id="remembered" title="What the server remembers">
      <ul class="rests">
        {state.map(({ text, case: id }) => (
          <li>
            {cutText(text, 400)} ({caseLink(id, links)})
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** Noteworthy observations by kind, in the order of the summary. Never verdicts. */
export function Remarks({ summary, links }: { summary: Summary; links: Links }) {
  const { remarks } = summary;
  const suites = summary.suites.map(({ name }) => name);
  return (
    <PageSection id="worth-a-look" title="Worth a look">
      {remarks.length === 0 && <p>Nothing stands out in this run.</p>}
      {[...new Set(remarks.map(({ kind }) => kind))].map((kind) => (
        <Group
          {...remarkKinds[kind]}
          remarks={remarks.filter((remark) => remark.kind === kind)}
          suites={suites}
          links={links}
        />
      ))}
    </PageSection>
  );
}

export const remarkKinds: Record<Remark["kind"], { title: string; about: string }> = {
  "refused-by-client": {
    title: "Complete responses that the ordinary client refuses",
    about:
      "By the framing of RFC 9112 the bytes are a complete response, but a widely used client rejects it.",
  },
  "surplus-bytes": {
    title: "Bytes after a response",
    about:
      "A client that reuses the connection can take them for the response to its next request.",
  },
  "valid-not-2xx": {
    title: "The stated request, with a status other than 2xx",
    about: "The line says whether this status is stated.",
  },
  "no-answer": {
    title: "No complete response",
    about:
      "The connection ended, or a time-out or a size limit was reached, before the response was complete.",
  },
  "server-error": {
    title: "5xx responses",
    about: "In HTTP, 5xx statuses report an error of the server.",
  },
  unstable: {
    title: "The same case, different responses",
    about: "Sent more than once, with only fresh values changed.",
  },
  "changes-on-repeat": {
    title: "Different responses the second time",
    about: "The same id was repeated; the suite about repetition shows the same response.",
  },
  lenient: {
    title: "Accepted, though a standard calls it wrong",
    about: "What other readers of the same bytes may take for something else comes first.",
  },
  "no-limit": {
    title: "No limit found",
    about: "The largest request of each scale was accepted; a limit may be beyond it.",
  },
  step: {
    title: "Where the response changes along a scale",
    about: "Neighbours that differ in one quantity get different responses.",
  },
  "odd-one-out": {
    title: "Unlike similar cases",
    about: "Nearly all similar cases get a different response.",
  },
  "like-valid": {
    title: "Same response as the stated request",
    about: "Nearly all similar cases get a different response.",
  },
  "rate-limited": {
    title: "Too many requests",
    about: "The server responded with 429, or with 503 and Retry-After.",
  },
  protocol: {
    title: "In the HTTP itself",
    about: "Oddities of responses, apart from their status.",
  },
};
