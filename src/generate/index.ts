export { extraFields, jsonMutation } from "./arbitraries/mutated-body.ts";
export { requestWith, validRequest } from "./arbitraries/valid-request.ts";
export { axesOf, axisNamed } from "./axes/all-axes.ts";
export type { BodyEntry, BodyForm, BodyForms, BodyToken } from "./body-forms.ts";
export { bodyCases, bodyRows, formsOf, objectOf, tokensOf } from "./body-forms.ts";
export type { CaseDefinition, CaseRow, PropertyDefinition } from "./define-suite.ts";
export type { SuiteDefinition } from "./define-suite.ts";
export { defineSuite, suiteFor, withValid, casesOf, headerCases } from "./define-suite.ts";
export { ladderRows, ERRORS, casesWhere, partOfSuite, unmarkedCases } from "./define-suite.ts";
export { drawCases, DRAWN_AT_ONCE, drawNumbers, type NumbersOf, runNumbers } from "./draw.ts";
export { familyOf, fieldAbout, fieldsApart } from "./family.ts";
export { jsonMembers } from "./family/json-members.ts";
export { isIncomplete, isUnfinished, LARGE_BODY_BYTES, sentBytes } from "./request-bytes.ts";
export { hazardOf } from "./hazard.ts";
export { carriesIdentity, freshTexts, requestFreshCount } from "./identity-use.ts";
export { hasFewValues, type Layout, layoutOf, referencesOf } from "./layout.ts";
export { notations } from "./notations.ts";
export { allowedBy, anyRequest, likelyInPath, otherEffect } from "./other-effects.ts";
export { pairwise } from "./pairwise.ts";
export { pathNowhere, predecessorsOf } from "./predecessors.ts";
export type { Filling, Pieces, Start } from "./render.ts";
export { exampleBytes, exampleFilling, exampleUpTo, joinStarts } from "./render.ts";
export { percentEncoded, PIECE_BYTES } from "./render.ts";
export { render, renderPieces, renderSend, renderSendPieces, renderStart } from "./render.ts";
export { traceIds } from "./filling.ts";
export { clientHead, clientLines, endOfHead, requestBytes } from "./request-bytes.ts";
export { requestStarts, templateBytes } from "./request-bytes.ts";
export { partText } from "./form-text.ts";
export { formTexts, hasForm } from "./valid/is-valid-target.ts";
export { encodedValue, givenPair, pathTemplate, targetTemplate } from "./request-target.ts";
export { unquoted } from "./request-target.ts";
export type { CurlParts } from "./request-text.ts";
export { curlLine, printable, reasonText, wholeCharacters } from "./request-text.ts";
export { type Requests, requestsOf } from "./requests.ts";
export { requestSize, simplerRequests } from "./simpler.ts";
export type { ResourcePath } from "./state-cases.ts";
export { apart, atOnce, identityText, inOrder, againAfter, spaced } from "./state-cases.ts";
export { readBack, deletedCase, replacedCase, asStated, submittedCase } from "./state-cases.ts";
export { formsOfText, variations, KEY_SAME, withKey, withKeyAgain } from "./state-cases.ts";
export type { LetterStep, StateLetter } from "./state-letters.ts";
export type { ResourceTraits } from "./state-letters.ts";
export {
  ANOTHER,
  PAUSE_MS,
  letterRequests,
  letterSequence,
  MOST_IDENTITIES,
} from "./state-letters.ts";
export { namedPath, otherBody, ownPath, stateLetters } from "./state-letters.ts";
export type { HeadOptions, RequestHeader, SendStepOptions } from "./steps.ts";
export { endLines, halfClose, joinLines, pause, read, reset, sendBytes, wire } from "./steps.ts";
export { date, DATE, head, headersWith, id, ID, post, requestLine } from "./user-submission.ts";
export { send, user, wirePost } from "./user-submission.ts";
export { carryGiven, type CorpusFile, corpusSuite } from "./user-suites.ts";
export { isRequestAgainst, isRequestAllowed, isRequestOpen } from "./valid-request.ts";
export { isValidRequest, valuesIn } from "./valid-request.ts";
export { escapedPattern } from "./request-target.ts";
export { isStatedBody } from "./valid/is-valid-body.ts";
export { writeMember, writeMembers } from "./write-json.ts";
export { namesIn, takenValue } from "./taken-value.ts";
