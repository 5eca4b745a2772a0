import {
  classOf,
  type DivergenceSummary,
  type ExampleGroup,
  type ExampleSummary,
  type Comparison,
  type ExploreSummary,
  type SequenceSummary,
  type StatesSummary,
} from "../model/index.ts";
import { counted, textsOf, whole } from "../text/index.ts";
import type { BlockSection, SentencesBlock } from "./blocks.ts";
import { besideBlock, sectionOf, sentences, tableBlock } from "./blocks.ts";
import { sequenceText, transitionText } from "./states-text.ts";

/** Each axis in a sentence, with what is known about its boundaries: a page draws them as well. */
export function axesSection({ axes }: ExploreSummary): BlockSection {
  const rows = axes.map(({ title, sentence, boundaries }) => {
    const known = boundaries.flatMap(({ near, known: fact }) =>
      fact === undefined || fact === "zero"
        ? []
        : [boundaries.length === 1 ? fact : `${near.text}: ${fact}`],
    );
    return [title, `${sentence}${known.length === 0 ? "" : ` (${known.join("; ")})`}`];
  });
  const block = { shown: Infinity, wrapped: true };
  const table = tableBlock(["axis", "Boundaries"], ["axis", "responses along it"], rows, block);
  return sectionOf("axes", "Boundaries", table);
}

/** A request that is longer than this is shown with its length. */
const LONG = 200;
/** How many kinds are shown of one signature: fewer of 4xx, which is the usual one. */
const SHOWN = { refused: 1, other: 4 };
const SHOWN_IN_BRIEF = { refused: 1, other: 2 };

type Example = { title: string; entry: ExampleSummary; more: number };

/** The smallest request of each property for each response; of the most interesting responses more come first. */
export function examplesSection({ examples }: ExploreSummary, brief = false): BlockSection {
  const chosen = examples.flatMap((group) => chosenOf(group, brief ? SHOWN_IN_BRIEF : SHOWN));
  const entries = new Set(chosen.map(({ entry }) => entry));
  const rest = examples.flatMap(({ title, entries: all }) =>
    inOrder(all).flatMap((entry) => (entries.has(entry) ? [] : [{ title, entry, more: 0 }])),
  );
  return {
    id: "examples",
    title: "Smallest examples",
    about:
      "For each response, and each difference from the stated request, the simplest request that was found to get it.",
    blocks: [
      tableBlock(
        ["kind", "Smallest examples"],
        ["property", "response", "smallest request", "difference"],
        [...chosen, ...rest].map(exampleRow),
        { kept: [0, 1], open: chosen.length, shown: chosen.length, wrapped: true },
      ),
    ],
  };
}

/** Accepted requests come before those with a 4xx, and the shortest of each first. */
function inOrder(entries: readonly ExampleSummary[]): ExampleSummary[] {
  const refused = ({ signature }: ExampleSummary): number => Number(classOf(signature) === "4xx");
  return entries.toSorted((a, b) => refused(a) - refused(b) || a.bytes - b.bytes);
}

function chosenOf({ title, entries }: ExampleGroup, most: typeof SHOWN): Example[] {
  const ordered = inOrder(entries);
  const signatures = [...new Set(ordered.map(({ signature }) => signature))];
  return signatures.flatMap((signature) => {
    const alike = ordered.filter((entry) => entry.signature === signature);
    const shown = alike.slice(0, classOf(signature) === "4xx" ? most.refused : most.other);
    const more = alike.length - shown.length;
    return shown.map((entry, at) => ({ title, entry, more: at === shown.length - 1 ? more : 0 }));
  });
}

function exampleRow({ title, entry, more }: Example) {
  const { oddity, note, family, bytes, cut, signature, text, met, drawn, case: id } = entry;
  const shrunk = cut === undefined ? "" : "; not fully shrunk";
  const length = bytes > LONG ? `; ${whole(bytes)} bytes` : "";
  return [
    title,
    { text: signature, responses: [signature] },
    { text, isCode: true, case: id, about: bytes > LONG ? `${whole(bytes)} bytes` : undefined },
    {
      text: `${oddity ?? note ?? family}${length}${shrunk}${more === 0 ? "" : `; ${counted(more, "more kind")}`}`,
      lines: textsOf(note, family, `${whole(met)} of ${whole(drawn)} drawn${shrunk}`),
    },
  ];
}

export const comparedExamples = (
  { examples }: Comparison,
  names: readonly string[],
): BlockSection => ({
  id: "examples",
  title: "Smallest examples",
  about:
    "The shortest request for each response, for each property that generated random requests.",
  blocks: [
    tableBlock(
      ["example", "The smallest examples of each target"],
      ["target", "property", "response", "smallest request", "difference"],
      examples.flatMap(({ target, groups }) =>
        groups.flatMap(({ title, entries }) =>
          entries.map((entry) => [names[target] ?? "", ...exampleRow({ title, entry, more: 0 })]),
        ),
      ),
      { open: 0, wrapped: true },
    ),
  ],
});

const MOST_DIFFERENCES = 30;

/** Where targets respond differently, the most frequent first. */
export function divergencesSection({ divergences }: ExploreSummary): BlockSection {
  const shrunk = ({ cut }: DivergenceSummary): string =>
    cut === undefined ? "" : ", not fully shrunk";
  return {
    id: "differences",
    title: "Differences",
    about:
      "Every target got the same bytes. No single step that shrinks such a request keeps the difference; the evidence here is how this target responded.",
    blocks: [
      besideBlock(
        ["difference", "Differences"],
        (divergences[0]?.signatures ?? []).map(({ target }) => target),
        { before: ["#met"], after: ["difference", "smallest request"] },
        divergences
          .toSorted((a, b) => b.met - a.met)
          .map((each) => ({
            before: [whole(each.met)],
            each: each.signatures.map(({ signature }) => signature),
            after: [
              `${each.family}${shrunk(each)}`,
              { text: each.text, isCode: true, case: each.case },
            ],
          })),
        { responses: true, shown: MOST_DIFFERENCES },
      ),
    ],
  };
}

export const randomSection = ({ unstable }: ExploreSummary): BlockSection => ({
  id: "random",
  title: "Random responses",
  about: "The same bytes, sent again, got another response: not shrunk, no boundary.",
  blocks: [
    sentences(
      unstable.map(({ where, signatures, count, text, case: id }) => {
        const times = count > 1 ? ` (${whole(count)} times)` : "";
        return {
          text: `${where}: the same request gets ${signatures.join(" or ")}${times}: ${text}`,
          case: id,
        };
      }),
    ),
  ],
});

/** The state machine: each state with what leaves it and what does not, and the sequences that tell something. */
export function statesSection(found: StatesSummary | undefined): BlockSection {
  const { sentence, about = [], states = [], edges = [], varies, unexplained = [] } = found ?? {};
  return sectionOf(
    "states",
    "States",
    sentences(sentence === undefined ? [] : [`${sentence}.`]),
    tableBlock(
      ["transition", "The state machine"],
      ["state", "then", "requests and response"],
      states.flatMap(({ name, loops }, at) => [
        ...edges
          .filter(({ from }) => from === at)
          .flatMap(({ to, steps }) =>
            steps.map((step) => [name, states[to]?.name ?? "", transitionText(step)]),
          ),
        ...loops.map((step) => [name, "stays", transitionText(step)]),
      ]),
      { kept: [0, 1], open: 0, shown: Infinity, wrapped: true },
    ),
    sequences(varies),
    comparedMachines(found),
    ...unexplainedBlocks(unexplained),
    sentences(about, { quiet: true }),
  );
}

const sequences = (found: SequenceSummary | undefined): SentencesBlock =>
  sentences(
    (found?.outputs ?? []).map(({ by, responses }) => ({
      text: `${by}: ${found === undefined ? "" : sequenceText(found, responses)}`,
      case: found?.case,
    })),
  );

/** Whether the machines of several targets are equal, or the shortest sequence on which they differ. */
export const comparedMachines = (
  found: Pick<StatesSummary, "compared"> | undefined,
): SentencesBlock => {
  const { sentence, difference } = found?.compared ?? {};
  return sentences([...textsOf(sentence), ...sequences(difference).items]);
};

export const unexplainedBlocks = (unexplained: StatesSummary["unexplained"]): SentencesBlock[] =>
  unexplained.length === 0
    ? []
    : [
        sentences(["The machine does not explain, with several identities:"]),
        ...unexplained.map(sequences),
      ];
