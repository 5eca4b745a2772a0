import { groupBy, sum } from "../../../stats/index.ts";
import type {
  Comparison,
  ComparisonView,
  DepthGroup,
  GroupEvidence,
} from "../../../model/index.ts";
import { type Links, linksTo, firstCharacters } from "../text.tsx";
import { escapeUnseen, whole } from "../../../text/index.ts";

/** Groups beyond this number are only counted; `comparison.json` has them. */
const MOST_GROUPS = 1500;

export type PageFacts = {
  comparison: Comparison;
  names: readonly string[];
  /** Indexes of the exact groups on the page, and whether one is. */
  shown: readonly number[];
  isShown: (at: number) => boolean;
  exactNames: ReadonlyMap<number, Pick<DepthGroup, "name" | "example">>;
  suiteNames: readonly string[];
  /** All exact outcomes, and the number of one. */
  outcomes: readonly string[];
  outcomeNumber: (signature: string) => number;
  evidenceOf: (id: string) => GroupEvidence | undefined;
  /** The command that sends a case again to the first target that has it. */
  replayOf: (id: string) => string | undefined;
  /** Evidence of boundaries, divergences and examples, in a separate section. */
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
  const order = new Set([
    ...[...groups, ...comparison.divergences].map((each) => each.case),
    ...evidence.keys(),
  ]);
  const shown = affordable(
    comparison,
    [...order].flatMap((id) => evidence.get(id) ?? []),
  );
  const members = new Set(groups.flatMap((group) => [group.case, ...group.cases]));
  const explored = [...shown].filter(([id]) => !members.has(id)).map(([, each]) => each);
  return {
    comparison,
    names: targetNames(comparison.targets),
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
    links: linksTo([...members, ...explored.map((each) => each.case)]),
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

/** How many characters of a request, a response and a command are shown. */
export const SHOWN = { request: 600, response: 640, command: 40_000 } as const;

/** Maximum bytes of a whole page: a usual comparison stays under 4.5 MB. */
const WHOLE = 4_200_000;
/** Style, script, and the parts of constant size. */
const FRAME = 120_000;
/** Markup around a response or command, a row of the matrix, a set of exact responses, one of its cells, a member, an example, a line. */
const AROUND = {
  response: 130,
  row: 650,
  leaf: 560,
  cell: 30,
  pair: 90,
  member: 25,
  example: 650,
  line: 1200,
} as const;

/** A response without its time of day: two that differ only in that are alike. */
export const responseKey = ({ signature, response }: GroupEvidence["targets"][number]): string =>
  `${signature}\n${response.bytes}\n${response.text.replace(response.date ?? "", "")}`;

function sizeOf({ case: id, request, curl, targets }: GroupEvidence): number {
  const shared = togetherBy(targets.map(responseKey));
  return (
    writtenSize(id, 160) * 2 +
    writtenSize(request.text, SHOWN.request) +
    writtenSize(curl ?? "", SHOWN.command) +
    sum(shared.map(([text]) => writtenSize(text, SHOWN.response) + AROUND.response)) +
    sum(targets.map(({ replay }) => writtenSize(replay, SHOWN.command) + 30)) +
    2 * AROUND.response
  );
}

function sizeWithout({ targets, behaviour, axes, examples, divergences }: Comparison): number {
  const cells = sum(targets.map(({ name }) => Math.min(name.length, 60) + AROUND.cell));
  const rows = behaviour.groups.length + divergences.length;
  const members = behaviour.groups.flatMap(({ cases }) => cases);
  const lines = axes.flatMap((axis) => axis.targets).length;
  const entries = examples.flatMap(({ groups }) => groups.flatMap((group) => group.entries)).length;
  return (
    FRAME +
    rows * (cells + AROUND.row) +
    behaviour.groups.length * (cells + AROUND.leaf) +
    3 * targets.length ** 2 * AROUND.pair +
    sum(members.map((id) => 2 * writtenSize(id, 160) + AROUND.member)) +
    lines * AROUND.line +
    entries * AROUND.example
  );
}

/** The evidence that fits on the page, by case: the first of the list first. */
export function affordable(
  comparison: Comparison,
  all: readonly GroupEvidence[],
): Map<string, GroupEvidence> {
  const shown = new Map<string, GroupEvidence>();
  let left = WHOLE - sizeWithout(comparison);
  for (const each of all) {
    left -= sizeOf(each);
    if (left < 0) break;
    shown.set(each.case, each);
  }
  return shown;
}

const encoder = new TextEncoder();
/** The markup of an escaped character, besides the character itself. */
const ESCAPED = 28;

/** The approximate size of a text on the page, cut to this many characters. */
function writtenSize(text: string, limit: number): number {
  const shown = text.slice(0, limit);
  const marked = shown.match(/[<>&]/g)?.length ?? 0;
  const unseen = shown.match(/[^\x20-\x7e\n\p{L}\p{N}\p{P}\p{S}]/gu)?.length ?? 0;
  return encoder.encode(shown).length + 4 * marked + ESCAPED * unseen;
}

/** The first of each kind gets a number from 0; equal texts have equal numbers. */
export function kindsOf(texts: readonly string[]): number[] {
  const kinds = [...new Set(texts)];
  return texts.map((text) => kinds.indexOf(text));
}

/** Indexes with equal texts together, in the order of their first: `[["400", [0, 2]], ["201", [1]]]`. */
export const togetherBy = (texts: readonly string[]): [text: string, places: number[]][] => [
  ...groupBy(texts.keys(), (place) => texts[place] ?? ""),
];
