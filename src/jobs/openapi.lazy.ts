export { interfaceOfOperation, listOperations } from "../openapi/index.ts";
export { readDocument, withBodyValue, withParameterValue } from "../openapi/index.ts";
export { withPathValue } from "../openapi/index.ts";
