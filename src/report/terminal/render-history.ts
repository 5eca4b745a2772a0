import { type TerminalText, counted, terminalLines } from "../../text/index.ts";
import type { History } from "../../model/index.ts";
import { runTables } from "../history-section.ts";
import { blockLines } from "./block-lines.ts";
import type { Screen } from "./screen-text.ts";
import { sectionOf } from "../blocks.ts";

export function renderHistory(
  { runs, conclusions = [] }: History,
  screen: Screen,
  { outputDir, page }: { outputDir: string; page: string },
): TerminalText {
  const targets = new Set(runs.map(({ target }) => target)).size;
  return terminalLines([
    ...screen.wrap(
      `${counted(runs.length, "run")} of ${counted(targets, "target")} in ${outputDir}`,
    ),
    "",
    ...conclusions.flatMap(({ target, text }) =>
      screen.wrap(targets > 1 ? `${target}: ${text}` : text),
    ),
    ...(conclusions.length === 0 ? [] : [""]),
    ...runTables(runs, undefined).flatMap((table, at) =>
      blockLines(sectionOf("runs", at === 0 ? "" : table.label, table), screen),
    ),
    page,
  ]);
}
