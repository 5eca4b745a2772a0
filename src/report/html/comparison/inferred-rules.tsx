import { CutText } from "../cut-text.tsx";
import type { PageFacts } from "./page-facts.ts";

/** The inferred rules side by side, one row for each part of the request. */
export function InferredRules({ facts }: { facts: PageFacts }) {
  const { inferred } = facts.comparison;
  if (inferred === undefined) return null;
  const isStated = inferred.some(({ stated }) => stated !== undefined);
  return (
    <section aria-labelledby="inferred">
      <h2 id="inferred">Inferred rules</h2>
      <div class="scroll" tabindex={0} role="region" aria-labelledby="inferred">
        <table>
          <thead>
            <tr>
              <th scope="col">part</th>
              {isStated && <th scope="col">stated</th>}
              {facts.names.map((name) => (
                <th scope="col">
                  <CutText text={name} limit={40} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inferred.map(({ name, stated, rules }) => (
              <tr>
                <th scope="row">
                  <CutText text={name} limit={60} />
                </th>
                {isStated && <td>{stated ?? ""}</td>}
                {rules.map((rule) => (
                  <td>
                    <CutText text={rule} limit={400} />
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
