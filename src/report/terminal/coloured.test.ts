import { type Paint, type TerminalText, inColour, plain } from "../../text/index.ts";
import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { driftResult, sampleResult } from "../../../test/report/gate.ts";
import { runView } from "../../../test/report/html/browser/run-view.ts";
import { fourTargets } from "../../../test/report/html/comparison/four-targets.ts";
import { renderComparison } from "./render-comparison.ts";
import { renderGate } from "./render-gate.ts";
import { renderLoad } from "./render-load.ts";
import { renderResult } from "./render-terminal.ts";
import { Screen } from "./screen-text.ts";

const where = { report: "reports/x/report.html", run: "reports/x" };
const view = runView();
const found =
  "it is the last of many words that do not fit into one line of a narrow terminal, so that they are wrapped";
view.summary.notes.push({ type: "note", kind: "load", text: found });

const outputs: [string, (paint: Paint, width: number) => TerminalText][] = [
  ["run", (paint, width) => renderResult(view, new Screen(paint, width), where)],
  ["load", (paint, width) => renderLoad(view.summary, view.load, new Screen(paint, width), where)],
  [
    "comparison",
    (paint, width) => renderComparison(fourTargets(), new Screen(paint, width), where),
  ],
  ["gate", (paint, width) => renderGate(sampleResult, new Screen(paint, width))],
  ["drift", (paint, width) => renderGate(driftResult, new Screen(paint, width))],
];

describe.each([80, 100, 140, Infinity])("at %s columns", (width) => {
  test.each(outputs)("colours move nothing: %s", (_, render) => {
    const coloured = render(inColour, width);
    expect(coloured).toContain("\u001b[");
    expect(stripVTControlCharacters(coloured)).toBe(render(plain, width));
  });

  // A command must stay whole.
  test.each(outputs)("nothing is wider than the terminal: %s", (_, render) => {
    const lines = render(plain, width).split("\n");
    const wide = lines.filter((line) => stringWidth(line) > width && !/^\s+replay: /.test(line));
    expect(wide).toEqual([]);
  });
});
