export {
  interfaceOfOperation,
  listOperations,
  readDocument,
  withBodyValue,
  withPathValue,
} from "../openapi/index.ts";
