import { DATE, ID, date, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { head, requestLine, send } from "../../src/generate/user-submission.ts";
import { read, wire } from "../../src/generate/steps.ts";
import type { RawStep } from "../../src/model/request.ts";
import type { Template } from "../../src/template/template.ts";

const CLAUSES: CaseDefinition["clauses"] = [
  "states",
  "transitions",
  "id-uniqueness",
  "other-methods",
  "other-endpoints",
  "returned-fields",
];

const OF_ID: Template = [{ target: "path" }, "/", ID];
const BY_QUERY: Template = [{ target: "path" }, "?id=", ID];
const COLLECTION: Template = [{ target: "path" }];

const bare = (method: string, path: Template): RawStep[] => [
  send({
    head: head({
      line: requestLine({ method, path }),
      change: { "Content-Type": null, "Content-Length": null },
    }),
    body: [],
  }),
  read(method === "HEAD" ? { bodyless: true } : {}),
];

const full = (method: string, path: Template, body: Template): RawStep[] => [
  send({ head: head({ line: requestLine({ method, path }) }), body }),
  read(),
];

const OTHER_DATE = user({ date: bytes`"${date(1)}"` });

const BETWEEN: [name: string, what: string, steps: RawStep[]][] = [
  ["get", "GET of its path", bare("GET", OF_ID)],
  ["head", "HEAD of its path", bare("HEAD", OF_ID)],
  ["delete", "DELETE of its path", bare("DELETE", OF_ID)],
  ["put-same", "PUT of the same document to its path", full("PUT", OF_ID, user())],
  ["put-other-date", "PUT of another date to its path", full("PUT", OF_ID, OTHER_DATE)],
  [
    "patch",
    "PATCH of another date to its path",
    full("PATCH", OF_ID, bytes`{"date":"${date(1)}"}`),
  ],
  ["post-path", "POST of the same document to its path", full("POST", OF_ID, user())],
  ["get-query", "GET with the id in the query", bare("GET", BY_QUERY)],
  ["delete-query", "DELETE with the id in the query", bare("DELETE", BY_QUERY)],
  ["get-all", "GET of /api/user", bare("GET", COLLECTION)],
  ["head-all", "HEAD of /api/user", bare("HEAD", COLLECTION)],
  ["put-all", "PUT of another date to /api/user", full("PUT", COLLECTION, OTHER_DATE)],
  ["patch-all", "PATCH of another date to /api/user", full("PATCH", COLLECTION, OTHER_DATE)],
  [
    "delete-all-body",
    "DELETE of /api/user with the id in the body",
    full("DELETE", COLLECTION, bytes`{"id":${ID}}`),
  ],
];

const BEFORE: [name: string, what: string, steps: RawStep[]][] = [
  ["get", "GET of its path", bare("GET", OF_ID)],
  ["put", "PUT to its path", full("PUT", OF_ID, bytes`{"id":${ID},"date":"${DATE}"}`)],
  ["delete", "DELETE of its path", bare("DELETE", OF_ID)],
];

const stated = [send(), read()];

/** Other methods on an id just submitted, then the stated request with it again. */
export const lifecycle: CaseDefinition[] = [
  ...BETWEEN.map(([name, what, steps]) => ({
    name: `lifecycle-${name}`,
    reason: `an id is submitted, then ${what}, then it is submitted again`,
    family: "lifecycle",
    clauses: CLAUSES,
    request: wire(...stated, ...steps, ...stated),
  })),
  ...BEFORE.map(([name, what, steps]) => ({
    name: `before-${name}`,
    reason: `${what} of an id not submitted before, then the stated request with it`,
    family: "lifecycle",
    clauses: CLAUSES,
    request: wire(...steps, ...stated),
  })),
];
