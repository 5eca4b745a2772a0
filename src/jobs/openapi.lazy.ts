export { interfaceOfOperation, listOperations } from "../openapi/index.ts";
export { readDocument, withBodyValue, withPathValue } from "../openapi/index.ts";
