import type { CaseRow, CaseDefinition, Requests } from "../src/generate/index.ts";
import { casesOf, formsOf, headerCases, suiteFor } from "../src/generate/index.ts";
import type { Template } from "../src/template/index.ts";
import { distinctBy } from "../src/remember.ts";
import { slugOf } from "../src/kinds/index.ts";
import type { Suite } from "../src/model/index.ts";

function inPath(on: Requests): CaseRow<Template>[] {
  const { path } = on.interface;
  const end = path.lastIndexOf("/");
  const [before, last] = [path.slice(0, end), path.slice(end)];
  const [, first = ""] = path.split("/");
  const other = (text: string, reason: string): CaseRow<Template> => [
    slugOf(text),
    reason,
    on.target(text),
  ];
  const inside = before === "" ? [] : ["v1", "v2", "v999", "1", "latest"];
  const all = [
    ...inside.map((each) => other(`${before}/${each}${last}`, `${each} stands after ${before}`)),
    ...["v1", "v2"].map((each) => other(`/${each}${path}`, `${each} precedes /${first}`)),
    other(`${path}/v1`, `v1 stands after ${last}`),
  ];
  return distinctBy(all, ([name]) => name);
}

const IN_QUERY: CaseRow<string>[] = [
  ["version-1", "the query says version=1", "version=1"],
  ["version-999", "the query says version=999", "version=999"],
  ["v-1", "the query says v=1", "v=1"],
  ["api-version", "the query says api-version and a date", "api-version=2024-01-01"],
];

const inQuery = (on: Requests): CaseRow<Template>[] =>
  IN_QUERY.map(([name, reason, query]) => [`query-${name}`, reason, on.pathWith(query)]);

const VALUES = ["1", "2", "999", "latest"];

const HEADERS: [name: string, header: string][] = [
  ["accept-version", "Accept-Version"],
  ["api-version", "Api-Version"],
  ["x-api-version", "X-API-Version"],
];

const headers = (on: Requests): CaseDefinition[] =>
  HEADERS.flatMap(([name, header]) => {
    const entries = VALUES.map((value): CaseRow<string> => [value, header, value]);
    return headerCases(on, name, entries, { family: "version-header" });
  });

const MEDIA: CaseRow<string>[] = [
  ["accept-vendor-v1", "Accept", "application/vnd.example.v1+json"],
  ["accept-vendor-v999", "Accept", "application/vnd.example.v999+json"],
  ["accept-parameter-1", "Accept", "application/json;version=1"],
  ["accept-parameter-999", "Accept", "application/json;version=999"],
  ["content-type-parameter-1", "Content-Type", "application/json;version=1"],
  ["content-type-parameter-999", "Content-Type", "application/json; version=999"],
  ["content-type-vendor-v1", "Content-Type", "application/vnd.example.v1+json"],
];

const media = (on: Requests): CaseDefinition[] => {
  const entries = MEDIA.filter(([, header]) => on.hasBody || header === "Accept");
  return headerCases(on, "", entries, { family: "version-media" });
};

const KEYS: CaseRow<string>[] = [
  ["version-1", "version", "1"],
  ["version-999", "version", "999"],
  ["version-text", "version", '"latest"'],
  ["api-version", "apiVersion", '"v1"'],
  ["v", "v", "2"],
];

const keys = (on: Requests): CaseDefinition[] =>
  KEYS.filter(([, key]) => !formsOf(on).hasKey(key)).map(([name, key, value]) => ({
    name: `body-${name}`,
    reason: `the document carries "${key}":${value}`,
    family: "version-field",
    clauses: ["versioning", "further-fields", "response-status"],
    request: on.request(on.withMembers(`"${key}":${value}`)),
  }));

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "versioning",
    about: "versions in the path, the query, the headers and the document",
    clauses: ["versioning", "response-status", "error-conditions"],
    cases: () => [
      ...casesOf("", [...inPath(on), ...inQuery(on)], (path) => on.request(on.body(), { path }), {
        family: "version-in-target",
        clauses: ["versioning", "other-endpoints", "response-status"],
      }),
      ...headers(on),
      ...media(on),
      ...(on.hasJson ? keys(on) : []),
    ],
  });
