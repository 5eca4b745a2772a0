import type { Comparison, Summary } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { counted, shortList, textsOf } from "../text/index.ts";
import { whoText } from "./comparison-words.ts";
import { type BlockSection, sentences, tableBlock, type TableBlock } from "./blocks.ts";

type Entry = Comparison["ledger"][number];

const TITLE = "What the specification leaves out";

const clauseTable = (kind: Entry["kind"], rows: TableBlock["rows"]): TableBlock =>
  tableBlock(
    kind === "stated"
      ? ["stated clause", "What the specification states"]
      : ["clause", "What it leaves out"],
    ["clause", "behaviour"],
    rows,
    { open: 0, wrapped: true },
  );

/** What the specification leaves out and what it states, with the behaviour of each target; those with the same are together. */
export function ledgerSection({ ledger }: Comparison, names: readonly string[]): BlockSection {
  const isProbed = ({ observed, axes }: Entry): boolean =>
    axes.length > 0 || observed.some((each) => each.length > 0);
  const unprobed = ledger.filter((entry) => !isProbed(entry)).map(({ id }) => id);
  const tableOf = (kind: Entry["kind"]): TableBlock =>
    clauseTable(
      kind,
      ledger
        .filter((entry) => entry.kind === kind && isProbed(entry))
        .map((entry) => [
          { text: entry.text, about: entry.id },
          { text: "", lines: behaviourOf(entry, names) },
        ]),
    );
  return {
    id: "left-out",
    title: TITLE,
    about:
      "No behaviour here contradicts the specification. Targets with the same behaviour are shown together.",
    blocks: [
      tableOf("not shown"),
      tableOf("stated"),
      sentences(
        textsOf(
          unprobed.length > 0 &&
            `Nothing was observed for ${counted(unprobed.length, "other clause")}: ${unprobed.join(", ")}.`,
        ),
        { quiet: true },
      ),
    ],
  };
}

/** The same of one target, with the suites that probe each clause. */
export function ownLedgerSection(
  { ledger }: Summary,
  suites: ReadonlyMap<string, ReadonlySet<string>>,
): BlockSection {
  const leftOut = ledger.filter(({ kind }) => kind === "not shown");
  const probed = leftOut.filter(({ cases }) => cases > 0).length;
  const tableOf = (kind: Entry["kind"]): TableBlock =>
    clauseTable(
      kind,
      ledger
        .filter((entry) => entry.kind === kind)
        .map((entry) => {
          const { id, text, at, observed, reason } = entry;
          const own = suites.get(id);
          const about = [id, at, own && suitesText([...own])];
          const nothing = reason || (entry.cases === 0 ? "No request of this run probes it." : "–");
          return [
            { text, about: about.filter(Boolean).join(" · ") },
            {
              text: "",
              lines:
                observed.length === 0
                  ? [nothing]
                  : shortList(observed, MOST_SENTENCES, spaced, rest),
            },
          ];
        }),
    );
  return {
    id: "left-out",
    title: TITLE,
    about: `Of ${counted(leftOut.length, "clause")} that the specification marks “not shown”, this run probes ${probed}. Nothing that the server does there contradicts the specification.`,
    blocks: [tableOf("not shown"), tableOf("stated")],
  };
}

const MOST_SENTENCES = 12;
const rest = (more: number): string => `and ${counted(more, "more sentence")}`;
const MOST_SUITES = 4;

const suitesText = (suites: readonly string[]): string =>
  suites.length > MOST_SUITES ? `in ${suites.length} suites` : `in ${suites.join(", ")}`;

/** Two spaces between counts are one on a page. */
const spaced = (text: string): string => text.replaceAll("  ", " · ");

/** The rarest behaviour first, then the axes that probe the clause. */
function behaviourOf({ observed, axes }: Entry, names: readonly string[]): string[] {
  const isSilent = observed.every((each) => each.length === 0);
  const alike = groupBy(names.keys(), (at) => spaced(observed[at]?.join("; ") ?? ""));
  return [
    ...(isSilent
      ? []
      : [...alike]
          .toSorted(([, a], [, b]) => a.length - b.length)
          .map(([text, some]) => `${whoText(some, names)}: ${text || "not probed"}`)),
    ...(axes.length === 0 ? [] : [`Boundaries: ${axes.join("; ")}`]),
  ];
}
