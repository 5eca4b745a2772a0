import type { Block, BlockCell, BlockSection } from "../blocks.ts";
import { besideTable, blockSize } from "../blocks.ts";
import {
  codeCell,
  markdownCode,
  type Section,
  sectionLines,
  tableSection,
  sentenceText,
  textCell,
} from "./markdown-section.ts";

const MOST = 7000;
const LONGEST = 400;
const LONGEST_CODE = 80;
const MOST_COMMAND = 2000;

/** Sections as lines, each block cut by whole rows to its room; `where` has everything. */
export const sectionsMarkdown = (sections: readonly BlockSection[], where: string): string[] =>
  sections.flatMap(blockSections).flatMap((each) => sectionLines(each, where));

/** A section in Markdown: one for each of its blocks, the first with the title. */
function blockSections({ title, blocks }: BlockSection): Section[] {
  const shown = blocks.filter((block) => blockSize(block) > 0 && block.isOnPage !== true);
  return shown.map((block, at) =>
    sectionOf(block, at === 0 && title !== "" ? [`### ${title}`, ""] : []),
  );
}

function sectionOf(block: Block, before: string[]): Section {
  const { most = MOST } = block;
  if (block.kind === "sentences") {
    const rows = block.items.flatMap(({ text, case: id, below = [] }, at) => {
      const mark = block.lead === true && at === 0 ? "**" : "";
      const about = id === undefined ? below : [id];
      const shownBy = about.length === 0 ? "" : ` (${markdownCode(about.join("; "))})`;
      const shown = `${marked(sentenceText(text, LONGEST), mark)}${shownBy}`;
      return block.quiet === true ? [shown, ""] : [`- ${shown}`];
    });
    return { before, rows, what: "sentence", most };
  }
  const { columns, rows, what } = block.kind === "beside" ? besideTable(block) : block;
  const numbers = columns.flatMap(({ number }, at) => (number === true ? [at] : []));
  return tableSection(
    before,
    columns.map(({ title }) => (title === "" ? "" : textCell(title, 40))),
    rows.map((row) => row.map(cellText)),
    { what, most, numbers },
  );
}

/** A code span within bold is bold to no reader. */
const marked = (text: string, mark: string): string =>
  text.startsWith("`") ? text : `${mark}${text}${mark}`;

function cellText({ text, lines, about, case: id, isCode }: BlockCell): string {
  if (lines !== undefined && text === "")
    return lines
      .map((line) => (isCode === true ? codeCell(line, MOST_COMMAND) : wordsCell(line)))
      .join("; ");
  const code = isCode === true ? LONGEST_CODE : text === id ? 200 : undefined;
  const shown = text === "" ? "" : code === undefined ? wordsCell(text) : codeCell(text, code);
  return about === undefined ? shown : `${shown} ${wordsCell(about)}`;
}

/** Figures that two spaces part stay apart. */
const wordsCell = (text: string): string =>
  / {2}/.test(text)
    ? textCell(text, LONGEST)
    : sentenceText(text.replaceAll("|", "\\u{7c}"), LONGEST);
