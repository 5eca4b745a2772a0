import { booleanRules } from "./boolean/rules.ts";
import { charsetRules, mediaTypeRules } from "./message/content-type-rules.ts";
import { choiceRules } from "./choice/rules.ts";
import { dateRules } from "./date/rules.ts";
import { dateTimeDigits, dateTimeRules } from "./date-time/rules.ts";
import { documentLimits, documentRules } from "./message/document-rules.ts";
import { emailRules } from "./email/rules.ts";
import { headersLimits, headersRules } from "./message/headers-rules.ts";
import { listLength, listRules } from "./list/rules.ts";
import { numberRange, numberRules } from "./number/rules.ts";
import { objectRules } from "./object/rules.ts";
import { pathRules } from "./message/path-rules.ts";
import type { LimitedRule, ValueRule } from "./rule.ts";
import { textLengths, textRules } from "./text/rules.ts";
import { uriRules } from "./uri/rules.ts";
import { uuidRules } from "./uuid/rules.ts";
import { wholeNumberRange, wholeNumberRules } from "./whole-number/rules.ts";

/** Every rule about the value of a field; `subject` is the name of its kind. */
export const fieldRules: readonly ValueRule[] = [
  ...wholeNumberRules,
  ...numberRules,
  ...booleanRules,
  ...dateTimeRules,
  ...dateRules,
  ...uuidRules,
  ...emailRules,
  ...uriRules,
  ...textRules,
];

/** Rules about a list apart from its items; those about a choice or an object depend on the stated values or keys. */
export const composedRules = { list: listRules, choice: choiceRules, object: objectRules } as const;

/** Every rule about the value of a field whose limits are found by boundaries. */
export const fieldLimits: readonly LimitedRule[] = [
  wholeNumberRange,
  numberRange,
  dateTimeDigits,
  ...textLengths,
  listLength,
];

/** The rules about the other parts of a request. */
export const messageRules = {
  document: documentRules,
  mediaType: mediaTypeRules,
  charset: charsetRules,
  path: pathRules,
  headers: headersRules,
} as const;

/** The rules about the other parts of a request whose limits are found by boundaries. */
export const messageLimits = { document: documentLimits, headers: headersLimits } as const;
