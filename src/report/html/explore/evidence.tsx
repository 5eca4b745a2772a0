import type { ComponentChildren } from "preact";
import type { Links } from "../links.tsx";
import { escapeUnseen, whole } from "../../../text/index.ts";
import { cutText } from "../cut-text.tsx";

/** Links to the evidence of a finding, if the page shows it. */
export function evidenceLink(id: string, links: Links, children: ComponentChildren) {
  const href = links.toCase(id);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} title={escapeUnseen(id)}>
      {children}
    </a>
  );
}

const LIMIT = 240;
const LONG = 200;

/** A request from the summary; with its length if it is long. */
export function requestCode(text: string, bytes: number) {
  if (text === "") return <span class="quiet">an empty body</span>;
  return (
    <>
      <code class="request">{cutText(text, LIMIT, true)}</code>
      {bytes > LONG && <small class="quiet">{whole(bytes)} bytes</small>}
    </>
  );
}
