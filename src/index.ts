export { defineSuite, type SuiteDefinition } from "./generate/define-suite.ts";
export { DATE, ID, bytes, date, id, raw, times, user } from "./generate/bytes.ts";
export {
  halfClose,
  head,
  headersWith,
  pause,
  post,
  read,
  requestLine,
  reset,
  send,
  sendBytes,
  wire,
  wirePost,
} from "./generate/requests.ts";
export { Summary } from "./model/summary.ts";
export { RunRecord } from "./model/run.ts";
