import { headerValues } from "./header-values.ts";
import { option } from "./option-row.ts";
import { names, text } from "./value-kind.ts";

/** The verbs that send to a target of the user. */
const NOT_GIVEN = {
  run: undefined,
  load: undefined,
  explore: undefined,
  compare: undefined,
  gate: undefined,
  resume: undefined,
  replay: undefined,
};

/** Credentials: parts of requests that are not recorded. */
export const credentialRows = {
  headers: option({
    flag: "header",
    configKey: "headers",
    kind: headerValues(),
    help: "send this header with every request; its value is not stored",
    defaults: NOT_GIVEN,
    without: "none",
  }),
  bearerFrom: option({
    flag: "bearer-from",
    example: "API_TOKEN",
    kind: text("<variable>"),
    help: "send Authorization: Bearer with the token in this environment variable",
    defaults: NOT_GIVEN,
    without: "none",
  }),
  basicFrom: option({
    flag: "basic-from",
    kind: text("<variable>"),
    help: "send Authorization: Basic with the user:password in this environment variable",
    defaults: NOT_GIVEN,
    without: "none",
  }),
  redact: option({
    flag: "redact",
    example: ["X-Session"],
    kind: names(),
    help: "store no value of these headers, nor of JSON members with these names",
    defaults: NOT_GIVEN,
    without: "credentials and given headers",
    recordedAs: "redact",
  }),
};
