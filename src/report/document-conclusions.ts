import type { CheckName, DocumentRun, OperationRun } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { counted, whole } from "../text/index.ts";
import { type BlockSection, sectionOf, sentences } from "./blocks.ts";
import { findingMark, findingText, rankedFindings } from "./document-checks.ts";
import { namesText } from "./document-words.ts";
import { verdictText } from "./contract-words.ts";

/** What can be exploited or lose data comes first, then what valid requests meet, last what only the document lacks. */
const BY_RISK: readonly CheckName[] = [
  "security ignored",
  "open to another user",
  "used after delete",
  "not available after create",
  "server error on valid input",
  "undocumented status",
  "response schema",
  "undocumented media type",
  "missing response header",
  "list without it",
  "valid input refused",
  "server error on input that may be valid",
  "server error on invalid input",
  "invalid input accepted",
  "parameter not required",
  "undocumented method answered",
  "undocumented refusal",
];
const MOST_KINDS = 5;

/** What a run of a whole document shows, in short: the verdict, the findings by their risk, and the keywords that are not as declared. */
export function documentConclusions(document: DocumentRun): BlockSection {
  const found = findingSentences(document.checks ?? []);
  return sectionOf(
    "in-short",
    "In short",
    sentences(
      [
        ...verdictSentences(document),
        ...found.slice(0, MOST_KINDS),
        ...(found.length > MOST_KINDS
          ? [
              `${counted(found.length - MOST_KINDS, "more kind of finding", "more kinds of findings")}: see the checks.`,
            ]
          : []),
        ...declaredSentence(document.operations),
      ],
      { lead: true },
    ),
  );
}

const NOT_HELD: [OperationRun["accepts"], string][] = [
  ["not-held", "did not always respond as documented"],
  ["unreachable", "could not be reached"],
  ["not-shown", "got no documented success, so nothing is shown"],
  ["not-judged", "could not be judged"],
  ["not-probed", "got no valid request"],
];

function verdictSentences({ operations, notSent }: DocumentRun) {
  const all = operations.length;
  const isPart = notSent.length > 0;
  const sent = isPart ? " that were sent" : "";
  const held = operations.filter(({ accepts }) => accepts === "held").length;
  if (all === 0) return [];
  if (held === all)
    return [
      all === 1
        ? `The ${isPart ? "only operation that was sent" : "operation"} responded to every valid request as documented.`
        : `${all === 2 ? "Both" : `All ${whole(all)}`} operations${sent} responded to every valid request as documented.`,
    ];
  return NOT_HELD.flatMap(([verdict, words]) => {
    const names = operations.flatMap(({ accepts, name }) => (accepts === verdict ? [name] : []));
    if (names.length === 0) return [];
    const text = `${whole(names.length)} of ${counted(all, "operation")}${sent} ${words}: ${namesText(names)}.`;
    return [{ text, mark: verdict === "not-held" ? ("red" as const) : ("yellow" as const) }];
  });
}

const findingSentences = (checks: NonNullable<DocumentRun["checks"]>) =>
  [...groupBy(rankedFindings(checks), ([{ check }]) => check).values()]
    .toSorted(([[a]], [[b]]) => BY_RISK.indexOf(a.check) - BY_RISK.indexOf(b.check))
    .map(([first, ...others]) => {
      const [{ check }] = first;
      const more =
        others.length > 0 ? `; ${counted(others.length, "more finding")} of this kind` : "";
      const text = `${check[0]?.toUpperCase()}${check.slice(1)}: ${findingText(first)}${more}.`;
      return findingMark(first[0]) === "✗" ? { text, mark: "red" as const } : { text };
    });

/** How many keywords are implemented unlike the document, with one that the document has, if there is one. */
function declaredSentence(operations: readonly OperationRun[]): string[] {
  const rows = operations.flatMap(({ name, declared = [] }) =>
    declared.map((row) => ({ name, row })),
  );
  const { name, row } = rows.find(({ row: { declared } }) => declared !== "none") ?? rows[0] ?? {};
  if (name === undefined || row === undefined) return [];
  const { part, keyword, declared, implemented } = row;
  return [
    `In ${counted(rows.length, "place")} the server differs from the keywords of the document, e.g. ${keyword} of ${part} in ${name} (${verdictText(row)}). Declared: ${declared}; implemented: ${implemented}.`,
  ];
}
