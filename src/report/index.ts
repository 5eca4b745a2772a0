export { ctrfJson } from "./ctrf-json.ts";
export { type GateItem, gateItems } from "./gate-view.ts";
export { githubAnnotations, type WorkflowCommand } from "./github-annotations.ts";
export { renderComparisonPage } from "./html/comparison/comparison-page.tsx";
export {
  renderDocumentPage,
  renderDocumentTablePage,
  renderSurveyPage,
} from "./html/sections-page.tsx";
export { type JudgedView, renderGatePage } from "./html/gate/gate-page.tsx";
export { renderHistoryPage } from "./html/history/history-page.tsx";
export { renderRunPage } from "./html/run-page.tsx";
export { junitXml } from "./junit-xml.ts";
export { comparisonMarkdown } from "./markdown/comparison.ts";
export { documentMarkdown, documentTableMarkdown } from "./markdown/document.ts";
export { gateMarkdown, prComment, stepSummary } from "./markdown/gate.ts";
export { runMarkdown, statesMarkdown } from "./markdown/run.ts";
export { sarifJson } from "./sarif-json.ts";
export { dotText } from "./states-text.ts";
export { renderSideBySide } from "./side-by-side.ts";
export { renderComparison } from "./terminal/render-comparison.ts";
export { isInterrupted } from "./document-words.ts";
export { renderDocument, renderDocumentTable, renderSurvey } from "./terminal/document-lines.ts";
export { renderDoctor } from "./terminal/doctor-table.ts";
export { renderExplored } from "./terminal/render-explored.ts";
export { fitText, mostColumns, widthOf, hangingText, wrapText } from "./terminal/screen-text.ts";
export { renderFleet } from "./terminal/agent-tables.ts";
export { renderGate } from "./terminal/render-gate.ts";
export { renderHistory } from "./terminal/render-history.ts";
export { renderLoad } from "./terminal/render-load.ts";
export { wrappedTable, type Column } from "./terminal/table.ts";
export { renderDiff } from "./terminal/render-diff.ts";
export { renderResult, renderTerminal } from "./terminal/render-terminal.ts";
