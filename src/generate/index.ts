export { extraFields, jsonMutation } from "./arbitraries/mutated-body.ts";
export { requestWith, validRequest } from "./arbitraries/valid-request.ts";
export { axesOf, axisNamed } from "./axes/all-axes.ts";
export {
  bodyCases,
  type BodyEntry,
  type BodyForm,
  type BodyForms,
  type BodyToken,
  formsOf,
  objectOf,
  tokensOf,
} from "./body-forms.ts";
export {
  type CaseDefinition,
  defineSuite,
  type PropertyDefinition,
  type SuiteDefinition,
  suiteFor,
  withValid,
} from "./define-suite.ts";
export { drawCases, DRAWN_AT_ONCE, drawNumbers, type NumbersOf, runNumbers } from "./draw.ts";
export { familyOf, fieldAbout, fieldsApart } from "./family.ts";
export { jsonMembers } from "./family/json-members.ts";
export { isUnfinished, LARGE_BODY_BYTES, sentBytes } from "./family/sent-bytes.ts";
export { hazardOf } from "./hazard.ts";
export { carriesIdentity, freshTexts, requestFreshCount } from "./identity-use.ts";
export { type Layout, layoutOf } from "./layout.ts";
export { notations } from "./notations.ts";
export { allowedBy, anyRequest, otherEffect } from "./other-effects.ts";
export { pairwise } from "./pairwise.ts";
export { pathNowhere, predecessorsOf } from "./predecessors.ts";
export {
  exampleBytes,
  exampleFilling,
  type Filling,
  joinStarts,
  percentEncoded,
  PIECE_BYTES,
  type Pieces,
  render,
  renderPieces,
  renderSend,
  renderSendPieces,
  type Start,
} from "./render.ts";
export { traceIds } from "./trace-parent.ts";
export {
  clientHead,
  clientLines,
  endOfHead,
  requestBytes,
  requestStarts,
} from "./request-bytes.ts";
export { encodedValue, pathTemplate, unquoted } from "./request-target.ts";
export {
  curlLine,
  type CurlParts,
  printable,
  reasonText,
  wholeCharacters,
} from "./request-text.ts";
export { type Requests, requestsOf } from "./requests.ts";
export { requestSize, simplerRequests } from "./simpler.ts";
export {
  atOnce,
  identityText,
  inOrder,
  madePath,
  ownPath,
  readBack,
  readLater,
  type ResourcePath,
  asStated,
  stored,
  formsOfText,
  type Variation,
  variations,
  withKey,
} from "./state-cases.ts";
export {
  ANOTHER,
  letterRequests,
  letterSequence,
  type LetterStep,
  MOST_IDENTITIES,
  stateLetters,
  type StateLetter,
} from "./state-letters.ts";
export {
  endLines,
  halfClose,
  type HeadOptions,
  joinLines,
  pause,
  read,
  type RequestHeader,
  reset,
  sendBytes,
  type SendStepOptions,
  wire,
} from "./steps.ts";
export {
  date,
  DATE,
  head,
  headersWith,
  id,
  ID,
  post,
  requestLine,
  send,
  user,
  wirePost,
} from "./user-submission.ts";
export { carryGiven, type CorpusFile, corpusSuite } from "./user-suites.ts";
export { isRequestAgainst, isRequestAllowed, isValidRequest } from "./valid-request.ts";
export { isStatedBody } from "./valid/is-valid-body.ts";
export { type JsonMarks, writeMember, writeMembers } from "./write-json.ts";
export { casesOf, ERRORS } from "./case-rows.ts";
