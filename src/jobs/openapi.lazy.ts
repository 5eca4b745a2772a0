export { interfaceOfOperation, listOperations } from "../openapi/index.ts";
export {
  readDocument,
  withBodyValue,
  withParameterValue,
  withPathValue,
} from "../openapi/index.ts";
