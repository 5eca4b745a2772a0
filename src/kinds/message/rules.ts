import { charsetRules, mediaTypeRules } from "./content-type-rules.ts";
import { documentLimits, documentRules } from "./document-rules.ts";
import { headersLimits, headersRules } from "./headers-rules.ts";
import { pathRules } from "./path-rules.ts";

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
