import type { ComponentChildren } from "preact";
import { counted } from "../../text/index.ts";
import type { Block, BlockCell, BlockSection, SentencesBlock, TableBlock } from "../blocks.ts";
import { besideTable, blockSize, tableBlock } from "../blocks.ts";
import { livesSection } from "../lives-section.ts";
import { bulletList, PageSection } from "./elements.tsx";
import { caseLink, chip, CommandLine, cutText, type Links, requestCode } from "./text.tsx";

const LONGEST = 600;

type SectionProps = {
  section: BlockSection;
  class?: string;
  links?: Links;
  children?: ComponentChildren;
};

/** A section of a page from its blocks; its tables can be sorted by any column. */
export const SectionView = ({ section, class: name, links, children }: SectionProps) =>
  section.blocks.every((block) => blockSize(block) === 0) ? null : (
    <PageSection id={section.id} title={section.title} {...(name !== undefined && { class: name })}>
      {section.about !== undefined && <p class="quiet">{section.about}</p>}
      {children}
      {section.blocks.map((block) => renderBlock(block, links))}
    </PageSection>
  );

/** What ended a target, made it hang or made its memory grow: a card. */
export const LivesView = (props: {
  targets: Parameters<typeof livesSection>[0];
  links?: Links;
}) => (
  <SectionView
    section={livesSection(props.targets)}
    class={
      props.targets.some(({ deaths }) => deaths !== undefined)
        ? "card verdict not-held"
        : "card verdict"
    }
    {...props}
  />
);

export const PartView = ({ section, links, children }: SectionProps) =>
  section.blocks.every((block) => blockSize(block) === 0) ? null : (
    <div class="part" id={section.id}>
      <h3>{section.title}</h3>
      {section.about !== undefined && <p class="quiet">{section.about}</p>}
      {children}
      {section.blocks.map((block) => renderBlock(block, links))}
    </div>
  );

export const renderBlock = (block: Block, links?: Links) =>
  block.kind === "sentences" ? (
    <SentencesView block={block} links={links} />
  ) : (
    <BlockTableView block={block.kind === "beside" ? besideTable(block) : block} links={links} />
  );

/** The figures of a chart, in a fold below it; columns of words instead of figures are named. */
export const ChartFigures = (props: {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  words?: readonly string[];
  summary?: string;
}) => (
  <details class="more">
    <summary>{props.summary ?? "The figures of this chart"}</summary>
    {renderBlock(
      tableBlock(
        ["row", `The figures of: ${props.title}`],
        props.head.map((title, at) => ({
          title,
          number: at > 0 && props.words?.includes(title) !== true,
        })),
        props.rows,
      ),
    )}
  </details>
);

type Shared = { links: Links | undefined };

/** Where a text leads to: to its case if the page has it. */
const hrefOf = (
  { href, case: id }: { href?: string | undefined; case?: string | undefined },
  links: Links | undefined,
): string | undefined => href ?? (id === undefined ? undefined : links?.toCase(id));

function SentencesView({ block, links }: Shared & { block: SentencesBlock }) {
  const { items, lead, quiet, open = items.length, what = "sentence" } = block;
  if (items.length === 0) return null;
  const rest = items.slice(open);
  return (
    <>
      {open > 0 && (
        <ul class={lead === true ? "leads" : quiet === true ? "rests quiet" : "rests"}>
          {items.slice(0, open).map((each) => renderSentence(each, links))}
        </ul>
      )}
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, open > 0 ? `more ${what}` : what)}</summary>
          <ul class="rests">{rest.map((each) => renderSentence(each, links))}</ul>
        </details>
      )}
    </>
  );
}

function renderSentence(sentence: SentencesBlock["items"][number], links: Links | undefined) {
  const { below = [], cases = [] } = sentence;
  const text = cutText(sentence.text, LONGEST);
  const href = hrefOf(sentence, links);
  return (
    <li data-t={sentence.targets?.join(" ")}>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {below.map((each) => (
        <span class="quiet"> ({cutText(each, LONGEST)})</span>
      ))}
      {links !== undefined && bulletList("flow", cases, (id) => caseLink(id, links))}
    </li>
  );
}

function BlockTableView({ block, links }: Shared & { block: TableBlock }) {
  const { rows, open = rows.length, what } = block;
  if (rows.length === 0) return null;
  const rest = rows.slice(open);
  return (
    <>
      {open > 0 && renderTable(block, rows.slice(0, open), links)}
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, open > 0 ? `more ${what}` : what)}</summary>
          {renderTable({ ...block, label: `${block.label}, the rest` }, rest, links)}
        </details>
      )}
    </>
  );
}

function renderTable(
  { label, columns, wrapped }: TableBlock,
  rows: TableBlock["rows"],
  links: Links | undefined,
) {
  const places = columns.flatMap(({ below }, at) => (below === true ? [] : [at]));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table
        role="table"
        class={`figures tight stacked sortable${wrapped === true ? " wrapped" : ""}`}
      >
        <thead role="rowgroup">
          <tr role="row">
            {places.map((at) => (
              <th
                role="columnheader"
                scope="col"
                class={columns[at]?.number === true ? undefined : "text"}
              >
                {columns[at]?.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{rows.map((row) => renderRow(row, columns, places, links))}</tbody>
      </table>
    </div>
  );
}

function renderRow(
  row: readonly BlockCell[],
  columns: TableBlock["columns"],
  places: readonly number[],
  links: Links | undefined,
) {
  const below = row.filter(
    ({ text, lines }, at) => !places.includes(at) && (lines?.length ?? text.length) > 0,
  );
  return (
    <>
      <tr role="row" class={below.length > 0 ? "doubtful" : undefined}>
        {places.map((at) => renderAt(row[at] ?? EMPTY, columns[at], at, links))}
      </tr>
      {below.length > 0 && (
        <tr role="row" class="why">
          <td role="cell" data-label="" colSpan={places.length}>
            <div>{below.map((cell) => renderCell(cell, links))}</div>
          </td>
        </tr>
      )}
    </>
  );
}

const EMPTY: BlockCell = { text: "" };

const renderAt = (
  cell: BlockCell,
  column: Column | undefined,
  at: number,
  links: Links | undefined,
) =>
  at === 0 ? (
    <th role="rowheader" scope="row" id={cell.anchor}>
      {renderCell(cell, links)}
    </th>
  ) : (
    figureCell(cell, column, links)
  );

/** A cell; on a narrow screen, it has the title of its column before it, unless it is empty. */
function figureCell(cell: BlockCell, column: Column | undefined, links: Links | undefined) {
  const isEmpty = cell.text === "" && !cell.lines?.length && cell.responses === undefined;
  return (
    <td
      role="cell"
      {...(!isEmpty && { "data-label": column?.title })}
      class={column?.number === true ? undefined : "text"}
      {...(cell.sort !== undefined && { "data-sort": cell.sort })}
    >
      {renderCell(cell, links)}
    </td>
  );
}

type Column = TableBlock["columns"][number];

const COLOURS = { red: "k5", yellow: "k4", green: "k2", dim: "kn" };

export function renderCell(cell: BlockCell, links?: Links) {
  const { text, lines, responses, about, isCode, commands = [], colour } = cell;
  const href = hrefOf(cell, links);
  const shown =
    responses !== undefined ? (
      <span class="chips">{responses.map((each) => chip(each))}</span>
    ) : colour !== undefined ? (
      <span class={`chip ${COLOURS[colour]}`}>{text}</span>
    ) : lines !== undefined ? (
      lines.map((line) =>
        isCode === true ? <CommandLine text={line} /> : <p>{cutText(line, LONGEST)}</p>,
      )
    ) : isCode === true ? (
      requestCode(text)
    ) : (
      cutText(text, LONGEST)
    );
  return (
    <>
      {href === undefined ? shown : <a href={href}>{shown}</a>}
      {commands.length > 0 && (
        <details class="more">
          <summary>{counted(commands.length, "command")}</summary>
          {commands.map((text) => (
            <CommandLine text={text} />
          ))}
        </details>
      )}
      {about !== undefined && " "}
      {about !== undefined && <small class="about">{cutText(about, LONGEST)}</small>}
    </>
  );
}
