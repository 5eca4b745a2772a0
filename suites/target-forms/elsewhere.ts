import { user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { head, post, requestLine, send } from "../../src/generate/user-submission.ts";
import { read, wire } from "../../src/generate/steps.ts";

const POSTED: [name: string, path: string][] = [
  ["users", "/api/users"],
  ["use", "/api/use"],
  ["user1", "/api/user1"],
  ["user-1", "/api/user/1"],
  ["user-0", "/api/user/0"],
  ["user-user", "/api/user/user"],
  ["user-id-word", "/api/user/id"],
  ["api", "/api"],
  ["api-slash", "/api/"],
  ["user-alone", "/user"],
  ["api-api-user", "/api/api/user"],
  ["root", "/"],
  ["nowhere", "/nowhere"],
  ["health", "/health"],
  ["graphql", "/graphql"],
];

/** The first five may show what was submitted. */
const GOT = `
  / /api /api/ /api/users /api/user/1
  /health /healthz /status /metrics /version
  /favicon.ico /robots.txt /index.html /.well-known/security.txt
  /openapi.json /swagger.json /docs /.env /nowhere
`
  .trim()
  .split(/\s+/);

const PAGES: [name: string, path: string][] = [
  ["page-limit", "/api/user?page=1&limit=10"],
  ["page-0", "/api/user?page=0"],
  ["offset-limit", "/api/user?offset=0&limit=10"],
  ["limit-minus-1", "/api/user?limit=-1"],
  ["cursor", "/api/user?cursor=x"],
];

const gets = (path: string) =>
  wire(
    send({
      head: head({
        line: requestLine({ method: "GET", path: [{ target: "prefix" }, path] }),
        change: { "Content-Type": null, "Content-Length": null },
      }),
      body: [],
    }),
    read(),
  );

const nameOf = (path: string) => path.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "root";

/** Other places of the same server, asked with the stated request and with GET. */
export const elsewhere: CaseDefinition[] = [
  ...POSTED.map(([name, path]): CaseDefinition => ({
    name: `post-${name}`,
    reason: `the path is ${path}`,
    family: "other-path",
    clauses: ["other-endpoints", "response-status", "error-codes", "error-payload"],
    request: post(user(), { path }),
  })),
  ...GOT.map((path, index): CaseDefinition => ({
    name: `get-${nameOf(path)}${path === "/api/" ? "-slash" : ""}`,
    reason: `GET ${path}`,
    family: "other-path-by-get",
    clauses:
      index < 5
        ? ["other-endpoints", "other-methods", "returned-fields", "response-body"]
        : ["other-endpoints", "response-status", "response-body"],
    request: gets(path),
  })),
  ...PAGES.flatMap(([name, path]): CaseDefinition[] => {
    const clauses: CaseDefinition["clauses"] = ["pagination", "response-status", "response-body"];
    const common = { family: "pages", clauses };
    return [
      { ...common, name: `post-${name}`, reason: `POST ${path}`, request: post(user(), { path }) },
      {
        ...common,
        name: `get-${name}`,
        reason: `GET ${path}`,
        clauses: [...clauses, "other-methods"],
        request: gets(path),
      },
    ];
  }),
];
