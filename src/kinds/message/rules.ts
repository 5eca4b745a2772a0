import { charsetRules, mediaTypeRules } from "./content-type-rules.ts";
import { documentLimits, documentRules } from "./document-rules.ts";
import { headersLimits, headersRules } from "./headers-rules.ts";
import { pathRules } from "./path-rules.ts";

export const messageRules = {
  document: documentRules,
  mediaType: mediaTypeRules,
  charset: charsetRules,
  path: pathRules,
  headers: headersRules,
} as const;

export const messageLimits = { document: documentLimits, headers: headersLimits } as const;
