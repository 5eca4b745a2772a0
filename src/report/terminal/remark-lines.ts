import type { Remark, Summary } from "../../model/summary.ts";
import { widthOf } from "./fit-text.ts";
import type { Paint } from "./paint.ts";
import { type Column, tableLines } from "./table.ts";
import { wrapText } from "./wrap-text.ts";
import { counted, whole } from "../../text/numbers.ts";

const MOST_REMARKS = 10;
const BELOW = " ".repeat(6);
/** Longer cases and signatures push the text of their line to the right. */
const COLUMNS: Column[] = [{ usual: 44 }, { least: 3, usual: 18 }];

/** How many remarks the terminal shows. */
export const shownRemarks = ({ remarks }: Pick<Summary, "remarks">): number =>
  Math.min(remarks.length, MOST_REMARKS);

/** A few remarks of each kind, and how many cases were unstable. */
export function remarkLines(summary: Summary, paint: Paint, width = Infinity): string[] {
  const { remarks } = summary;
  const twice = summary.cases.filter(({ stability }) => stability !== "once").length;
  const unstable = remarks.filter(({ kind }) => kind === "unstable").length;
  const shown = choose(remarks);
  const left = remarks.length - shown.length;
  if (twice === 0 && shown.length === 0) return [];
  const rows = shown.map(({ case: id, kind, signature, text, count }) => {
    const more = count > 1 ? `  (${whole(count)} times)` : "";
    return [id ?? kind, signature, `${text}${more}`];
  });
  const changed = `${unstable === 0 ? "none" : whole(unstable)} of ${counted(twice, "case")} sent more than once`;
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

/** A row that is too wide: its text below the case and the signature. The case is never cut, as it is what `replay` takes. */
function foldedRow(row: readonly string[], inColumns: string, width: number): string[] {
  if (widthOf(inColumns) <= width) return [inColumns];
  const [id = "", ...texts] = row;
  const rest = texts.filter((text) => text !== "").join("  ");
  const alone = `  ${id}  ${rest}`;
  if (widthOf(alone) <= width) return [alone];
  const below = wrapText(rest, width - BELOW.length);
  return [`  ${id}`, ...below.map((line) => BELOW + line)];
}

/** A few of each kind, and of each kind from many suites: no kind and no suite displaces the others. */
function choose(remarks: readonly Remark[]): Remark[] {
  const kinds = [...new Set(remarks.map(({ kind }) => kind))];
  const share = Math.max(2, Math.floor(MOST_REMARKS / Math.max(1, kinds.length)));
  const turns = kinds.map((kind) => spread(remarks.filter((remark) => remark.kind === kind)));
  const first = turns.flatMap((each) => each.slice(0, share));
  const others = turns.flatMap((each) => each.slice(share));
  const chosen = new Set([...first, ...others].slice(0, MOST_REMARKS));
  return remarks.filter((remark) => chosen.has(remark));
}

/** The first of each suite, then the second of each, and so on. */
function spread(remarks: readonly Remark[]): Remark[] {
  const seen = new Map<string, number>();
  const ranked = remarks.map((remark) => {
    const suite = remark.case?.split("/", 1)[0] ?? "";
    const turn = seen.get(suite) ?? 0;
    seen.set(suite, turn + 1);
    return { remark, turn };
  });
  return ranked.toSorted((a, b) => a.turn - b.turn).map(({ remark }) => remark);
}
