import { DATE, ID, user } from "../src/generate/user-submission.ts";
import { bytes } from "../src/template/bytes.ts";
import { type CaseDefinition, defineSuite } from "../src/generate/define-suite.ts";
import { headersWith, post } from "../src/generate/user-submission.ts";

const PATHS: [name: string, reason: string, path: string][] = [
  ["api-v1-user", "v1 stands after /api", "/api/v1/user"],
  ["api-v2-user", "v2 stands after /api", "/api/v2/user"],
  ["api-v999-user", "v999 stands after /api", "/api/v999/user"],
  ["api-1-user", "1 stands after /api", "/api/1/user"],
  ["api-latest-user", "latest stands after /api", "/api/latest/user"],
  ["v1-api-user", "v1 stands before /api", "/v1/api/user"],
  ["v2-api-user", "v2 stands before /api", "/v2/api/user"],
  ["api-user-v1", "v1 stands after /user", "/api/user/v1"],
  ["query-version-1", "the query says version=1", "/api/user?version=1"],
  ["query-version-999", "the query says version=999", "/api/user?version=999"],
  ["query-v-1", "the query says v=1", "/api/user?v=1"],
  [
    "query-api-version",
    "the query says api-version and a date",
    "/api/user?api-version=2024-01-01",
  ],
];

const VALUES = ["1", "2", "999", "latest"];

const HEADERS: [name: string, header: string][] = [
  ["accept-version", "Accept-Version"],
  ["api-version", "Api-Version"],
  ["x-api-version", "X-API-Version"],
];

const headers: CaseDefinition[] = HEADERS.flatMap(([name, header]) =>
  VALUES.map((value) => ({
    name: `${name}-${value}`,
    reason: `${header} is ${value}`,
    family: "version-header",
    request: post(user(), { headers: headersWith({ [header]: value }) }),
  })),
);

const MEDIA: [name: string, header: string, value: string][] = [
  ["accept-vendor-v1", "Accept", "application/vnd.example.v1+json"],
  ["accept-vendor-v999", "Accept", "application/vnd.example.v999+json"],
  ["accept-parameter-1", "Accept", "application/json;version=1"],
  ["accept-parameter-999", "Accept", "application/json;version=999"],
  ["content-type-parameter-1", "Content-Type", "application/json;version=1"],
  ["content-type-parameter-999", "Content-Type", "application/json; version=999"],
  ["content-type-vendor-v1", "Content-Type", "application/vnd.example.v1+json"],
];

const media: CaseDefinition[] = MEDIA.map(([name, header, value]) => ({
  name,
  reason: `${header} is ${value}`,
  family: "version-media",
  request: post(user(), { headers: headersWith({ [header]: value }) }),
}));

const KEYS: [name: string, text: string][] = [
  ["version-1", '"version":1'],
  ["version-999", '"version":999'],
  ["version-text", '"version":"latest"'],
  ["api-version", '"apiVersion":"v1"'],
  ["v", '"v":2'],
];

const keys: CaseDefinition[] = KEYS.map(([name, text]) => ({
  name: `body-${name}`,
  reason: `the document carries ${text}`,
  family: "version-field",
  clauses: ["versioning", "further-fields", "response-status"],
  request: post(bytes`{"id":${ID},"date":"${DATE}",${text}}`),
}));

/** The places where services keep a version. */
export default defineSuite({
  name: "versioning",
  about: "versions in the path, the query, the headers and the document",
  clauses: ["versioning", "response-status", "error-conditions"],
  cases: [
    ...PATHS.map(([name, reason, path]): CaseDefinition => ({
      name,
      reason,
      family: "version-in-target",
      clauses: ["versioning", "other-endpoints", "response-status"],
      request: post(user(), { path }),
    })),
    ...headers,
    ...media,
    ...keys,
  ],
});
