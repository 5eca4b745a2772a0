import type { DivergenceSummary } from "../../../model/index.ts";
import type { Links } from "../links.tsx";
import { chip } from "../chips.tsx";
import { cutText } from "../cut-text.tsx";
import { counted, escapeUnseen } from "../../../text/index.ts";
import { evidenceLink, requestCode } from "./evidence.tsx";

function Row({ found, links }: { found: DivergenceSummary; links: Links }) {
  const { family, signatures, met, text, bytes, cut } = found;
  return (
    <tr>
      <th scope="row">
        {cutText(family, 160)}
        <span class="about">
          met {counted(met, "time")}
          {cut !== undefined && "; not fully shrunk"} ·{" "}
          {evidenceLink(found.case, links, "evidence")}
        </span>
      </th>
      {signatures.map(({ target, signature }) => (
        <td class="got" data-label={escapeUnseen(target)}>
          {chip(signature)}
        </td>
      ))}
      <td>{requestCode(text, bytes)}</td>
    </tr>
  );
}

/** The requests to which targets respond differently: a row for each kind of request, a column for each target. */
export function DivergenceTable(props: { found: readonly DivergenceSummary[]; links: Links }) {
  const [first] = props.found;
  if (first === undefined) return null;
  return (
    <div class="part">
      <h3>Differences</h3>
      <p class="quiet">
        Every target got the same bytes. No single step that shrinks such a request keeps the
        difference; the evidence here is how this target responded.
      </p>
      <table class="divergences">
        <thead>
          <tr>
            <th scope="col">Difference from the stated request</th>
            {first.signatures.map(({ target }) => (
              <th scope="col">{cutText(target, 40)}</th>
            ))}
            <th scope="col">Smallest request</th>
          </tr>
        </thead>
        <tbody>
          {props.found
            .toSorted((a, b) => b.met - a.met)
            .map((found) => (
              <Row found={found} links={props.links} />
            ))}
        </tbody>
      </table>
    </div>
  );
}
