import type { DeclaredKeyword } from "../../model/index.ts";
import { DECLARED_EXPLAINED } from "../declared-words.ts";
import { cutText } from "./cut-text.tsx";
import { caseLink, type Links } from "./links.tsx";

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
    <th scope="row">{cutText(row.part, 60)}</th>
    <td>{row.keyword}</td>
    <td>{cutText(row.declared, 200)}</td>
    <td>{cutText(row.implemented, 300)}</td>
    <td>{row.verdict}</td>
    <td>
      {row.evidence.map(({ by, signature, case: id }) => (
        <p>
          {cutText(`${by} got ${signature}`, 120)} {caseLink(id, links)}
        </p>
      ))}
    </td>
  </tr>
);
