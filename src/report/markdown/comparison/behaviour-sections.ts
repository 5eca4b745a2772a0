import type { Comparison, ComparisonView } from "../../../model/comparison.ts";
import { whole } from "../../../text/numbers.ts";
import { codeCell, tableHead, tableRow, textCell } from "../markdown-cell.ts";
import type { Section } from "../markdown-section.ts";

const FEWEST_TARGETS = 3;
const classWord = (name: string): string =>
  name === "noAnswer" ? "no response" : textCell(name, 12);
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
        textCell(startedAt.slice(0, 16).replace("T", " "), 20),
        textCell(String(seed), 20),
        (accepts === "held" ? "held" : textCell(stated, 160)) +
          (complete ? "" : ", run incomplete"),
        Object.entries(classes)
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
  const heads = ["cases", ...nameCells(comparison), "difference", "smallest request", "case"];
  return {
    before: ["### Different responses", "", ...tableHead(heads, [0])],
    rows: comparison.behaviour.groups.map((group) => {
      const found = evidence.get(group.case);
      return tableRow([
        whole(group.size),
        ...group.signatures.map((signature) => textCell(signature, 40)),
        textCell(group.reason),
        found === undefined ? "" : codeCell(found.request.brief, 80),
        codeCell(group.case, 80),
      ]);
    }),
    what: "group",
    most: 19_000,
  };
}

/** In how many cases each two targets agree, for three or more. */
export function agreementSection(comparison: Comparison): Section {
  const { targets, behaviour } = comparison;
  const shown = targets.length >= FEWEST_TARGETS && behaviour.compared > 0;
  return {
    before: [
      `### Agreement, in cases of ${whole(behaviour.compared)}`,
      "",
      ...tableHead(["", ...nameCells(comparison), "differs alone"]),
    ],
    rows: (shown ? targets : []).map(({ name }, at) =>
      tableRow([
        textCell(name, 40),
        ...(behaviour.agreement[at] ?? []).map((cases, b) => (b === at ? "·" : whole(cases))),
        whole(behaviour.alone[at] ?? 0),
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

/** What was not compared, and why. */
export const leftSection = ({ behaviour }: Comparison): Section => ({
  before: ["### Left out", ""],
  rows: behaviour.left.map((text) => `- ${textCell(text, 600)}`),
  what: "sentence",
  most: 3000,
});
