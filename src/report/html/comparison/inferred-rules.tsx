import { cutText } from "../cut-text.tsx";
import type { PageFacts } from "./page-facts.ts";

/** The inferred rules side by side, one row for each part of the request. */
export function InferredRules({ facts }: { facts: PageFacts }) {
  const { inferred } = facts.comparison;
  if (inferred === undefined) return null;
  const isCommon = inferred.some(({ common }) => common !== undefined);
  const isStated = inferred.some(({ stated }) => stated !== undefined);
  return (
    <section aria-labelledby="inferred">
      <h2 id="inferred">Inferred rules</h2>
      <div class="scroll" tabindex={0} role="region" aria-labelledby="inferred">
        <table class="rules">
          <thead>
            <tr>
              <th scope="col">part</th>
              {facts.names.map((name) => (
                <th scope="col">{cutText(name, 40)}</th>
              ))}
              {isCommon && <th scope="col">all</th>}
              {isStated && <th scope="col">stated</th>}
            </tr>
          </thead>
          <tbody>
            {inferred.map((row) => (
              <tr>
                <th scope="row">{cutText(row.name, 60)}</th>
                {row.rules.map((rule) => (
                  <Cell text={rule} />
                ))}
                {isCommon && <Cell text={row.common} />}
                {isStated && <Cell text={row.stated} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const Cell = ({ text = "" }: { text?: string | undefined }) => <td>{cutText(text, 400)}</td>;
