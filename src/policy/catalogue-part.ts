import { counted, whole } from "../text/index.ts";
import type { Policy, Suite } from "../model/index.ts";
import type { GateFold } from "./gate-fold.ts";
import { narrowedBy } from "./comparable.ts";
import type { CataloguePart } from "./judged-run.ts";
import { parseSelector } from "./match.ts";

const SUITES_NAMED = 3;

/** What a run of a part of this catalogue left out; undefined if no option narrowed it. */
export function cataloguePart(
  { run, policy }: GateFold,
  suites: readonly Suite[],
): CataloguePart | undefined {
  const by = narrowedBy(run);
  if (by.length === 0) return undefined;
  const ids = suites.flatMap(({ cases }) => cases.map(({ id }) => id));
  const unsent = ids.filter((id) => !run.cases.has(id));
  const sent = new Set([...run.cases.keys()].map(suiteName));
  const left = suites.map(({ name }) => name).filter((name) => !sent.has(name));
  const named = left.slice(0, SUITES_NAMED).join(", ");
  const more = left.length - SUITES_NAMED;
  const of =
    left.length === 0 ? "" : `: ${named}${more > 0 ? ` and ${counted(more, "more suite")}` : ""}`;
  return {
    matching: matchingSelectors(policy, suites),
    unsent: `${whole(unsent.length)} of ${counted(ids.length, "case")} not sent (${by.join(", ")})${of}`,
  };
}

const suiteName = (id: string): string => id.slice(0, id.indexOf("/"));

function matchingSelectors(policy: Policy, suites: readonly Suite[]): Set<string> {
  const texts = Object.keys(policy.behaviour ?? {});
  return new Set(texts.filter((text) => suites.some((suite) => matches(text, suite))));
}

/** Whether a selector matches a case of a suite, or what one of its properties may generate. */
function matches(text: string, { name: suite, cases, properties }: Suite): boolean {
  const { by, name, picks } = parseSelector(text);
  if (cases.some((each) => picks(each))) return true;
  return properties.some((property) => {
    if (by === "tag") return property.clauses.includes(name);
    const [known = ""] = name.split(/[*?]/, 1);
    const id = `${suite}/${property.name}`;
    if (by === "case") return known !== name ? id.startsWith(known) : name.startsWith(id);
    return by === "all" || suite === name;
  });
}
