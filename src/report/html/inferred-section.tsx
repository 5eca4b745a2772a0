import { DECLARED_EXPLAINED, contractSentences, verdictText } from "../contract-words.ts";
import { PageSection, bulletList, headRow } from "./elements.tsx";
import type { InferredSummary, DeclaredKeyword } from "../../model/index.ts";
import { ruleWithRefusals } from "../../stats/index.ts";
import { counted } from "../../text/index.ts";
import { cutText, caseLink, type Links } from "./text.tsx";

export function InferredSection({ found, links }: { found: InferredSummary; links: Links }) {
  const { parts, order, requests, echoed = [] } = found;
  return (
    <PageSection id="inferred" title="Inferred rules">
      <p class="quiet">
        By {counted(requests, "further request")}. Nothing here is promised by the server.
      </p>
      <dl class="notes">
        {parts.map((part) => (
          <>
            <dt>{cutText(part.name, 60)}</dt>
            <dd>
              {cutText(ruleWithRefusals(part), 800)}
              {part.state === "open" && <p>Some of these rules could not be told apart.</p>}
              {part.families.length > 0 && (
                <details>
                  <summary>responses to {counted(part.families.length, "kind")} of values</summary>
                  {bulletList(
                    undefined,
                    part.families.map((family) => cutText(family, 200)),
                  )}
                </details>
              )}
              {renderRefuted(part.refuted, links)}
            </dd>
          </>
        ))}
        {order !== undefined && (
          <>
            <dt>order of checks</dt>
            <dd>{order}</dd>
          </>
        )}
        {renderEchoed(echoed)}
      </dl>
      {renderOfDocument(found, links)}
    </PageSection>
  );
}

const renderOfDocument = (found: InferredSummary, links: Links) => (
  <>
    {found.declared !== undefined && renderDeclaredTable(found.declared, links)}
    <Contract contract={found.contract} />
  </>
);

const Contract = ({ contract }: Pick<InferredSummary, "contract">) =>
  contract === undefined ? null : (
    <>
      <h3>The contract as implemented</h3>
      {bulletList(
        undefined,
        contractSentences(contract).map((sentence) => cutText(sentence, 800)),
      )}
    </>
  );

/** How values were read, by what responses repeat of them. */
const renderEchoed = (sentences: readonly string[]) =>
  sentences.length === 0 ? null : (
    <>
      <dt>in responses</dt>
      <dd>
        {sentences.map((sentence) => (
          <p>{cutText(sentence, 300)}</p>
        ))}
      </dd>
    </>
  );

function renderRefuted(refuted: InferredSummary["parts"][number]["refuted"], links: Links) {
  if (refuted.length === 0) return null;
  return (
    <details>
      <summary>{counted(refuted.length, "refuted rule")}</summary>
      <ul>
        {refuted.map(({ rule, by, signature, case: id }) => (
          <li>
            {cutText(`${rule}: ${by} got ${signature}`, 300)}{" "}
            {id !== undefined && caseLink(id, links)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const HEADS = ["part", "keyword", "declared", "implemented", "verdict", "evidence"];

const renderDeclaredTable = (declared: readonly DeclaredKeyword[], links: Links) => (
  <>
    <h3 id="declared">Declared and implemented</h3>
    <p>{DECLARED_EXPLAINED}</p>
    <div class="scroll" tabindex={0} role="region" aria-labelledby="declared">
      <table>
        {headRow(HEADS)}
        <tbody>{declared.map((row) => renderRow(row, links))}</tbody>
      </table>
    </div>
  </>
);

const renderRow = (row: DeclaredKeyword, links: Links) => (
  <tr>
    <th scope="row">{cutText(row.part, 60)}</th>
    <td>{row.keyword}</td>
    <td>{cutText(row.declared, 200)}</td>
    <td>{cutText(row.implemented, 300)}</td>
    <td>{verdictText(row)}</td>
    <td>
      {row.evidence.map(({ by, signature, case: id }) => (
        <p>
          {cutText(`${by} got ${signature}`, 120)} {caseLink(id, links)}
        </p>
      ))}
    </td>
  </tr>
);
