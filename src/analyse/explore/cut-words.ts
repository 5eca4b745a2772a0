import type { Cut } from "../../model/finding.ts";

/** Why exploring ended before it was done, as the end of a sentence. */
export const cutWords: Record<Cut, string> = {
  "max-requests": "the requests allowed by --max-requests were used up",
  "max-time": "the time allowed by --max-time was over",
  interrupted: "it was interrupted",
  "target-lost": "the server no longer answered",
};
