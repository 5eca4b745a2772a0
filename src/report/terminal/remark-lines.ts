import type { Summary } from "../../model/index.ts";
import { chosenRemarks } from "../chosen-remarks.ts";
import { widthOf } from "./fit-text.ts";
import type { Paint } from "./paint.ts";
import { type Column, tableLines } from "./table.ts";
import { wrapText } from "./wrap-text.ts";
import { counted, whole } from "../../text/index.ts";

const BELOW = " ".repeat(6);
/** Longer cases and signatures push the text of their line to the right. */
const COLUMNS: Column[] = [{ usual: 44 }, { least: 3, usual: 18 }];

/** A few remarks of each kind, and how many cases were unstable. */
export function remarkLines(summary: Summary, paint: Paint, width = Infinity): string[] {
  const { remarks } = summary;
  const twice = summary.cases.filter(({ stability }) => stability !== "once").length;
  const unstable = remarks.filter(({ kind }) => kind === "unstable").length;
  const shown = chosenRemarks(remarks);
  const left = remarks.length - shown.length;
  if (twice === 0 && shown.length === 0) return [];
  const rows = shown.map(({ case: id, kind, signature, text, count }) => {
    const more = count > 1 ? `  (and ${counted(count - 1, "more case")})` : "";
    return [id ?? kind, signature, `${text}${more}`];
  });
  const changed = `${unstable === 0 ? "none" : whole(unstable)} of ${counted(twice, "case")} that ${twice === 1 ? "was" : "were"} sent more than once`;
  const table = [...rows, ["unstable", changed]];
  const inColumns = tableLines(table, COLUMNS, { indent: "  " });
  const lines = table.map((row, at) => foldedRow(row, inColumns[at] ?? "", width));
  return [
    paint("bold", "worth a look"),
    ...lines.slice(0, -1).flat(),
    ...(left > 0 ? [paint("dim", `  … and ${whole(left)} more in the report`)] : []),
    ...lines.slice(-1).flat(),
    "",
  ];
}

/** A row that is too wide: its text below the case and the signature. The case is never cut, because `replay` needs it. */
function foldedRow(row: readonly string[], inColumns: string, width: number): string[] {
  if (widthOf(inColumns) <= width) return [inColumns];
  const [id = "", ...texts] = row;
  const rest = texts.filter((text) => text !== "").join("  ");
  const alone = `  ${id}  ${rest}`;
  if (widthOf(alone) <= width) return [alone];
  const below = wrapText(rest, width - BELOW.length);
  return [`  ${id}`, ...below.map((line) => BELOW + line)];
}
