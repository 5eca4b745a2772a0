export { interfaceOfOperation, listOperations } from "../openapi/index.ts";
