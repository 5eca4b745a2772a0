import type { DeclaredKeyword } from "../../model/index.ts";
import { DECLARED_EXPLAINED, verdictText } from "../contract-words.ts";
import { CutText } from "./cut-text.tsx";
import { CaseLink, type Links } from "./links.tsx";

const HEADS = ["part", "keyword", "declared", "implemented", "verdict", "evidence"];

/** The document's declarations compared with the server's behaviour, keyword by keyword. */
export const DeclaredTable = ({
  declared,
  links,
}: {
  declared: readonly DeclaredKeyword[];
  links: Links;
}) => (
  <>
    <h3 id="declared">Declared and implemented</h3>
    <p>{DECLARED_EXPLAINED}</p>
    <div class="scroll" tabindex={0} role="region" aria-labelledby="declared">
      <table>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {declared.map((row) => (
            <Row row={row} links={links} />
          ))}
        </tbody>
      </table>
    </div>
  </>
);

const Row = ({ row, links }: { row: DeclaredKeyword; links: Links }) => (
  <tr>
    <th scope="row">
      <CutText text={row.part} limit={60} />
    </th>
    <td>{row.keyword}</td>
    <td>
      <CutText text={row.declared} limit={200} />
    </td>
    <td>
      <CutText text={row.implemented} limit={300} />
    </td>
    <td>{verdictText(row)}</td>
    <td>
      {row.evidence.map(({ by, signature, case: id }) => (
        <p>
          <CutText text={`${by} got ${signature}`} limit={120} /> <CaseLink id={id} links={links} />
        </p>
      ))}
    </td>
  </tr>
);
