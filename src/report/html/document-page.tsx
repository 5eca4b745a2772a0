import type { DocumentRun, OperationNotSent, OperationRun } from "../../model/index.ts";
import { counted, durationText, momentText, whole } from "../../text/index.ts";
import { deletedWords, documentCounts, rowTexts, valuesText } from "../document-words.ts";
import { STATED_WORDS } from "../run-words.ts";
import { htmlDocument, NO_SCRIPT } from "./document.ts";
import { DocumentTables, documentTableSections } from "./document-tables.tsx";
import { ChecksSection } from "./checks-section.tsx";
import { BlockTable, PageSection } from "./elements.tsx";
import { TopBar } from "./masthead.tsx";
import { SequencesSection } from "./sequences-section.tsx";
import { ClassBar, shownClasses, sumClasses, type Classes } from "./status-class.tsx";
import { cutText } from "./text.tsx";

/** What the pages of a whole document add to the style of every page. */
export const DOCUMENT_STYLE = `.operations th, .operations li { overflow-wrap: anywhere; }
.operations thead th, .operations td[data-label="stated"] { overflow-wrap: normal; white-space: nowrap; }`;
const TEXT = 400;

/** The page of a whole document: a row for each operation, with a link to the page of its own run. */
export function renderDocumentPage(document: DocumentRun): string {
  const { operations, notSent, sequences = [], checks = [], target, tool, seed } = document;
  const deleted = deletedWords(document);
  const sections: [string, string][] = [
    ...named("Checks", checks),
    ["operations", "Operations"],
    ...documentTableSections(operations),
    ...named("Sequences", sequences),
    ...named("Deleted", deleted),
    ...named("Not sent", notSent),
  ];
  return htmlDocument(
    <title>{cutText(`${target.name} · document · witness`, 80)}</title>,
    <div class="page operations">
      <header>
        <TopBar sections={sections} />
        <div class="masthead">
          <p class="over">Every operation of {cutText(document.document, 120)}</p>
          <h1>{cutText(target.name, 60)}</h1>
          <p class="quiet">
            {cutText(target.baseUrl, 120)} · {documentCounts(document).join(" · ")} ·{" "}
            {momentText(document.startedAt)} · {durationText(document.durationMs)} · seed {seed}
          </p>
        </div>
      </header>
      <main id="main">
        {checks.length > 0 && <ChecksSection checks={checks} operations={operations} />}
        <Operations operations={operations} />
        <DocumentTables operations={operations} />
        {sequences.length > 0 && <SequencesSection sequences={sequences} />}
        {deleted.length > 0 && renderDeleted(deleted)}
        {notSent.length > 0 && renderNotSent(notSent)}
      </main>
      <footer>{cutText(`${tool.name} ${tool.version}`, 60)}</footer>
    </div>,
    { style: DOCUMENT_STYLE, ...NO_SCRIPT },
  );
}

/** A section of the page and its anchor, if it has anything. */
const named = (title: string, { length }: readonly unknown[]): [string, string][] =>
  length === 0 ? [] : [[title.toLowerCase().replace(" ", "-"), title]];

const classesOf = ({ classes }: OperationRun): Classes => ({ ...classes, unstable: 0 });

function Operations({ operations }: { operations: readonly OperationRun[] }) {
  const columns = shownClasses(sumClasses(operations.map(classesOf))).filter(
    ({ key }) => key !== "unstable",
  );
  return (
    <PageSection id="operations" title="Operations">
      <p class="quiet">
        What needs attention comes first. The verdict is about what the document states; the figures
        count responses by class, and a 4xx is a response like any other.
      </p>
      <BlockTable
        class="suites"
        labelledBy="operations"
        head={[
          { title: "Operation" },
          { title: "Stated" },
          { class: "wide", title: "Responses" },
          ...columns.map(({ mark, label }) => ({
            class: "n",
            title: [<span class={`swatch ${mark}`} aria-hidden="true" />, ` ${label}`],
          })),
        ]}
      >
        {operations.map((each) => (
          <Row operation={each} columns={columns} />
        ))}
      </BlockTable>
    </PageSection>
  );
}

function Row(props: { operation: OperationRun; columns: ReturnType<typeof shownClasses> }) {
  const { operation, columns } = props;
  const [word, , mark] = STATED_WORDS[operation.accepts];
  const classes = classesOf(operation);
  const values = valuesText(operation);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <a href={`${encodeURIComponent(operation.run)}/report.html`}>
          {cutText(`${operation.method} ${operation.path}`, 120)}
        </a>
        <span class="about">{cutText(operation.name, 80)}</span>
        {values !== "" && <span class="about">{cutText(values, TEXT)}</span>}
      </th>
      <td role="cell" data-label="stated">
        {mark} {word}
      </td>
      <td role="cell" class="wide">
        <ClassBar classes={classes} of={operation.name} />
        <ul class="flow">
          {rowTexts(operation).map((text) => (
            <li>{cutText(text, TEXT)}</li>
          ))}
        </ul>
      </td>
      {columns.map(({ key, label }) => (
        <td role="cell" class={classes[key] === 0 ? "n zero" : "n"} data-label={label}>
          {whole(classes[key])}
        </td>
      ))}
    </tr>
  );
}

const renderDeleted = (texts: readonly string[]) => (
  <PageSection id="deleted" title="Deleted at the end">
    <p class="quiet">
      What the requests made, as far as their responses name it, with the responses to the requests
      that delete it.
    </p>
    <ul>
      {texts.map((text) => (
        <li>{cutText(text, TEXT)}</li>
      ))}
    </ul>
  </PageSection>
);

/** The operations without a result, each with the reason. */
export const renderNotSent = (notSent: readonly OperationNotSent[], title = "Not sent") => (
  <PageSection id="not-sent" title={title}>
    <p class="quiet">
      {counted(notSent.length, "operation")} {title.toLowerCase()}, each with the reason.
    </p>
    <ul>
      {notSent.map(({ method, path, reason }) => (
        <li>
          <b>{cutText(`${method} ${path}`, 120)}</b> {cutText(reason, TEXT)}
        </li>
      ))}
    </ul>
  </PageSection>
);
