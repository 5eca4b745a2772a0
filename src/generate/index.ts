export { extraFields } from "./arbitraries/fields.ts";
export { jsonMutation } from "./arbitraries/json-mutation.ts";
export { validRequest } from "./arbitraries/valid-request.ts";
export { axesOf, axisNamed } from "./axes/all-axes.ts";
export {
  bodyCases,
  type BodyEntry,
  type BodyForm,
  type BodyForms,
  formsOf,
  objectOf,
} from "./body-forms.ts";
export { type BodyToken, tokensOf } from "./body-tokens.ts";
export { carryGiven } from "./carry-given.ts";
export { type CorpusFile, corpusSuite } from "./corpus-suite.ts";
export { curlLine, type CurlParts } from "./curl-line.ts";
export {
  type CaseDefinition,
  defineSuite,
  type PropertyDefinition,
  type SuiteDefinition,
  suiteFor,
} from "./define-suite.ts";
export { drawCases, DRAWN_AT_ONCE } from "./draw-cases.ts";
export { drawNumbers, type NumbersOf, runNumbers } from "./draw-numbers.ts";
export { familyOf } from "./family.ts";
export { LARGE_BODY_BYTES } from "./family/clip.ts";
export { fieldAbout } from "./family/field-about.ts";
export { jsonMembers } from "./family/json-members.ts";
export { familyFilling, sentBytes } from "./family/sent-bytes.ts";
export { isStatedBody } from "./family/stated-body.ts";
export { probedClauses } from "./field-clauses.ts";
export { carriesIdentity, freshTexts, requestFreshCount } from "./fresh-count.ts";
export { hazardOf } from "./hazard.ts";
export { type Layout, layoutOf } from "./layout.ts";
export { notations } from "./notations.ts";
export { allowedBy, anyRequest, otherEffect } from "./other-effects.ts";
export { pairwise } from "./pairwise.ts";
export { pathNowhere, predecessorsOf } from "./predecessors.ts";
export { printable, wholeCharacters } from "./printable.ts";
export { PIECE_BYTES, type Pieces, renderPieces, renderSendPieces } from "./render-pieces.ts";
export {
  exampleBytes,
  type Filling,
  joinStarts,
  percentEncoded,
  render,
  renderSend,
  renderStart,
  type Start,
} from "./render.ts";
export {
  clientHead,
  clientLines,
  endOfHead,
  requestBytes,
  requestStarts,
} from "./request-bytes.ts";
export { encodedValue, pathTemplate, unquoted } from "./request-target.ts";
export { requestWith } from "./request-with.ts";
export { type Requests, requestsOf } from "./requests.ts";
export { reasonText } from "./sequence-text.ts";
export { requestSize, simplerRequests } from "./simpler.ts";
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
export { isUnfinished } from "./unfinished.ts";
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
export { isValidRequest } from "./valid-request.ts";
export { withValid } from "./with-valid.ts";
export { type JsonMarks, writeMember, writeMembers } from "./write-json.ts";
