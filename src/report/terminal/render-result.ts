import type { RunView } from "../../analyse/run-view.ts";
import { renderLoad } from "./load/render-load.ts";
import type { Paint } from "./paint.ts";
import { renderTerminal } from "./render-terminal.ts";

/** A stored run as its verb printed it: a load of its own, or the suites with a short one. */
export const renderResult = (
  { summary, load, loadAlone }: RunView,
  paint: Paint,
  where: { report: string; run: string },
): string =>
  loadAlone === true
    ? renderLoad(summary, load, paint, where)
    : renderTerminal(summary, paint, where);
