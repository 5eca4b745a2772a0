import type { Behaviour } from "../../../model/comparison.ts";
import { counted, percent, whole } from "../../../text/numbers.ts";
import { CutText } from "../cut-text.tsx";
import { FigureRows, FigureTable } from "../load/figure-table.tsx";
import type { PageFacts } from "./page-facts.ts";

/** In a wider table, cells have percent without the sign. */
const MOST_SIGNED = 12;

type Suite = Behaviour["suites"][number];

/** `2xx 40 · 4xx 12`, the most frequent class first. */
function classesText(classes: Record<string, number>): string {
  return Object.entries(classes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, cases]) => `${name} ${whole(cases)}`)
    .join(" · ");
}

function Cell(props: { facts: PageFacts; suite: Suite; at: number; wide: boolean }) {
  const { facts, suite, at, wide } = props;
  const classes = suite.classes[at] ?? {};
  const share = (classes["2xx"] ?? 0) / suite.cases;
  const number = facts.suiteNames.indexOf(suite.suite);
  return (
    <td
      class="share accepted"
      style={`--s:${Math.round(share * 100) / 100}`}
      title={`${facts.names[at]}: ${classesText(classes)}`}
      data-t={at}
      {...(number >= 0 && { "data-suite": number })}
    >
      {wide ? Math.floor(share * 100) : percent(share)}
    </td>
  );
}

function Row({ facts, suite, wide }: { facts: PageFacts; suite: Suite; wide: boolean }) {
  const { order } = facts.comparison.behaviour.depths.class.likeness;
  const number = facts.suiteNames.indexOf(suite.suite);
  const name = <CutText text={suite.suite} limit={40} />;
  return (
    <tr>
      <th scope="row">
        {number < 0 ? (
          name
        ) : (
          <a href="#behaviour" data-suite={number}>
            {name}
          </a>
        )}{" "}
        <span class="tally">{whole(suite.cases)}</span>
      </th>
      {order.map((at) => (
        <Cell facts={facts} suite={suite} at={at} wide={wide} />
      ))}
    </tr>
  );
}

/** The other classes, for readers without a pointer. */
function AllClasses({ facts }: { facts: PageFacts }) {
  const { suites, depths } = facts.comparison.behaviour;
  const { order } = depths.class.likeness;
  return (
    <details class="more">
      <summary>All classes of this table</summary>
      <FigureTable
        label="Cases of each suite by target and class"
        head={["suite", ...order.map((at) => facts.names[at] ?? "")]}
      >
        <FigureRows
          rows={suites.map(({ suite, classes }) => [
            suite.slice(0, 60),
            ...order.map((at) => classesText(classes[at] ?? {})),
          ])}
        />
      </FigureTable>
    </details>
  );
}

/** Suites by targets: the share of 2xx; targets are ordered by likeness. */
export function HeatMap({ facts }: { facts: PageFacts }) {
  const { suites, depths, compared } = facts.comparison.behaviour;
  if (suites.length === 0) return null;
  const { order } = depths.class.likeness;
  const wide = order.length > MOST_SIGNED;
  return (
    <section aria-labelledby="suites">
      <h2 id="suites">Suites</h2>
      <p class="quiet">
        The share of 2xx among {counted(compared, "case")}, by suite; like targets are neighbours. A
        cell filters the groups above by its suite.
      </p>
      <div
        class={`scroll likeness ${wide ? "wide" : ""}`}
        tabIndex={0}
        role="region"
        aria-label="Share of 2xx by suite and target, in percent"
      >
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">2xx, percent</th>
              {order.map((at) => (
                <th scope="col" data-t={at}>
                  <span>{facts.names[at]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {suites.map((suite) => (
              <Row facts={facts} suite={suite} wide={wide} />
            ))}
          </tbody>
        </table>
      </div>
      <AllClasses facts={facts} />
    </section>
  );
}
