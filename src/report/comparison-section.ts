import type {
  ComparedAxis,
  ComparedRule,
  Comparison,
  ComparisonView,
  DepthGroup,
} from "../model/index.ts";
import { suiteOf } from "../model/index.ts";
import { groupBy, rankTexts, rateText } from "../stats/index.ts";
import { counted, sharePercent, whole } from "../text/index.ts";
import { besideBlock, type BlockSection, sectionOf, sentences, tableBlock } from "./blocks.ts";
import { depthWords, MOST_COLUMNS, rivalText, whoText } from "./comparison-words.ts";
import { DECLARED_EXPLAINED, differingRows, implementedText } from "./contract-words.ts";
import { sequenceText } from "./states-text.ts";

type Names = readonly string[];

const MOST_GROUPS = 25;

/** The groups of cases to which the targets respond differently; those that look like overload last. */
export function differencesSection(
  { comparison, evidence }: ComparisonView,
  names: Names,
): BlockSection {
  const { depth, depths } = comparison.behaviour;
  const rowOf = ({ size, outcomes, name, example, overload, case: id }: DepthGroup) => ({
    before: [whole(size)],
    each: outcomes,
    after: [
      { text: evidence.get(id)?.request.brief ?? "", isCode: true },
      { text: id, case: id },
      `${overload ? "looks like overload, " : ""}${example ? "e.g. " : ""}${name}`,
    ],
  });
  const onPages = ["request", "case"].map((title) => ({ title, isOnPages: true }));
  const groups = besideBlock(
    ["group", "Groups of cases with different responses"],
    names,
    { before: ["#cases"], after: [...onPages, "difference"] },
    depths[depth].groups.map(rowOf),
    { responses: true, shown: MOST_GROUPS, most: 19_000 },
  );
  return sectionOf("behaviour", "Different responses", groups);
}

const FEWEST_TARGETS = 3;
/** Wider names are numbered. */
const WIDEST = 60;

/** The share of cases in which each pair of targets agrees, ordered by likeness, for three or more. */
export function agreementSection({ behaviour }: Comparison, names: Names): BlockSection {
  const { depth, compared } = behaviour;
  const { agreement, alone, likeness } = behaviour.depths[depth];
  const isShown = names.length >= FEWEST_TARGETS && names.length <= MOST_COLUMNS && compared > 0;
  const { order } = likeness;
  const isNumbered = order.length * 2 + names.join("").length > WIDEST;
  const rows = order.map((a, at) => [
    `${isNumbered ? `${at + 1} ` : ""}${names[a] ?? ""}`,
    ...order.map((b) => (a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / compared))),
    whole(alone[a] ?? 0),
  ]);
  const heads = order.map((a, at) => ({ title: isNumbered ? String(at + 1) : (names[a] ?? "") }));
  return sectionOf(
    "agreement",
    `Agreement ${depthWords[depth]}, of ${counted(compared, "case")}`,
    tableBlock(
      ["target", "Agreement of two targets"],
      ["", ...heads, "differs alone"],
      isShown ? rows : [],
    ),
  );
}

const MOST_AXES = 7;

/** Along each axis where the responses of targets change, and how many have no difference. */
export function boundariesSection({ axes }: Comparison, names: Names): BlockSection {
  const walked = axes.filter((axis) => axis.targets.length > 0);
  const isDiffering = (axis: ComparedAxis): boolean =>
    new Set(names.map((_, at) => sentenceOf(axis, at))).size > 1;
  const differing = walked.filter(isDiffering);
  const same = walked.length - differing.length;
  return sectionOf(
    "boundaries",
    "Boundaries",
    besideBlock(
      ["axis", "Boundaries"],
      names,
      { before: ["axis"] },
      differing.map((axis) => ({
        before: [axis.title],
        each: names.map((_, at) => sentenceOf(axis, at)),
      })),
      { shown: MOST_AXES },
    ),
    sentences(same === 0 ? [] : [`the same on ${counted(same, "axis", "axes")}`], { quiet: true }),
  );
}

/** What a target does along an axis; of one that did not walk it, the reason. */
const sentenceOf = (axis: ComparedAxis, at: number): string =>
  axis.targets.find(({ target }) => target === at)?.sentence ?? axis.cells[at]?.text ?? "";

function rulesSection(
  id: string,
  title: string,
  rules: readonly ComparedRule[] = [],
  names: Names,
): BlockSection {
  const further = (["common", "stated"] as const).filter((key) =>
    rules.some((rule) => rule[key] !== undefined),
  );
  const rows = rules.map((rule) => ({
    before: [rule.name],
    each: rule.rules,
    after: further.map((key) => rule[key] ?? ""),
  }));
  const after = further.map((key) => (key === "common" ? "all" : key));
  const columns = { before: ["part"], after };
  return sectionOf(
    id,
    title,
    besideBlock(["part", "Rules of each target"], names, columns, rows, { shown: Infinity }),
  );
}

export const inferredSection = ({ inferred }: Comparison, names: Names): BlockSection =>
  rulesSection("inferred", "Inferred rules", inferred, names);

export const comparedStateSection = ({ state }: Comparison, names: Names): BlockSection =>
  rulesSection("state", "What the servers remember and return", state, names);

/** The keywords that differ somewhere, then the others. */
export function declaredSection({ declared = [] }: Comparison, names: Names): BlockSection {
  const { differing, others } = differingRows(declared);
  const rest = declared.filter((row) => !differing.includes(row));
  const table = (label: string, rows: typeof declared) =>
    besideBlock(
      ["keyword", label],
      names,
      { before: ["keyword", "declared"] },
      rows.map((row) => ({
        before: [`${row.part} ${row.keyword}`, row.declared],
        each: row.targets.map(implementedText),
      })),
      { shown: Infinity },
    );
  return {
    id: "declared",
    title: "Declared and implemented",
    about: DECLARED_EXPLAINED,
    blocks: [
      table("Keywords of each target", differing),
      { ...table("The other keywords", rest), open: 0, isOnPage: true },
      sentences(declared.length === 0 ? [] : [others]),
    ],
  };
}

/** Requests that were drawn at random, and shrunk as far as the targets still differ. */
export const comparedDivergences = (
  { divergences, targets }: Comparison,
  names: Names,
): BlockSection => ({
  id: "divergences",
  title: "Smallest requests that get different responses",
  about:
    "In addition to the catalogue: requests were drawn at random, sent to all, and shrunk as far as the targets still differ.",
  blocks: [
    besideBlock(
      ["request", "Requests"],
      names,
      { before: ["request", "difference"] },
      divergences.map(({ text, family, signatures, case: id }) => ({
        before: [{ text, isCode: true, case: id }, family],
        each: targets.map(
          ({ name }) => signatures.find(({ target }) => target === name)?.signature ?? "–",
        ),
      })),
      { responses: true, open: MOST_DIVERGENCES, shown: 0, most: 5000 },
    ),
  ],
});

const MOST_DIVERGENCES = 25;

/** Whether the state machines are equal, or each target with its responses to the shortest sequence on which they differ. */
export function machinesSection({ states }: Comparison): BlockSection {
  const { sentence, difference } = states ?? {};
  return sectionOf(
    "states",
    "State machines",
    sentences(sentence === undefined ? [] : [sentence]),
    tableBlock(
      ["target", "The shortest sequence on which they differ"],
      ["target", "responses", { title: "commands", isOnPages: true }],
      (difference?.targets ?? []).map(({ name, responses, commands }) => [
        name,
        difference === undefined ? "" : sequenceText(difference, responses),
        { text: "", lines: commands, isCode: true },
      ]),
      { wrapped: true },
    ),
  );
}

/** The ranking by throughput, each target against the next one, with ties; then those that cannot be ranked. */
export function speedSection({ speed }: Comparison, names: Names): BlockSection {
  const { rounds = 0, ranking = [], apart = [], notes = [] } = speed ?? {};
  const ranks = speed === undefined ? [] : rankTexts(speed);
  const ranked = ranking.map((each, at) => {
    const next = ranking[at + 1];
    const against =
      speed === undefined || next === undefined ? "" : rivalText(speed, each, next, names);
    return [ranks[at] ?? "", names[each.target] ?? "", rateText(each), against];
  });
  const unranked = apart.map(({ target, reasons }) => [
    "",
    names[target] ?? "",
    "",
    `not comparable: ${reasons.join("; ")}`,
  ]);
  const table = tableBlock(
    ["target", "The ranking"],
    ["#rank", "target", "#rate", "against the next"],
    [...ranked, ...unranked],
    { kept: [0, 1, 2], shown: Infinity, wrapped: true, most: 5000 },
  );
  return sectionOf("speed", `Speed, over ${rounds} paired rounds`, sentences(notes), table);
}

const MOST_UNSTABLE = 5;

/** Cases with the same responses are one line for each suite: a server that varies may do so in all of them. */
export function unstableSection({ behaviour }: Comparison, names: Names): BlockSection {
  const told = behaviour.unstable.map(({ case: id, signatures }) => {
    const changed = signatures.flatMap((each, at) =>
      each.length > 1 ? [{ at, received: each.toSorted().join(" or ") }] : [],
    );
    const texts = [...groupBy(changed, ({ received }) => received)].map(([received, some]) => {
      const places = some.map(({ at }) => at);
      return `${whoText(places, names)}: ${received}`;
    });
    return { id, text: texts.join(", "), targets: changed.map(({ at }) => at) };
  });
  const alike = groupBy(told, ({ id, text }) => JSON.stringify([suiteOf(id), text]));
  const items = [...alike.values()].map((cases) => {
    const [{ id, text, targets }] = cases;
    const what = cases.length === 1 ? id : `${suiteOf(id)}: ${counted(cases.length, "case")}`;
    return { text: `${what}: ${text}`, targets };
  });
  const block = { open: MOST_UNSTABLE, shown: MOST_UNSTABLE, most: 3000 };
  return sectionOf("unstable", "Unstable, and not compared", sentences(items, block));
}

export const leftSection = ({ behaviour }: Comparison): BlockSection =>
  sectionOf("left", "What this comparison leaves out", sentences(behaviour.left, { most: 3000 }));
