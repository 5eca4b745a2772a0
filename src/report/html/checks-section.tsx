import type { CheckFinding, OperationRun } from "../../model/index.ts";
import { CHECKS_EXPLAINED, findingMark, findingText } from "../check-words.ts";
import { headRow, PageSection } from "./elements.tsx";
import { cutText } from "./text.tsx";

const TEXT = 400;

/** What the checks have found, with a link to the page of the operation that shows it. */
export function ChecksSection(props: {
  checks: readonly CheckFinding[];
  operations: readonly OperationRun[];
}) {
  const runs = new Map(props.operations.map(({ name, run }) => [name, run]));
  return (
    <PageSection id="checks" title="Checks">
      <p class="quiet">{CHECKS_EXPLAINED}</p>
      <div class="scroll" tabindex={0} role="region" aria-labelledby="checks">
        <table>
          {headRow(["check", "found", "first case"])}
          <tbody>
            {props.checks.map((each) => (
              <tr>
                <th scope="row">
                  {findingMark(each)} {each.check}
                </th>
                <td>{cutText(findingText(each), TEXT)}</td>
                <td>{firstCase(each, runs.get(each.operation))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageSection>
  );
}

const firstCase = ({ case: id }: CheckFinding, run: string | undefined) => {
  if (id === undefined) return <a href="#sequences">sequence</a>;
  const text = cutText(id, 80);
  return run === undefined ? text : <a href={`${encodeURIComponent(run)}/report.html`}>{text}</a>;
};
