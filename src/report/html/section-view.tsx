import type { ComponentChildren } from "preact";
import { counted } from "../../text/index.ts";
import type { Block, BlockCell, BlockSection, SentencesBlock, TableBlock } from "../blocks.ts";
import { PageSection } from "./elements.tsx";
import { chip, cutText, type Links } from "./text.tsx";

const LONGEST = 400;

/** A section of a page from its blocks; its tables can be sorted by any column. */
export const SectionView = ({
  section,
  class: name,
  links,
  children,
}: {
  section: BlockSection;
  class?: string;
  links?: Links;
  children?: ComponentChildren;
}) =>
  section.blocks.every((block) => sizeOf(block) === 0) ? null : (
    <PageSection id={section.id} title={section.title} {...(name !== undefined && { class: name })}>
      {children}
      {section.blocks.map((block) => renderBlock(block, links))}
    </PageSection>
  );

const sizeOf = (block: Block): number =>
  block.kind === "table" ? block.rows.length : block.items.length;

export const renderBlock = (block: Block, links?: Links) =>
  block.kind === "table" ? (
    <BlockTableView block={block} links={links} />
  ) : (
    <SentencesView block={block} links={links} />
  );

type Shared = { links: Links | undefined };

/** Where a text leads to: to its case if the page has it. */
const hrefOf = (
  { href, case: id }: { href?: string; case?: string },
  links: Links | undefined,
): string | undefined => href ?? (id === undefined ? undefined : links?.toCase(id));

function SentencesView({ block, links }: Shared & { block: SentencesBlock }) {
  const { items, lead, open = items.length } = block;
  if (items.length === 0) return null;
  const rest = items.slice(open);
  return (
    <>
      <ul class={lead === true ? "leads" : "rests"}>
        {items.slice(0, open).map((each) => renderSentence(each, links))}
      </ul>
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, "more sentence")}</summary>
          <ul class="rests">{rest.map((each) => renderSentence(each, links))}</ul>
        </details>
      )}
    </>
  );
}

function renderSentence(sentence: SentencesBlock["items"][number], links: Links | undefined) {
  const text = cutText(sentence.text, LONGEST);
  const href = hrefOf(sentence, links);
  return <li>{href === undefined ? text : <a href={href}>{text}</a>}</li>;
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

const renderTable = (
  { label, columns, wrapped }: TableBlock,
  rows: TableBlock["rows"],
  links: Links | undefined,
) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table
      role="table"
      class={`figures tight sortable stacked${wrapped === true ? " wrapped" : ""}`}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, number }) => (
            <th role="columnheader" scope="col" class={number === true ? undefined : "text"}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row">
            {row.map((cell, at) =>
              at === 0 ? (
                <th role="rowheader" scope="row">
                  {renderCell(cell, links)}
                </th>
              ) : (
                figureCell(cell, columns[at], links)
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** A cell; on a narrow screen, it has the title of its column before it, unless it is empty. */
function figureCell(cell: BlockCell, column: Column | undefined, links: Links | undefined) {
  const isEmpty = cell.text === "" && cell.responses === undefined;
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

function renderCell(cell: BlockCell, links: Links | undefined) {
  const { text, responses, about } = cell;
  const href = hrefOf(cell, links);
  const shown =
    responses === undefined ? (
      cutText(text, LONGEST)
    ) : (
      <span class="chips">{responses.map((each) => chip(each))}</span>
    );
  return (
    <>
      {href === undefined ? shown : <a href={href}>{shown}</a>}
      {about !== undefined && <small class="about">{cutText(about, 120)}</small>}
    </>
  );
}
