import type { Comparison, ComparisonView, DepthGroup } from "../../../model/index.ts";
import { depthWords } from "../../comparison/depth-headline.ts";
import { counted, momentText, sharePercent, whole } from "../../../text/index.ts";
import { countsText, MOST_COLUMNS } from "../../comparison/outcome-words.ts";
import { codeCell, tableHead, tableRow, textCell } from "../markdown-cell.ts";
import type { Section } from "../markdown-section.ts";

const FEWEST_TARGETS = 3;
const classWord = (name: string): string =>
  name === "noAnswer" ? "no response" : textCell(name, 12);
const ORDER = ["1xx", "2xx", "3xx", "4xx", "5xx", "other", "noAnswer"];
/** As in every bar and table. */
const classOrder = (name: string): number =>
  ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
const nameCells = ({ targets }: Comparison): string[] =>
  targets.map(({ name }) => textCell(name, 40));

/** The compared targets, and the verdict of the specification for each. */
export function targetsSection({ targets }: Comparison): Section {
  return {
    before: tableHead(["target", "base URL", "started", "seed", "stated", "responses"]),
    rows: targets.map(({ name, baseUrl, startedAt, seed, accepts, stated, complete, classes }) =>
      tableRow([
        textCell(name, 40),
        codeCell(baseUrl, 80),
        textCell(momentText(startedAt), 40),
        textCell(String(seed), 20),
        (accepts === "held" ? "held" : textCell(stated, 160)) +
          (complete ? "" : ", run incomplete"),
        Object.entries(classes)
          .toSorted(([a], [b]) => classOrder(a) - classOrder(b))
          .map(([name, cases]) => `${classWord(name)} ×${whole(cases)}`)
          .join(", "),
      ]),
    ),
    what: "target",
    most: 4000,
  };
}

/** The groups of cases to which targets respond differently. */
export function groupsSection({ comparison, evidence }: ComparisonView): Section {
  const { depth, depths } = comparison.behaviour;
  const many = comparison.targets.length > MOST_COLUMNS;
  const names = many ? ["targets"] : nameCells(comparison);
  const heads = ["cases", ...names, "difference", "request", "case"];
  return {
    before: ["### Different responses", "", ...tableHead(heads, [0])],
    rows: depths[depth].groups.map((group) => {
      const found = evidence.get(group.case);
      return tableRow([
        whole(group.size),
        ...(many
          ? [textCell(countsText(group.outcomes), 120)]
          : group.outcomes.map((outcome) => textCell(outcome, 40))),
        textCell(nameText(group)),
        found === undefined ? "" : codeCell(found.request.brief, 80),
        codeCell(group.case, 80),
      ]);
    }),
    what: "group",
    most: 19_000,
  };
}

/** An example is marked as one, overload as a possible one. */
const nameText = ({ name, example, overload }: DepthGroup): string =>
  `${overload ? "looks like overload, " : ""}${example ? "for example " : ""}${name}`;

/** The share of cases in which each pair of targets agrees, ordered by likeness, for three or more. */
export function agreementSection(comparison: Comparison): Section {
  const { targets, behaviour } = comparison;
  const { depth } = behaviour;
  const { agreement, alone, likeness } = behaviour.depths[depth];
  const cells = nameCells(comparison);
  const { length } = targets;
  const shown = length >= FEWEST_TARGETS && length <= MOST_COLUMNS && behaviour.compared > 0;
  return {
    before: [
      `### Agreement ${depthWords[depth]}, of ${counted(behaviour.compared, "case")}`,
      "",
      ...tableHead(["", ...likeness.order.map((at) => cells[at] ?? ""), "differs alone"]),
    ],
    rows: (shown ? likeness.order : []).map((a) =>
      tableRow([
        cells[a] ?? "",
        ...likeness.order.map((b) =>
          a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / behaviour.compared),
        ),
        whole(alone[a] ?? 0),
      ]),
    ),
    what: "target",
    most: 3000,
  };
}

/** Cases in which a target responds differently when they are sent again. */
export function unstableSection({ behaviour, targets }: Comparison): Section {
  return {
    before: ["### Unstable, and not compared", ""],
    rows: behaviour.unstable.map(({ case: id, signatures }) => {
      const cells = signatures.flatMap((each, at) =>
        each.length < 2
          ? []
          : [
              `${textCell(targets[at]?.name ?? "", 40)} ${each.map((one) => textCell(one, 40)).join(" or ")}`,
            ],
      );
      return `- ${codeCell(id, 80)}: ${cells.join(", ")}`;
    }),
    what: "case",
    most: 3000,
  };
}

/** The parts that were not compared, and why. */
export const leftSection = ({ behaviour }: Comparison): Section => ({
  before: ["### Left out", ""],
  rows: behaviour.left.map((text) => `- ${textCell(text, 600)}`),
  what: "sentence",
  most: 3000,
});
