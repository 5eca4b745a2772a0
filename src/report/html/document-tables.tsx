import type { OperationRun } from "../../model/index.ts";
import { verdictText } from "../contract-words.ts";
import { coverageParts, differingKeywords, unseenResponses } from "../coverage-words.ts";
import { headRow, PageSection } from "./elements.tsx";
import { cutText } from "./text.tsx";

const TEXT = 300;

/** The anchors and titles of the tables that a document has. */
export const documentTableSections = (operations: readonly OperationRun[]): [string, string][] => [
  ...(differingKeywords(operations).length > 0
    ? [["declared", "Declared"] as [string, string]]
    : []),
  ...(coverageParts(operations).length > 0 ? [["coverage", "Coverage"] as [string, string]] : []),
];

/** The document against the implementation, and the documented responses that were never seen. */
export const DocumentTables = ({ operations }: { operations: readonly OperationRun[] }) => (
  <>
    {differingKeywords(operations).length > 0 && renderDeclared(operations)}
    {coverageParts(operations).length > 0 && renderCoverage(operations)}
  </>
);

const renderDeclared = (operations: readonly OperationRun[]) => (
  <PageSection id="declared" title="Declared and implemented">
    <p class="quiet">
      Where the server accepts more or less than the keywords of the document. The page of an
      operation has all of its keywords.
    </p>
    <div class="scroll" tabindex={0} role="region" aria-labelledby="declared">
      <table>
        {headRow(["operation", "part", "keyword", "declared", "implemented", "verdict"])}
        <tbody>
          {differingKeywords(operations).map(({ operation, row }) => (
            <tr>
              <th scope="row">{cutText(operation, 80)}</th>
              <td data-label="part">{cutText(row.part, 60)}</td>
              <td data-label="keyword">{row.keyword}</td>
              <td data-label="declared">{cutText(row.declared, TEXT)}</td>
              <td data-label="implemented">{cutText(row.implemented, TEXT)}</td>
              <td data-label="verdict">{verdictText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </PageSection>
);

function renderCoverage(operations: readonly OperationRun[]) {
  const unseen = unseenResponses(operations);
  return (
    <PageSection id="coverage" title="Coverage">
      <p class="quiet">Seen: {coverageParts(operations).join("")}, by status and media type.</p>
      {unseen.length > 0 && (
        <div class="scroll" tabindex={0} role="region" aria-labelledby="coverage">
          <table>
            {headRow(["operation", "never seen", "why"])}
            <tbody>
              {unseen.map(({ operation, response, why }) => (
                <tr>
                  <th scope="row">{cutText(operation, 80)}</th>
                  <td data-label="never seen">{cutText(response, 120)}</td>
                  <td data-label="why">{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PageSection>
  );
}
