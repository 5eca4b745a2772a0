import type { RunView } from "../../analyse/run-view.ts";
import { renderExplored } from "./explore/render-explored.ts";
import { renderLoad } from "./load/render-load.ts";
import type { Paint } from "./paint.ts";
import { renderTerminal } from "./render-terminal.ts";

/** A stored run as its verb printed it: a load or an exploration of its own, or the suites with what came after them. */
export function renderResult(
  { summary, load, loadAlone, exploreAlone }: RunView,
  paint: Paint,
  where: { report: string; run: string },
): string {
  if (exploreAlone === true) return renderExplored([{ summary, ...where }], paint);
  return loadAlone
    ? renderLoad(summary, load, paint, where)
    : renderTerminal(summary, paint, where);
}
