import type { ComponentChildren } from "preact";
import type { Links } from "../links.tsx";
import { escapeUnseen, whole } from "../../../text/index.ts";
import { CutText } from "../cut-text.tsx";

/** Links to the evidence of a finding, if the page shows it. */
export function EvidenceLink(props: { id: string; links: Links; children: ComponentChildren }) {
  const href = props.links.toCase(props.id);
  if (href === undefined) return <>{props.children}</>;
  return (
    <a href={href} title={escapeUnseen(props.id)}>
      {props.children}
    </a>
  );
}

const LIMIT = 240;
const LONG = 200;

/** A request from the summary; with its length if it is long. */
export function RequestCode({ text, bytes }: { text: string; bytes: number }) {
  if (text === "") return <span class="quiet">an empty body</span>;
  return (
    <>
      <code class="request">
        <CutText text={text} limit={LIMIT} breaks />
      </code>
      {bytes > LONG && <small class="quiet">{whole(bytes)} bytes</small>}
    </>
  );
}
