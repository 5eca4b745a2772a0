import { counted } from "../../text/index.ts";
import type { Block, BlockCell, BlockSection, SentencesBlock, TableBlock } from "../blocks.ts";
import { PageSection } from "./elements.tsx";
import { cutText } from "./text.tsx";

const LONGEST = 400;

/** A section of a page from its blocks; its tables can be sorted by any column. */
export const SectionView = ({
  section,
  class: name,
}: {
  section: BlockSection;
  class?: string;
}) => (
  <PageSection id={section.id} title={section.title} {...(name !== undefined && { class: name })}>
    {section.blocks.map((block) => renderBlock(block))}
  </PageSection>
);

export const renderBlock = (block: Block) =>
  block.kind === "table" ? <BlockTableView block={block} /> : <SentencesView block={block} />;

function SentencesView({ block }: { block: SentencesBlock }) {
  const { items, lead, open = items.length } = block;
  if (items.length === 0) return null;
  const rest = items.slice(open);
  return (
    <>
      <ul class={lead === true ? "leads" : "rests"}>{items.slice(0, open).map(renderSentence)}</ul>
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, "more sentence")}</summary>
          <ul class="rests">{rest.map(renderSentence)}</ul>
        </details>
      )}
    </>
  );
}

const renderSentence = ({ text, href }: SentencesBlock["items"][number]) => (
  <li>
    {href === undefined ? cutText(text, LONGEST) : <a href={href}>{cutText(text, LONGEST)}</a>}
  </li>
);

function BlockTableView({ block }: { block: TableBlock }) {
  const { rows, open = rows.length, what } = block;
  if (rows.length === 0) return null;
  const rest = rows.slice(open);
  return (
    <>
      {renderTable(block, rows.slice(0, open))}
      {rest.length > 0 && (
        <details class="more paper">
          <summary>{counted(rest.length, `more ${what}`)}</summary>
          {renderTable({ ...block, label: `${block.label}, the rest` }, rest)}
        </details>
      )}
    </>
  );
}

const renderTable = ({ label, columns }: TableBlock, rows: TableBlock["rows"]) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table class="figures tight sortable">
      <thead>
        <tr>
          {columns.map(({ title, number }) => (
            <th scope="col" class={number === true ? undefined : "text"}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map((cell, at) =>
              at === 0 ? (
                <th scope="row">{renderCell(cell)}</th>
              ) : (
                <td
                  class={columns[at]?.number === true ? undefined : "text"}
                  {...(cell.sort !== undefined && { "data-sort": cell.sort })}
                >
                  {renderCell(cell)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const renderCell = ({ text, href, about }: BlockCell) => (
  <>
    {href === undefined ? cutText(text, LONGEST) : <a href={href}>{cutText(text, LONGEST)}</a>}
    {about !== undefined && <small class="url">{cutText(about, 120)}</small>}
  </>
);
