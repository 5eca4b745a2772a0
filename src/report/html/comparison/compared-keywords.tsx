import { DECLARED_EXPLAINED, implementedText } from "../../contract-words.ts";
import { CutText } from "../cut-text.tsx";
import type { PageFacts } from "./page-facts.ts";

/** The document's declarations and each target's behaviour, keyword by keyword. */
export function ComparedKeywords({ facts }: { facts: PageFacts }) {
  const { declared } = facts.comparison;
  if (declared === undefined) return null;
  return (
    <section aria-labelledby="declared">
      <h2 id="declared">Declared and implemented</h2>
      <p>{DECLARED_EXPLAINED}</p>
      <div class="scroll" tabindex={0} role="region" aria-labelledby="declared">
        <table>
          <thead>
            <tr>
              {["part", "keyword", "declared", ...facts.names].map((head) => (
                <th scope="col">
                  <CutText text={head} limit={40} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {declared.map(({ part, keyword, declared: stated, targets }) => (
              <tr>
                <th scope="row">
                  <CutText text={part} limit={60} />
                </th>
                <td>{keyword}</td>
                <td>
                  <CutText text={stated} limit={200} />
                </td>
                {targets.map((target) => (
                  <td>
                    <CutText text={implementedText(target)} limit={300} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
