import { DECLARED_EXPLAINED, implementedText } from "../../declared-words.ts";
import { cutText } from "../cut-text.tsx";
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
                <th scope="col">{cutText(head, 40)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {declared.map(({ part, keyword, declared: stated, targets }) => (
              <tr>
                <th scope="row">{cutText(part, 60)}</th>
                <td>{keyword}</td>
                <td>{cutText(stated, 200)}</td>
                {targets.map((target) => (
                  <td>{cutText(implementedText(target), 300)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
