import type { ComponentChildren } from "preact";
import type { Links } from "../anchors.ts";
import { seenLine } from "../seen-text.tsx";

/** Words that lead to the evidence of a finding, where the page shows it. */
export function EvidenceLink(props: { id: string; links: Links; children: ComponentChildren }) {
  const href = props.links.toCase(props.id);
  if (href === undefined) return <>{props.children}</>;
  return (
    <a href={href} title={seenLine(props.id)}>
      {props.children}
    </a>
  );
}
