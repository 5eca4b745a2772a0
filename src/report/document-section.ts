import type {
  CheckFinding,
  DocumentRun,
  DocumentTable,
  OperationNotSent,
  OperationRun,
  ResourceSequence,
} from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { counted, latencyText, whole } from "../text/index.ts";
import { type BlockCell, type BlockSection, sectionOf, sentences, tableBlock } from "./blocks.ts";
import { checksSection } from "./document-checks.ts";
import { documentConclusions } from "./document-conclusions.ts";
import * as words from "./document-words.ts";
import { verdictText } from "./contract-words.ts";
import { STATED_WORDS } from "./run-words.ts";

const MOST_ROWS = 40;
const MOST_LEFT = 12;
const MANY_ALIKE = 4;
const KEPT = [0, 1];
const ABOUT_IT = { title: "about it", below: true };

/** All of a whole document, in the order of a page; a terminal has the operations first. */
export function documentSections(document: DocumentRun) {
  const { operations, notSent, checks = [] } = document;
  return {
    inShort: documentConclusions(document),
    checks: checksSection(checks, operations),
    operations: operationsSection(operations, checks),
    declared: declaredSection(operations),
    coverage: coverageSection(operations),
    sequences: sequencesSection(document),
    deleted: {
      id: "deleted",
      title: "Deleted at the end",
      about:
        "What the requests made, as far as their responses name it, with the responses to the requests that delete it.",
      blocks: [sentences(words.deletedWords(document))],
    },
    notSent: leftSection(notSent, "Not sent"),
  } satisfies Record<string, BlockSection>;
}

const FOUND_COLUMNS = [
  "#findings",
  ...["seen", "p50", "p99"].map((title, leftOut) => ({ title, number: true, leftOut })),
];

function operationCells(each: OperationRun): BlockCell[] {
  const [word, colour, mark] = STATED_WORDS[each.accepts];
  const text = `${each.method} ${each.path}`;
  return [
    { text, href: words.reportLink(each.run), about: aboutOf(each) },
    { text: `${mark} ${word}`, colour },
    { text: whole(words.casesInRow(each)), sort: words.casesInRow(each) },
  ];
}

function foundCells(
  { name, coverage = [], timesUs }: OperationRun,
  checks: readonly CheckFinding[],
): BlockCell[] {
  const found = checks.filter(({ operation }) => operation === name).length;
  return [
    { text: found === 0 ? "" : whole(found), sort: found },
    { text: words.responsesSeen(coverage) },
    ...[timesUs?.p50, timesUs?.p99].map((us) =>
      us === undefined ? { text: "" } : { text: latencyText(us), sort: us },
    ),
  ];
}

function operationsSection(
  operations: readonly OperationRun[],
  checks: readonly CheckFinding[],
): BlockSection {
  const classes = words.classColumns(operations);
  const shared = sharedNotes(operations);
  const rows = operations.map((each) => [
    ...operationCells(each),
    ...classes.map(({ key }) => ({
      text: words.classCount(each.classes, key),
      sort: each.classes[key],
    })),
    ...foundCells(each, checks),
    { text: "", lines: words.rowTexts(each).filter((line) => !shared.has(line)) },
  ]);
  return {
    id: "operations",
    title: "Operations",
    about:
      "What needs attention comes first. The verdict is about what the document states; the figures count cases by the class of their response, and a 4xx is a response like any other. A case that is sent again counts once. Findings are the rows of the checks, seen are documented responses, and the times are those of the responses to valid requests.",
    blocks: [
      tableBlock(
        ["operation", "Every operation"],
        [
          "operation",
          "stated",
          "#cases",
          ...classes.map(({ label }) => `#${label}`),
          ...FOUND_COLUMNS,
          ABOUT_IT,
        ],
        rows,
        { kept: KEPT, shown: MOST_ROWS, most: 18_000 },
      ),
      sentences(
        [...shared].map(([note, count]) => `${counted(count, "operation")}: ${note}`),
        { quiet: true },
      ),
    ],
  };
}

/** What is said of many operations in the same words stands once, below the table, with their number. */
function sharedNotes(operations: readonly OperationRun[]): Map<string, number> {
  const all = groupBy(
    operations.flatMap(({ notes }) => notes),
    (note) => note,
  );
  return new Map(
    [...all].flatMap(([note, { length }]): [string, number][] =>
      length >= MANY_ALIKE ? [[note, length]] : [],
    ),
  );
}

/** The name that the document has for an operation; undefined if it has none. */
const nameOf = ({
  name,
  method,
  path,
}: Pick<OperationRun, "name" | "method" | "path">): string | undefined =>
  name === `${method} ${path}` ? undefined : name;

/** The same, and where the values in its path are from. */
const aboutOf = (each: OperationRun): string | undefined =>
  [nameOf(each) ?? "", words.valuesText(each)].filter((text) => text !== "").join(" · ") ||
  undefined;

/** Rows that differ only in their first cell, an operation, stand once. */
const rowsByContent = (rows: readonly string[][]): string[][] =>
  [...groupBy(rows, ([, ...rest]) => JSON.stringify(rest)).values()].map((alike) => [
    words.namesText(alike.map(([name = ""]) => name)),
    ...alike[0].slice(1),
  ]);

const declaredSection = (operations: readonly OperationRun[]): BlockSection => ({
  id: "declared",
  title: "Declared and implemented",
  about:
    "Where the server accepts more or less than the keywords of the document. The page of an operation has all of its keywords.",
  blocks: [
    tableBlock(
      ["keyword", "Keywords"],
      ["operation", "part", "keyword", "declared", "implemented", "verdict"],
      rowsByContent(
        operations.flatMap(({ name, declared = [] }) =>
          declared.map((row) => {
            const { part, keyword, declared: stated, implemented } = row;
            return [name, part, keyword, stated, implemented, verdictText(row)];
          }),
        ),
      ),
      { kept: KEPT, most: 6000 },
    ),
  ],
});

const coverageSection = (operations: readonly OperationRun[]): BlockSection =>
  sectionOf(
    "coverage",
    "Coverage",
    sentences(
      words.coverageParts(operations).map((text) => `Seen: ${text}, by status and media type.`),
    ),
    tableBlock(
      ["response", "Documented responses that were never seen"],
      ["operation", "never seen", "why"],
      rowsByContent(words.unseenResponses(operations)),
      { kept: KEPT, most: 6000 },
    ),
  );

const sequenceText = (each: ResourceSequence): string =>
  [words.sequenceWords(each), ...words.sequenceBreaches(each).map((text) => `✗ ${text}`)].join(
    "; ",
  );

/** What happened to single resources, the same of several once, with the commands that send the requests of the first. */
const sequencesSection = ({ sequences = [], unfollowed = [] }: DocumentRun): BlockSection => ({
  id: "sequences",
  title: "Sequences",
  about:
    "Each was sent to a new resource; where several got the same, it stands once. What the document states about the responses is judged; what else they show is described. The commands have the values of this run: take those of a resource of your own.",
  blocks: [
    tableBlock(
      ["sequence", "Every sequence"],
      ["resource", "requests and responses"],
      [...groupBy(sequences, sequenceText)].map(([text, alike]) => [
        words.namesText([...new Set(alike.map(({ resource }) => resource))]),
        {
          text,
          commands: alike[0].steps.map(
            ({ curl, method, path }) => curl ?? `# ${method} ${path}: curl cannot send it`,
          ),
        },
      ]),
      { kept: KEPT, shown: MOST_LEFT, most: 6000, wrapped: true },
    ),
    sentences([...words.pagesText(sequences), ...words.unfollowedText(unfollowed)]),
  ],
});

function leftSection(left: readonly OperationNotSent[], title: string): BlockSection {
  const rows = left.map((each) => [
    { text: `${each.method} ${each.path}`, about: nameOf(each) },
    each.reason,
  ]);
  const block = { kept: KEPT, shown: MOST_LEFT, most: 10_000, wrapped: true };
  const label = `${title}, with the reasons`;
  return sectionOf(
    "not-sent",
    title,
    tableBlock(["operation", label], ["operation", "why"], rows, block),
  );
}

type TableRow = NonNullable<DocumentTable["whole"]>;

/** A verb with a whole document: a row for each operation, what needs attention first. */
export function tableSections(shown: DocumentTable): BlockSection[] {
  const { operations, columns, left, verb, whole: all } = shown;
  const rowOf = (each: TableRow, name: BlockCell, below: readonly string[]): BlockCell[] => {
    const { mark, colour } = words.STATE_MARKS[each.state];
    return [
      name,
      { text: `${mark} ${each.word}`, colour },
      ...columns.map((column) => ({
        text: words.figureCell(each, column),
        sort: each.figures[column.key],
      })),
      { text: "", lines: below },
    ];
  };
  const rows = [
    // First, because of many rows the last ones are not shown.
    ...(all === undefined ? [] : [rowOf(all, { text: "all together" }, all.texts)]),
    ...operations.map((each) => {
      const text = `${each.method} ${each.path}`;
      const name = { text, href: words.reportLink(each.folder), about: nameOf(each) };
      return rowOf(each, name, words.belowRow(each));
    }),
  ];
  return [
    {
      id: "operations",
      title: "Operations",
      about: `What needs attention comes first. ${columns.map(({ title, about }) => `${title}: ${about}.`).join(" ")}`,
      blocks: [
        tableBlock(
          ["operation", "Every operation"],
          ["operation", "result", ...columns.map(({ title }) => `#${title}`), ABOUT_IT],
          rows,
          { kept: KEPT, shown: MOST_ROWS, most: 40_000 },
        ),
      ],
    },
    leftSection(left, words.VERB_WORDS[verb].left),
  ];
}
