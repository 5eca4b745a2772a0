import type { Summary } from "../../model/summary.ts";
import type { Links } from "./anchors.ts";
import { Chips } from "./chips.tsx";
import { ClassBar, Legend } from "./class-bar.tsx";
import { Cut } from "./cut-text.tsx";
import { count } from "./numbers.ts";
import { type Classes, shownClasses, sumClasses } from "./status-class.ts";

type Suite = Summary["suites"][number];

function Row({
  suite,
  columns,
  links,
}: {
  suite: Suite;
  columns: ReturnType<typeof shownClasses>;
  links: Links;
}) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <a href={links.toSuite(suite.name)}>
          <Cut text={suite.name} limit={60} />
        </a>
        <span class="about">
          <Cut text={suite.about} limit={120} />
        </span>
      </th>
      <td role="cell" class="n" data-label="cases">
        {count(suite.cases)}
      </td>
      <td role="cell" class="wide">
        <ClassBar classes={suite.classes} of={suite.name} />
        <Chips outcomes={suite.outcomes} counts />
      </td>
      {columns.map(({ key, label }) => (
        <td role="cell" class={suite.classes[key] === 0 ? "n zero" : "n"} data-label={label}>
          {count(suite.classes[key])}
        </td>
      ))}
    </tr>
  );
}

function Head({ columns }: { columns: ReturnType<typeof shownClasses> }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          Suite
        </th>
        <th role="columnheader" scope="col" class="n">
          Cases
        </th>
        <th role="columnheader" scope="col" class="wide">
          Last answers, and every answer by its exact code
        </th>
        {columns.map(({ mark, label }) => (
          <th role="columnheader" scope="col" class="n">
            <span class={`swatch ${mark}`} aria-hidden="true" /> {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** How each suite was answered: one row, one bar. */
export function SuiteTable({ suites, links }: { suites: readonly Suite[]; links: Links }) {
  const totals: Classes = sumClasses(suites.map(({ classes }) => classes));
  const columns = shownClasses(totals);
  return (
    <section aria-labelledby="behaviour">
      <h2 id="behaviour">Behaviour by suite</h2>
      <p class="quiet">
        A case counts once, by its last answer; under the bar, each answer counts. A 4xx is an
        answer like any other here.
      </p>
      <div class="phone-only">
        <Legend keys={columns} totals={totals} />
      </div>
      <table class="suites" role="table" aria-labelledby="behaviour">
        <Head columns={columns} />
        <tbody role="rowgroup">
          {suites.map((suite) => (
            <Row suite={suite} columns={columns} links={links} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
