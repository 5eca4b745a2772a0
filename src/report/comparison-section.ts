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
import { type BesideBlock, type BlockSection, columnsOf, sentences, sectionOf } from "./blocks.ts";
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
    before: [{ text: whole(size) }],
    each: outcomes,
    after: [
      { text: evidence.get(id)?.request.brief ?? "", isCode: true },
      { text: id, case: id },
      {
        text: `${overload ? "looks like overload, " : ""}${example ? "e.g. " : ""}${name}`,
      },
    ],
  });
  return sectionOf("behaviour", "Different responses", {
    kind: "beside",
    label: "Groups of cases with different responses",
    what: "group",
    names,
    before: columnsOf("#cases"),
    after: [
      { title: "request", isOnPages: true },
      { title: "case", isOnPages: true },
      { title: "difference" },
    ],
    rows: depths[depth].groups.map(rowOf),
    responses: true,
    shown: MOST_GROUPS,
    most: 19_000,
  });
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
    { text: `${isNumbered ? `${at + 1} ` : ""}${names[a] ?? ""}` },
    ...order.map((b) => ({
      text: a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / compared),
    })),
    { text: whole(alone[a] ?? 0) },
  ]);
  const heads = order.map((a, at) => (isNumbered ? String(at + 1) : (names[a] ?? "")));
  return sectionOf("agreement", `Agreement ${depthWords[depth]}, of ${counted(compared, "case")}`, {
    kind: "table",
    label: "Agreement of two targets",
    columns: [...["", ...heads].map((title) => ({ title })), { title: "differs alone" }],
    rows: isShown ? rows : [],
    what: "target",
  });
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
    beside("Boundaries", "axis", names, {
      before: columnsOf("axis"),
      rows: differing.map((axis) => ({
        before: [{ text: axis.title }],
        each: names.map((_, at) => sentenceOf(axis, at)),
        after: [],
      })),
      shown: MOST_AXES,
    }),
    sentences(same === 0 ? [] : [`the same on ${counted(same, "axis", "axes")}`], {
      quiet: true,
    }),
  );
}

/** What a target does along an axis; of one that did not walk it, the reason. */
const sentenceOf = (axis: ComparedAxis, at: number): string =>
  axis.targets.find(({ target }) => target === at)?.sentence ?? axis.cells[at]?.text ?? "";

function rulesSection(
  of: Pick<BlockSection, "id" | "title">,
  rules: readonly ComparedRule[] = [],
  names: Names,
): BlockSection {
  const further = (["common", "stated"] as const).filter((key) =>
    rules.some((rule) => rule[key] !== undefined),
  );
  return {
    ...of,
    blocks: [
      beside("Rules of each target", "part", names, {
        before: columnsOf("part"),
        after: columnsOf(...further.map((key) => (key === "common" ? "all" : key))),
        rows: rules.map((rule) => ({
          before: [{ text: rule.name }],
          each: rule.rules,
          after: further.map((key) => ({ text: rule[key] ?? "" })),
        })),
        shown: Infinity,
      }),
    ],
  };
}

export const inferredSection = ({ inferred }: Comparison, names: Names): BlockSection =>
  rulesSection({ id: "inferred", title: "Inferred rules" }, inferred, names);

export const comparedStateSection = ({ state }: Comparison, names: Names): BlockSection =>
  rulesSection({ id: "state", title: "What the servers remember and return" }, state, names);

/** The keywords that differ somewhere, then the others. */
export function declaredSection({ declared = [] }: Comparison, names: Names): BlockSection {
  const { differing, others } = differingRows(declared);
  const rest = declared.filter((row) => !differing.includes(row));
  const table = (label: string, rows: typeof declared) =>
    beside(label, "keyword", names, {
      before: columnsOf("keyword", "declared"),
      rows: rows.map((row) => ({
        before: [{ text: `${row.part} ${row.keyword}` }, { text: row.declared }],
        each: row.targets.map(implementedText),
        after: [],
      })),
      shown: Infinity,
    });
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
    beside("Requests", "request", names, {
      before: columnsOf("request", "difference"),
      rows: divergences.map(({ text, family, signatures, case: id }) => ({
        before: [{ text, isCode: true, case: id }, { text: family }],
        each: targets.map(
          ({ name }) => signatures.find(({ target }) => target === name)?.signature ?? "–",
        ),
        after: [],
      })),
      responses: true,
      open: MOST_DIVERGENCES,
      shown: 0,
      most: 5000,
    }),
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
    {
      kind: "table",
      label: "The shortest sequence on which they differ",
      columns: [...columnsOf("target", "responses"), { title: "commands", isOnPages: true }],
      rows: (difference?.targets ?? []).map(({ name, responses, commands }) => [
        { text: name },
        { text: difference === undefined ? "" : sequenceText(difference, responses) },
        { text: "", lines: commands, isCode: true },
      ]),
      what: "target",
      wrapped: true,
    },
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
  return sectionOf("speed", `Speed, over ${rounds} paired rounds`, sentences(notes), {
    kind: "table",
    label: "The ranking",
    columns: columnsOf("#rank", "target", "#rate", "against the next"),
    rows: [...ranked, ...unranked].map((row) => row.map((text) => ({ text }))),
    kept: [0, 1, 2],
    what: "target",
    shown: Infinity,
    wrapped: true,
    most: 5000,
  });
}

const MOST_UNSTABLE = 5;

/** The cases in which a target responds differently when they are sent again. */
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
  const items = [...alike.values()].flatMap((cases) => {
    const [first] = cases;
    if (first === undefined) return [];
    const { id, text, targets } = first;
    const what = cases.length === 1 ? id : `${suiteOf(id)}: ${counted(cases.length, "case")}`;
    return [{ text: `${what}: ${text}`, targets }];
  });
  return sectionOf("unstable", "Unstable, and not compared", {
    kind: "sentences",
    items,
    open: MOST_UNSTABLE,
    shown: MOST_UNSTABLE,
    most: 3000,
  });
}

export const leftSection = ({ behaviour }: Comparison): BlockSection =>
  sectionOf("left", "What this comparison leaves out", sentences(behaviour.left, { most: 3000 }));

const beside = (
  label: string,
  what: string,
  names: Names,
  block: Omit<BesideBlock, "kind" | "label" | "what" | "names" | "after"> &
    Partial<Pick<BesideBlock, "after">>,
): BesideBlock => ({ kind: "beside", label, what, names, after: [], ...block });
