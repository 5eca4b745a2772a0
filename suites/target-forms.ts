import type { ClauseId } from "../src/contract/index.ts";
import type { Template } from "../src/template/index.ts";
import { distinctBy } from "../src/remember.ts";
import { read, wire, type CaseDefinition, type Requests, suiteFor } from "../src/generate/index.ts";
import { slugOf } from "../src/kinds/index.ts";
import type { Suite } from "../src/model/index.ts";
import { requestLines, pathSpellings } from "./target-forms/spellings.ts";

type Place = [name: string, path: string];

function besides(on: Requests): Place[] {
  const { path } = on.interface;
  const { fixed, parent, last } = fixedPart(path);
  const word = slugOf(last);
  const key = on.fields[0]?.key ?? "id";
  const below: Place[] = [
    [`${word}-1`, `${fixed}/1`],
    [`${word}-0`, `${fixed}/0`],
    [`${word}-${word}`, `${fixed}/${last}`],
    [`${word}-${slugOf(key)}-word`, `${fixed}/${key}`],
  ];
  const above: Place[] = [
    [slugOf(parent), parent],
    [`${slugOf(parent)}-slash`, `${parent}/`],
    [`${word}-alone`, `/${last}`],
    [`${slugOf(firstOf(path))}-${slugOf(fixed)}`, `/${firstOf(path)}${fixed}`],
  ];
  const all: Place[] = [
    [`${word}s`, `${fixed}s`],
    [slugOf(last.slice(0, -1)), fixed.slice(0, -1)],
    [`${word}1`, `${fixed}1`],
    ...(fixed === path ? below : []),
    ...(parent === "" ? [] : above),
    ["root", "/"],
    ["nowhere", "/nowhere"],
    ["health", "/health"],
    ["graphql", "/graphql"],
  ];
  return distinctBy(all, ([, each]) => each, [path, ""]);
}

function fixedPart(path: string): { fixed: string; parent: string; last: string } {
  const [fixed = ""] = path.split("/{");
  const end = fixed.lastIndexOf("/");
  return { fixed, parent: fixed.slice(0, Math.max(0, end)), last: fixed.slice(end + 1) };
}

const firstOf = (path: string): string => path.split("/")[1] ?? "";

const OF_SERVICES = `
  /health /healthz /status /metrics /version
  /favicon.ico /robots.txt /index.html /.well-known/security.txt
  /openapi.json /swagger.json /docs /.env /nowhere
`
  .trim()
  .split(/\s+/);

function aboveAndBelow(path: string): string[] {
  const { fixed, parent } = fixedPart(path);
  const below = fixed === path ? [`${fixed}/1`] : [];
  const all = ["/", parent, `${parent}/`, `${fixed}s`, ...below];
  return [...new Set(all)].filter((each) => each !== "" && each !== path);
}

const PAGES: [name: string, query: string][] = [
  ["page-limit", "page=1&limit=10"],
  ["page-0", "page=0"],
  ["offset-limit", "offset=0&limit=10"],
  ["limit-minus-1", "limit=-1"],
  ["cursor", "cursor=x"],
];

const gets = (on: Requests, path: Template) =>
  wire(on.send({ head: on.bodyless("GET", path), body: [] }), read());

const nameOf = (path: string) => path.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "root";

function elsewhere(on: Requests): CaseDefinition[] {
  const { method, path: stated } = on.interface;
  const word = method.toLowerCase();
  const shown = aboveAndBelow(stated);
  return [
    ...besides(on).map(([name, path]): CaseDefinition => ({
      name: `${word}-${name}`,
      reason: `the path is ${path}`,
      family: "other-path",
      clauses: ["other-endpoints", "response-status", "error-codes", "error-payload"],
      request: on.request(on.body(), { path }),
    })),
    ...[...shown, ...OF_SERVICES].map((path): CaseDefinition => ({
      name: `get-${method === "GET" ? "of-" : ""}${nameOf(path)}${path.length > 1 && path.endsWith("/") ? "-slash" : ""}`,
      reason: `GET ${path}`,
      family: "other-path-by-get",
      clauses: shown.includes(path)
        ? ["other-endpoints", "other-methods", "returned-fields", "response-body"]
        : ["other-endpoints", "response-status", "response-body"],
      request: gets(on, [{ target: "prefix" }, path]),
    })),
    ...PAGES.flatMap(([name, query]) => pages(on, name, query)),
  ];
}

function pages(on: Requests, name: string, query: string): CaseDefinition[] {
  const { method, path } = on.interface;
  const clauses: ClauseId[] = ["pagination", "response-status", "response-body"];
  const target = on.pathWith(query);
  const page = (as: string, request: CaseDefinition["request"]): CaseDefinition => ({
    name: `${as.toLowerCase()}-${name}`,
    reason: `${as} ${path}?${query}`,
    family: "pages",
    clauses: as === method ? clauses : [...clauses, "other-methods"],
    request,
  });
  const stated = page(method, on.request(on.body(), { path: target }));
  return method === "GET" ? [stated] : [stated, page("GET", gets(on, target))];
}

export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "target-forms",
    about: "other spellings of the path, other targets, other shapes of the request line",
    clauses: ["path", "other-endpoints", "response-status", "error-conditions", "error-codes"],
    cases: () => [...pathSpellings(on), ...elsewhere(on), ...requestLines(on)],
  });
