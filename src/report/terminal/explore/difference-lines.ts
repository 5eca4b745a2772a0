import type { DivergenceSummary } from "../../../model/explore-summary.ts";
import { whole } from "../../../text/numbers.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, padText } from "./fit-text.ts";

const MOST_FAMILY = 36;
const MOST_SIGNATURE = 16;
const LEAST_REQUEST = 24;
const MOST_TOLD = 30;

/** What targets answer differently: a column for each of them, the most often met first. */
export function differenceLines(
  found: readonly DivergenceSummary[],
  paint: Paint,
  width: number,
): string[] {
  const [first] = found;
  if (first === undefined) return [];
  const family = Math.min(MOST_FAMILY, Math.max(...found.map((each) => each.family.length)));
  const columns = first.signatures.map(({ target }, at) => {
    const lengths = found.map(({ signatures }) => signatures[at]?.signature.length ?? 0);
    return { target, width: Math.min(MOST_SIGNATURE, Math.max(target.length, ...lengths)) };
  });
  const taken = columns.reduce((sum, column) => sum + column.width + 2, 2 + 5 + 2 + family + 2);
  const room = Math.max(LEAST_REQUEST, width - taken);
  const head = columns.map((column) => padText(column.target, column.width)).join("  ");
  return [
    paint("bold", "differences"),
    paint("dim", `    met  ${padText("family", family)}  ${head}  smallest request`),
    ...found
      .toSorted((a, b) => b.met - a.met)
      .slice(0, MOST_TOLD)
      .map((each) => {
        const cells = columns.map((column, at) => {
          const { signature = "" } = each.signatures[at] ?? {};
          return paintSignature(paint, signature, padText(signature, column.width));
        });
        const met = whole(each.met).padStart(5);
        return `  ${met}  ${padText(each.family, family)}  ${cells.join("  ")}  ${requestOf(each, room)}`;
      }),
    ...(found.length > MOST_TOLD
      ? [paint("dim", `  … and ${found.length - MOST_TOLD} more in the report`)]
      : []),
    "",
  ];
}

function requestOf({ text, cut }: DivergenceSummary, room: number): string {
  const rest = cut === undefined ? "" : "   not shrunk to the end";
  return fitRequest(text === "" ? "(an empty body)" : text, room - rest.length) + rest;
}
