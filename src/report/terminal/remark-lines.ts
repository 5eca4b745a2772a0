import type { Remark, Summary } from "../../model/summary.ts";
import type { Paint } from "./paint.ts";
import { whole } from "../../text/numbers.ts";

const MOST_REMARKS = 24;

/** What stands out, a few of each kind, and how many cases were unstable. */
export function remarkLines(summary: Summary, paint: Paint): string[] {
  const { remarks } = summary;
  const twice = summary.cases.filter(({ stability }) => stability !== "once").length;
  const unstable = remarks.filter(({ kind }) => kind === "unstable").length;
  const shown = choose(remarks);
  const names = shown.map((remark) => remark.case ?? remark.kind);
  const width = Math.min(44, Math.max(8, ...names.map((name) => name.length)));
  const signatures = Math.min(18, Math.max(3, ...shown.map(({ signature }) => signature.length)));
  const left = remarks.length - shown.length;
  if (twice === 0 && shown.length === 0) return [];
  return [
    paint("bold", "worth a look"),
    ...shown.map((remark, at) => {
      const more = remark.count > 1 ? `  (${whole(remark.count)} times)` : "";
      return `  ${(names[at] ?? "").padEnd(width)}  ${remark.signature.padEnd(signatures)}  ${remark.text}${more}`;
    }),
    ...(left > 0 ? [paint("dim", `  … and ${whole(left)} more in the report`)] : []),
    `  ${"unstable".padEnd(width)}  ${unstable === 0 ? "none" : whole(unstable)} in ${whole(twice)} cases sent more than once`,
    "",
  ];
}

/** A few of each kind, and of each kind from many suites: no kind and no suite pushes the others out. */
function choose(remarks: Remark[]): Remark[] {
  const kinds = [...new Set(remarks.map(({ kind }) => kind))];
  const share = Math.max(3, Math.floor(MOST_REMARKS / Math.max(1, kinds.length)));
  return kinds
    .flatMap((kind) => spread(remarks.filter((remark) => remark.kind === kind)).slice(0, share))
    .slice(0, MOST_REMARKS);
}

/** The first of each suite, then the second of each, and so on. */
function spread(remarks: Remark[]): Remark[] {
  const seen = new Map<string, number>();
  const ranked = remarks.map((remark) => {
    const suite = remark.case?.split("/", 1)[0] ?? "";
    const turn = seen.get(suite) ?? 0;
    seen.set(suite, turn + 1);
    return { remark, turn };
  });
  return ranked.toSorted((a, b) => a.turn - b.turn).map(({ remark }) => remark);
}
