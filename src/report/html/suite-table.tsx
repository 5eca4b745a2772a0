import { PageSection, BlockTable } from "./elements.tsx";
import type { OutcomeCounts, Summary } from "../../model/index.ts";
import { type Links, Chips, cutText } from "./text.tsx";

import { ClassBar, Legend, type Classes, shownClasses, sumClasses } from "./status-class.tsx";

import { whole } from "../../text/index.ts";

type Suite = Summary["suites"][number];

const CHIPS = 8;

const renderRow = (
  suite: Suite,
  columns: ReturnType<typeof shownClasses>,
  links: Links,
  outcomes: OutcomeCounts,
) => (
  <tr role="row">
    <th role="rowheader" scope="row">
      <a href={links.toSuite(suite.name)}>{cutText(suite.name, 60)}</a>
      <span class="about">{cutText(suite.about, 120)}</span>
    </th>
    <td role="cell" class="n" data-label="cases">
      {whole(suite.cases)}
    </td>
    <td role="cell" class="wide">
      <ClassBar classes={suite.classes} of={suite.name} />
      <Chips outcomes={outcomes} limit={CHIPS} />
    </td>
    {columns.map(({ key, label }) => (
      <td role="cell" class={suite.classes[key] === 0 ? "n zero" : "n"} data-label={label}>
        {whole(suite.classes[key])}
      </td>
    ))}
  </tr>
);

const headOf = (columns: ReturnType<typeof shownClasses>) => [
  { title: "Suite" },
  { class: "n", title: "Cases" },
  { class: "wide", title: "Last responses, and the responses by their exact codes" },
  ...columns.map(({ mark, label }) => ({
    class: "n",
    title: [<span class={`swatch ${mark}`} aria-hidden="true" />, ` ${label}`],
  })),
];

export function SuiteTable(props: {
  suites: readonly Suite[];
  signatures: ReadonlyMap<string, OutcomeCounts>;
  links: Links;
}) {
  const { suites, signatures, links } = props;
  const totals: Classes = sumClasses(suites.map(({ classes }) => classes));
  const columns = shownClasses(totals);
  return (
    <PageSection id="behaviour" title="Behaviour by suite">
      <p class="quiet">
        The bar counts cases by their last response, the line below it by all of their responses:
        “201, 409” is a case that got two in a row. A 4xx is a response like any other.
      </p>
      <div class="phone-only">
        <Legend keys={columns} totals={totals} />
      </div>
      <BlockTable class="suites" labelledBy="behaviour" head={headOf(columns)}>
        {suites.map((suite) => renderRow(suite, columns, links, signatures.get(suite.name) ?? {}))}
      </BlockTable>
    </PageSection>
  );
}
