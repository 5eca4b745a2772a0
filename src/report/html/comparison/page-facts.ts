import type {
  Comparison,
  ComparisonView,
  DepthGroup,
  GroupEvidence,
} from "../../../model/index.ts";
import { type Links, linksTo } from "../links.tsx";
import { firstCharacters } from "../cut-text.tsx";
import { escapeUnseen, whole } from "../../../text/index.ts";
import { affordable } from "./affordable.ts";

/** Groups beyond this number are only counted; `comparison.json` has them. */
const MOST_GROUPS = 1500;

/** Data that every part of the page needs. */
export type PageFacts = {
  comparison: Comparison;
  /** The targets as the page writes them. */
  names: readonly string[];
  /** Indexes of the exact groups on the page, and whether one is. */
  shown: readonly number[];
  isShown: (at: number) => boolean;
  exactNames: ReadonlyMap<number, Pick<DepthGroup, "name" | "example">>;
  /** Ids of all cases on the page that are members of a group. */
  members: ReadonlySet<string>;
  suiteNames: readonly string[];
  /** All exact outcomes, and the number of one. */
  outcomes: readonly string[];
  outcomeNumber: (signature: string) => number;
  /** Evidence of a case, if it fits on the page. */
  evidenceOf: (id: string) => GroupEvidence | undefined;
  /** The command that sends a case again to the first target that has it. */
  replayOf: (id: string) => string | undefined;
  /** Evidence of boundaries and examples, in a separate section. */
  explored: GroupEvidence[];
  links: Links;
};

export function pageFacts({ comparison, evidence }: ComparisonView): PageFacts {
  const { behaviour } = comparison;
  const { depths } = behaviour;
  const wanted = [...depths.class.groups, ...depths.exact.groups].flatMap(({ parts }) => parts);
  const shownParts = [...new Set(wanted)].slice(0, MOST_GROUPS);
  const isShown = new Set(shownParts);
  const groups = shownParts.flatMap((at) => behaviour.groups[at] ?? []);
  const outcomes = [...new Set(groups.flatMap(({ signatures }) => signatures))];
  const numbers = new Map(outcomes.map((each, at) => [each, at]));
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
    members,
    shown: shownParts,
    isShown: (at) => isShown.has(at),
    exactNames: new Map(
      depths.exact.groups.map(({ parts, name, example }) => [parts[0] ?? 0, { name, example }]),
    ),
    suiteNames: [...new Set(groups.flatMap(({ suites }) => Object.keys(suites)))].toSorted(),
    outcomes,
    outcomeNumber: (signature) => numbers.get(signature) ?? 0,
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
