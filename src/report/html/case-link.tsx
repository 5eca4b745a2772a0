import type { Links } from "./anchors.ts";
import { Cut } from "./cut-text.tsx";

/** A case by its id: a link where the page shows the case. */
export function CaseLink({ id, links }: { id: string; links: Links }) {
  const href = links.toCase(id);
  const name = <Cut text={id} limit={90} />;
  return href === undefined ? (
    <code>{name}</code>
  ) : (
    <a class="id" href={href}>
      {name}
    </a>
  );
}
