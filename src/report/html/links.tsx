import { escapeUnseen } from "../../text/index.ts";
import { cutText } from "./cut-text.tsx";

/** The fragment part of a link, for ids with any character but white space. */
const fragment = (id: string): string => id.replace(/[^\w.~/=-]/gu, encodeURIComponent);

// The page escapes invisible characters in every attribute, so links must use the escaped form.
export const caseAnchor = (id: string): string => `case=${escapeUnseen(id)}`;
export const suiteAnchor = (name: string): string => `suite=${escapeUnseen(name)}`;

/** Links to cases and suites that the page shows. */
export type Links = {
  toCase: (id: string) => string | undefined;
  toSuite: (name: string) => string | undefined;
};

export function linksTo(caseIds: Iterable<string>, suites: Iterable<string>): Links {
  const cases = new Set(caseIds);
  const names = new Set(suites);
  return {
    toCase: (id) => (cases.has(id) ? `#${fragment(caseAnchor(id))}` : undefined),
    toSuite: (name) => (names.has(name) ? `#${fragment(suiteAnchor(name))}` : undefined),
  };
}

/** A case by its id: a link if the page shows the case. */
export function caseLink(id: string, links: Links) {
  const href = links.toCase(id);
  const name = cutText(id, 90);
  return href === undefined ? (
    <code>{name}</code>
  ) : (
    <a class="id" href={href}>
      {name}
    </a>
  );
}
