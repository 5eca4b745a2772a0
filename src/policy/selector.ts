import { isExplored, suiteOf, type Case } from "../model/index.ts";

/** A parsed selector of a policy: the kind of name that it matches, and whether it matches a case. */
export type Selector = {
  by: "all" | "suite" | "case" | "tag";
  /** The name to match, without `tag:`. */
  name: string;
  picks: (each: Case) => boolean;
};

const TAG = "tag:";

/**
 * Parses a selector: `*`, the name of a suite, a glob of case ids (it has a slash), or `tag:` with
 * a clause or a family. Tags match nothing that exploration sent: its evidence is not a sample.
 */
export function parseSelector(text: string): Selector {
  if (text === "*") return { by: "all", name: text, picks: () => true };
  if (text.startsWith(TAG)) {
    const name = text.slice(TAG.length);
    const picks = ({ id, clauses, family }: Case): boolean =>
      !isExplored(id) && (clauses.includes(name) || family === name);
    return { by: "tag", name, picks };
  }
  const fits = globTest(text);
  if (text.includes("/")) return { by: "case", name: text, picks: ({ id }) => fits(id) };
  return { by: "suite", name: text, picks: ({ id }) => fits(suiteOf(id)) };
}

/** A test for a glob: `*` matches any characters, `?` one. */
export function globTest(glob: string): (text: string) => boolean {
  const source = glob
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const pattern = new RegExp(`^${source}$`, "su");
  return (text) => text === glob || pattern.test(text);
}

/** Whether a name matches several. */
export const isGlob = (text: string): boolean => /[*?]/.test(text);
