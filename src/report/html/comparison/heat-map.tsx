import { type Behaviour, DEPTHS, type Depth } from "../../../model/index.ts";
import { counted, percent, whole, shortList } from "../../../text/index.ts";
import { depthWords } from "../../comparison-words.ts";
import { cutText, firstCharacters } from "../text.tsx";
import { PageSection } from "../elements.tsx";
import { ChartFigures } from "../section-view.tsx";
import { markOfSignature } from "../status-class.tsx";
import { isUpright } from "./matrix-row.tsx";
import type { PageFacts } from "./page-facts.ts";

/** In a wider table, cells have percent without the sign. */
const MOST_SIGNED = 12;
const MOST_COUNTS = 6;
/** A longer response is cut within a cell; the table beneath has it whole. */
const LONGEST_CODE = 9;

type Suite = Behaviour["suites"][number];
type Table = { facts: PageFacts; depth: Depth; order: readonly number[]; wide: boolean };

/** Responses of one target to the cases of a suite, at this depth, the most frequent first. */
function countsAt(suite: Suite, at: number, depth: Depth): [word: string, cases: number][] {
  const classes = suite.classes[at] ?? {};
  const accepted = classes["2xx"] ?? 0;
  const counts =
    depth === "exact"
      ? (suite.exact[at] ?? {})
      : depth === "class"
        ? classes
        : { "2xx": accepted, "not 2xx": suite.cases - accepted };
  return Object.entries(counts)
    .filter(([, cases]) => cases > 0)
    .toSorted(([, a], [, b]) => b - a);
}

/** `2xx 40 · 4xx 12`, the most frequent first. */
function countsText(counts: readonly [word: string, cases: number][]): string {
  return shortList(
    counts,
    MOST_COUNTS,
    ([word, cases]) => `${firstCharacters(word, 40)} ${whole(cases)}`,
  ).join(" · ");
}

/** The share of 2xx; at the exact depth the most frequent response, as dark as it is frequent. */
function renderCell({ facts, depth, wide }: Table, suite: Suite, at: number) {
  const counts = countsAt(suite, at, depth);
  const [[usual, most] = ["", 0]] = counts;
  const isExact = depth === "exact";
  const share = (isExact ? most : (suite.classes[at]?.["2xx"] ?? 0)) / suite.cases;
  const number = facts.suiteNames.indexOf(suite.suite);
  const percentage = wide ? Math.floor(share * 100) : percent(share);
  return (
    <td
      class={`share ${isExact ? `coded ${markOfSignature(usual)}` : "accepted"}`}
      style={`--s:${Math.round(share * 100) / 100}`}
      title={`${facts.names[at]}: ${countsText(counts)}`}
      data-t={at}
      {...(number >= 0 && { "data-suite": number })}
    >
      {isExact ? firstCharacters(usual, LONGEST_CODE) : percentage}
    </td>
  );
}

function renderRow(table: Table, suite: Suite) {
  const number = table.facts.suiteNames.indexOf(suite.suite);
  const name = cutText(suite.suite, 40);
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
      {table.order.map((at) => renderCell(table, suite, at))}
    </tr>
  );
}

const AllResponses = ({ facts, depth, order }: Table) => (
  <ChartFigures
    summary="All responses of this table"
    title={`cases of each suite by target, ${depthWords[depth]}`}
    head={["suite", ...order.map((at) => facts.names[at] ?? "")]}
    rows={facts.comparison.behaviour.suites.map((suite) => [
      suite.suite.slice(0, 60),
      ...order.map((at) => countsText(countsAt(suite, at, depth))),
    ])}
  />
);

const cornerOf: Record<Depth, string> = {
  accepted: "2xx, percent",
  class: "2xx, percent",
  exact: "usual response",
};

function renderAtDepth(facts: PageFacts, depth: Depth) {
  const { suites, depths } = facts.comparison.behaviour;
  const { order } = depths[depth].likeness;
  const table: Table = { facts, depth, order, wide: order.length > MOST_SIGNED };
  return (
    <div class="by-depth" data-depth={depth} hidden={depth !== "class"}>
      <div
        class={`scroll likeness ${table.wide ? "wide" : ""} ${isUpright(order.length) ? "upright-heads" : ""}`}
        tabIndex={0}
        role="region"
        aria-label={`Responses by suite and target, ${depthWords[depth]}`}
      >
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{cornerOf[depth]}</th>
              {order.map((at) => (
                <th scope="col" data-t={at}>
                  <span>{facts.names[at]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{suites.map((suite) => renderRow(table, suite))}</tbody>
        </table>
      </div>
      <AllResponses {...table} />
    </div>
  );
}

export function HeatMap({ facts }: { facts: PageFacts }) {
  const { suites, compared } = facts.comparison.behaviour;
  if (suites.length === 0) return null;
  return (
    <PageSection id="suites" title="Suites">
      <p class="quiet">
        The share of 2xx in each suite, of {counted(compared, "case")}; similar targets are next to
        each other. If equal means the same exact response, a cell has the most frequent one, darker
        the more frequent it is. A cell filters the groups above by its suite.
      </p>
      {DEPTHS.map((depth) => renderAtDepth(facts, depth))}
    </PageSection>
  );
}
