import type { Comparison, GroupEvidence } from "../../../model/index.ts";
import { togetherBy } from "./alike.ts";

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

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

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

/** The approximate size of the page without evidence. */
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
