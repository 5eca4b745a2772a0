export { ctrfJson } from "./ctrf-json.ts";
export { githubAnnotations, type WorkflowCommand } from "./github-annotations.ts";
export { renderComparisonPage } from "./html/comparison/comparison-page.tsx";
export { renderHistoryPage } from "./html/history/history-page.tsx";
export { renderRunPage } from "./html/run-page.tsx";
export { renderSurveyPage } from "./html/survey-page.tsx";
export { junitXml } from "./junit-xml.ts";
export { comparisonMarkdown } from "./markdown/comparison.ts";
export { gateMarkdown, prComment, stepSummary } from "./markdown/gate.ts";
export { runMarkdown } from "./markdown/run.ts";
export { renderSideBySide } from "./side-by-side.ts";
export { renderComparison } from "./terminal/render-comparison.ts";
export { renderDoctor } from "./terminal/doctor-table.ts";
export { renderExplored } from "./terminal/render-explored.ts";
export {
  fitText,
  mostColumns,
  widthOf,
  type Paint,
  plain,
  hangingText,
  wrapText,
} from "./terminal/screen-text.ts";
export { renderFleet } from "./terminal/agent-tables.ts";
export { renderGate } from "./terminal/render-gate.ts";
export { renderHistory } from "./terminal/render-history.ts";
export { renderLoad } from "./terminal/render-load.ts";
export { wrappedTable, type Column } from "./terminal/table.ts";
export { renderDiff } from "./terminal/render-diff.ts";
export { renderResult, renderTerminal } from "./terminal/render-terminal.ts";
export { renderSurvey } from "./terminal/survey-lines.ts";
