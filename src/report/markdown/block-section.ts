import type { Block, BlockCell, BlockSection } from "../blocks.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  tableSection,
  textCell,
} from "./markdown-section.ts";

const MOST = 7000;
const LONGEST = 400;

/** A section in Markdown: one for each of its blocks, the first with the title. */
export function blockSections({ title, blocks }: BlockSection): Section[] {
  const shown = blocks.filter((block) => sizeOf(block) > 0);
  return shown.map((block, at) =>
    sectionOf(block, at === 0 && title !== "" ? [`### ${title}`, ""] : []),
  );
}

const sizeOf = (block: Block): number =>
  block.kind === "table" ? block.rows.length : block.items.length;

function sectionOf(block: Block, before: string[]): Section {
  if (block.kind === "sentences") {
    const mark = block.lead === true ? "**" : "";
    const rows = block.items.map(({ text, case: id }) => {
      const shownBy = id === undefined ? "" : ` (${markdownCode(id)})`;
      return `- ${marked(textCell(text, LONGEST), mark)}${shownBy}`;
    });
    return { before, rows, what: "sentence", most: MOST };
  }
  const { columns, rows, what } = block;
  const numbers = columns.flatMap(({ number }, at) => (number === true ? [at] : []));
  return tableSection(
    before,
    columns.map(({ title }) => title),
    rows.map((row) => row.map(cellText)),
    { what, most: MOST, numbers },
  );
}

/** A code span within bold is bold to no reader. */
const marked = (text: string, mark: string): string =>
  text.startsWith("`") ? text : `${mark}${text}${mark}`;

function cellText({ text, about, case: id }: BlockCell): string {
  const shown = text === "" ? "" : text === id ? codeCell(text, 200) : textCell(text, LONGEST);
  return about === undefined ? shown : `${shown} ${textCell(about, 120)}`;
}
