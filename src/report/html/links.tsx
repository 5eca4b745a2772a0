import { Cut } from "./cut-text.tsx";

/** The fragment part of a link, for ids that may hold any character but white space. */
const fragment = (id: string): string =>
  id.replace(/[^\w.~/=-]/gu, (char) => encodeURIComponent(wellFormed(char)));

// A lone half of a surrogate pair is written as U+FFFD when the page becomes UTF-8.
const wellFormed = (char: string) => (/\p{Cs}/u.test(char) ? "\ufffd" : char);

export const caseAnchor = (id: string): string => `case=${id}`;
export const suiteAnchor = (name: string): string => `suite=${name}`;

/** Links to cases and suites, for those that the page shows. */
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
