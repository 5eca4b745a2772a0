export {
  contractDocument,
  type ImplementedContract,
  type InferredField,
  type KeywordEvidence,
  responseOf,
} from "./contract-document.ts";
export { Files } from "./document-part.ts";
export { editedText } from "./edit-document.ts";
export { isLoginPath, type ListedOperation, listOperations } from "./find-operation.ts";
export { interfaceOfOperation } from "./read-operation.ts";
export {
  type AnsweredBody,
  relativeRefs,
  type ResponseChange,
  Revision,
} from "./revise-document.ts";
export { type DocumentOperation, readDocument } from "./whole-document.ts";
export { withBodyValue, withPathValue } from "./whole-document.ts";
