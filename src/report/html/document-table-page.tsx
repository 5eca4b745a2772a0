import type { DocumentTable, FigureColumn, OperationFigures } from "../../model/index.ts";
import { durationText, momentText } from "../../text/index.ts";
import { belowRow, figureCell, STATE_MARKS, tableCounts, VERB_WORDS } from "../table-words.ts";
import { DOCUMENT_STYLE, renderNotSent } from "./document-page.tsx";
import { htmlDocument, NO_SCRIPT } from "./document.ts";
import { BlockTable, PageSection } from "./elements.tsx";
import { TopBar } from "./masthead.tsx";
import { cutText } from "./text.tsx";

const TEXT = 400;

/** The page of a verb with a whole document: a row for each operation, with a link to the page about it. */
export function renderDocumentTablePage(table: DocumentTable): string {
  const { verb, targets, found, left, tool, startedAt, durationMs, seed } = table;
  const words = VERB_WORDS[verb];
  const names = targets.map(({ name }) => name).join(", ");
  const sections: [string, string][] = [
    ["operations", "Operations"],
    ...(left.length > 0 ? [["not-sent", words.left] as [string, string]] : []),
  ];
  return htmlDocument(
    <title>{cutText(`${names} · document · witness`, 80)}</title>,
    <div class="page operations">
      <header>
        <TopBar sections={sections} />
        <div class="masthead">
          <p class="over">
            {words.title}: every operation of {cutText(table.document, 120)}
          </p>
          <h1>{cutText(names, 60)}</h1>
          {found.map((text) => (
            <p>{cutText(text, TEXT)}</p>
          ))}
          <p class="quiet">
            {targets.map(({ baseUrl }) => cutText(`${baseUrl} · `, 120))}
            {tableCounts(table).join(" · ")} · {momentText(startedAt)} · {durationText(durationMs)}{" "}
            · seed {seed}
          </p>
        </div>
      </header>
      <main id="main">
        <Operations table={table} />
        {left.length > 0 && renderNotSent(left, words.left)}
      </main>
      <footer>{cutText(`${tool.name} ${tool.version}`, 60)}</footer>
    </div>,
    { style: DOCUMENT_STYLE, ...NO_SCRIPT },
  );
}

const Operations = ({ table: { operations, columns } }: { table: DocumentTable }) => (
  <PageSection id="operations" title="Operations">
    <p class="quiet">What needs attention comes first.</p>
    <dl class="quiet">
      {columns.map(({ title, about }) => (
        <div>
          <b>{title}</b>: {about}
        </div>
      ))}
    </dl>
    <BlockTable
      class="suites"
      labelledBy="operations"
      head={[
        { title: "Operation" },
        { class: "wide", title: "Result" },
        ...columns.map(({ title }) => ({ class: "n", title })),
      ]}
    >
      {operations.map((each) => (
        <Row operation={each} columns={columns} />
      ))}
    </BlockTable>
  </PageSection>
);

function Row(props: { operation: OperationFigures; columns: readonly FigureColumn[] }) {
  const { operation, columns } = props;
  const { name, method, path, folder, state, word } = operation;
  const href = `${folder.split("/").map(encodeURIComponent).join("/")}/report.html`;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <a href={href}>{cutText(`${method} ${path}`, 120)}</a>
        <span class="about">{cutText(name, 80)}</span>
      </th>
      <td role="cell" class="wide">
        {STATE_MARKS[state].mark} {cutText(word, 60)}
        <ul class="flow">
          {belowRow(operation).map((text) => (
            <li>{cutText(text, TEXT)}</li>
          ))}
        </ul>
      </td>
      {columns.map((column) => (
        <td role="cell" class="n" data-label={column.title}>
          {figureCell(operation, column)}
        </td>
      ))}
    </tr>
  );
}
