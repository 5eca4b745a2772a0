import { PageSection, headRow } from "../elements.tsx";
import { cutText } from "../text.tsx";
import type { PageFacts } from "./page-facts.ts";
import { DECLARED_EXPLAINED, implementedText } from "../../contract-words.ts";

type Ruled = { id: "inferred" | "state"; title: string; facts: PageFacts };

export function ComparedRules({ id, title, facts }: Ruled) {
  const { [id]: inferred } = facts.comparison;
  if (inferred === undefined) return null;
  const isCommon = inferred.some(({ common }) => common !== undefined);
  const isStated = inferred.some(({ stated }) => stated !== undefined);
  return (
    <PageSection id={id} title={title}>
      <div class="scroll" tabindex={0} role="region" aria-labelledby={id}>
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
                {row.rules.map((rule, at) => renderCell(rule, facts.names[at]))}
                {isCommon && renderCell(row.common, "all")}
                {isStated && renderCell(row.stated, "stated")}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageSection>
  );
}

const renderCell = (text = "", label = "") => (
  <td data-label={cutText(label, 40)}>{cutText(text, 400)}</td>
);

export function ComparedKeywords({ facts }: { facts: PageFacts }) {
  const { declared } = facts.comparison;
  if (declared === undefined) return null;
  return (
    <PageSection id="declared" title="Declared and implemented">
      <p>{DECLARED_EXPLAINED}</p>
      <div class="scroll" tabindex={0} role="region" aria-labelledby="declared">
        <table>
          {headRow(
            ["part", "keyword", "declared", ...facts.names].map((head) => cutText(head, 40)),
          )}
          <tbody>
            {declared.map(({ part, keyword, declared: stated, targets }) => (
              <tr>
                <th scope="row">{cutText(part, 60)}</th>
                <td data-label="keyword">{keyword}</td>
                <td data-label="declared">{cutText(stated, 200)}</td>
                {targets.map((target, at) => (
                  <td data-label={cutText(facts.names[at] ?? "", 40)}>
                    {cutText(implementedText(target), 300)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageSection>
  );
}
