export {
  interfaceOfOperation,
  isLoginPath,
  listOperations,
  readDocument,
  withBodyValue,
  withPathValue,
} from "../openapi/index.ts";
