import type { Comparison, ComparisonView, GroupEvidence } from "../../../model/comparison.ts";
import { type Links, linksTo } from "../links.tsx";
import { firstCharacters } from "../cut-text.tsx";
import { whole } from "../../../text/numbers.ts";
import { escapeUnseen } from "../../../text/unseen.ts";
import { affordable } from "./affordable.ts";

/** Groups beyond this number are only counted; `comparison.json` has them. */
const MOST_GROUPS = 1500;

/** Data that every part of the page needs. */
export type PageFacts = {
  comparison: Comparison;
  /** The targets as the page writes them. */
  names: readonly string[];
  groups: Comparison["behaviour"]["groups"];
  /** Evidence of a case, if it fits on the page. */
  evidenceOf: (id: string) => GroupEvidence | undefined;
  /** The command that sends a case again to the first target that has it. */
  replayOf: (id: string) => string | undefined;
  /** Evidence of boundaries and examples, in a separate section. */
  explored: GroupEvidence[];
  links: Links;
};

export function pageFacts({ comparison, evidence }: ComparisonView): PageFacts {
  const groups = comparison.behaviour.groups.slice(0, MOST_GROUPS);
  const inRows = new Set([
    ...groups.map((group) => group.case),
    ...comparison.divergences.map((divergence) => divergence.case),
  ]);
  const order = [...new Set([...inRows, ...evidence.keys()])];
  const shown = affordable(
    comparison,
    order.flatMap((id) => evidence.get(id) ?? []),
  );
  const members = new Set(groups.flatMap((group) => [group.case, ...group.cases]));
  const explored = [...shown]
    .filter(([id]) => !inRows.has(id) && !members.has(id))
    .map(([, each]) => each);
  return {
    comparison,
    names: targetNames(comparison.targets),
    groups,
    evidenceOf: (id) => shown.get(id),
    replayOf: (id) => evidence.get(id)?.targets[0]?.replay,
    explored,
    links: linksTo([...members, ...inRows, ...explored.map((each) => each.case)], []),
  };
}

const NAME_LIMIT = 32;

/** The names of the targets on the page: cut if long, numbered if two are equal. */
export function targetNames(targets: readonly { name: string }[]): string[] {
  const all = targets.map(({ name }) => name);
  return all.map((name, at) => {
    const alike = all.filter((other) => other === name).length > 1;
    const nth = all.slice(0, at + 1).filter((other) => other === name).length;
    return `${shortName(name)}${alike ? ` #${nth}` : ""}`;
  });
}

function shortName(name: string): string {
  const shown = firstCharacters(name, NAME_LIMIT);
  const more = shown.length < name.length ? `… (${whole(name.length)} characters)` : "";
  return `${escapeUnseen(shown)}${more}`;
}
