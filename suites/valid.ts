import { DATE, ID, bytes, user } from "../src/generate/bytes.ts";
import { defineSuite } from "../src/generate/define-suite.ts";
import { post } from "../src/generate/requests.ts";
import { validRequest } from "../src/generate/arbitraries/valid-request.ts";

const layout = (name: string, reason: string, body: ReturnType<typeof bytes>) => ({
  name,
  reason,
  valid: true as const,
  request: post(body),
});

const onDate = (name: string, date: string, reason: string) =>
  layout(`date-${name}`, reason, user({ date: `"${date}"` }));

/** The stated request, in every form that is the stated request beyond argument. */
export default defineSuite({
  name: "valid",
  about: "the stated request",
  clauses: [
    "server",
    "accepts",
    "method",
    "path",
    "protocol",
    "content-type",
    "content-length",
    "host",
    "client-headers",
    "body",
    "id-type",
    "date-format",
    "behaviour",
    "response-status",
    "response-headers",
    "response-body",
    "returned-fields",
  ],
  cases: [
    layout("plain", "the stated request as it stands", user()),
    layout("keys-reversed", "date before id", bytes`{"date":"${DATE}","id":${ID}}`),
    onDate("epoch", "1970-01-01T00:00:00.000Z", "the Unix epoch"),
  ],
  properties: [
    {
      name: "any",
      reason: "id, date, key order and white space drawn freely within the stated request",
      valid: true,
      arbitrary: validRequest,
    },
  ],
});
