import { createServer, type Server } from "node:http";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { callWitness } from "../../../test/cli/witness.ts";
import { removeDocuments, writeDocument } from "../../../test/openapi/documents.ts";
import type { DocumentRun } from "../../model/index.ts";
import { listening } from "../../servers/json-server.ts";

removeDocuments();
const folder = mkdtempSync(join(tmpdir(), "witness-login-"));
afterAll(() => rmSync(folder, { recursive: true }));

const secured = (operationId: string, ...security: object[]) => ({
  get: {
    operationId,
    ...(security.length > 0 && { security }),
    responses: { 200: { description: "yes" }, 401: { description: "no" } },
  },
});

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "club", version: "1" },
  components: {
    securitySchemes: {
      member: { type: "oauth2", flows: { password: { tokenUrl: "token", scopes: {} } } },
      guest: {
        type: "oauth2",
        flows: { password: { tokenUrl: "https://127.0.0.2/login", scopes: {} } },
      },
      staff: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      visit: { type: "apiKey", in: "cookie", name: "visit" },
      pass: { type: "apiKey", in: "query", name: "pass" },
    },
  },
  paths: {
    "/open": secured("open"),
    "/me": secured("me", { member: [] }),
    "/guest": secured("guest", { guest: [] }),
    "/passed": secured("passed", { pass: [] }),
    "/staff": secured("staff", { staff: [] }),
    "/keyed": secured("keyed", { key: [], visit: [] }, { staff: [] }),
    "/token": {
      post: {
        operationId: "login",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                required: ["username", "password"],
                properties: {
                  username: { type: "string", example: "bob" },
                  password: { type: "string", example: "bob-pass" },
                },
              },
            },
          },
        },
        responses: { 200: { description: "yes" }, 401: { description: "no" } },
      },
    },
  },
};

const PASSWORDS: Record<string, string> = { ann: "s3cret", bob: "bob-pass" };

/** A server that keeps what its document states; `heard` gets what each path was accepted with, and what `/open` was given. */
function club(heard: Map<string, Set<string>>): Server {
  let next = 1;
  const tokens = new Set<string>();
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization = "", "x-key": key, cookie } = request.headers;
      const { pathname: path, searchParams } = new URL(request.url ?? "", "http://club");
      const pass = searchParams.getAll("pass").join();
      const end = (isRight: boolean, body?: object): void => {
        const used = [authorization, key, cookie, pass].filter((each) => each).join(" ");
        if (isRight) heard.set(path, (heard.get(path) ?? new Set()).add(used));
        response.writeHead(isRight ? 200 : 401, { "Content-Type": "application/json" });
        response.end(JSON.stringify(body ?? { pass }));
      };
      const isStaff = authorization === `Basic ${Buffer.from("root:toor").toString("base64")}`;
      if (path === "/token") {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const user = form.get("username") ?? "";
        if (PASSWORDS[user] !== form.get("password")) return end(false);
        const token = `token-of-${user}-${next}`;
        next += 1;
        tokens.add(token);
        return end(true, { access_token: token, token_type: "bearer" });
      }
      if (path === "/me") return end(tokens.has(authorization.replace(/^Bearer /, "")));
      if (path === "/staff") return end(isStaff);
      if (path === "/keyed")
        return end((key === "k3y-value" && cookie === "visit=v1sit-value") || isStaff);
      if (path === "/passed") return end(pass === VALUES.CLUB_PASS);
      end(path === "/open");
    });
  });
}

const VALUES = {
  CLUB_LOGIN: "ann:s3cret",
  CLUB_WRONG: "ann:wrong",
  CLUB_STAFF: "root:toor",
  CLUB_KEY: "k3y-value",
  CLUB_VISIT: "v1sit-value",
  CLUB_PASS: "p4ss/+&value",
};

async function visit(auth: string, operation: string, document: object = DOCUMENT) {
  const heard = new Map<string, Set<string>>();
  const server = await listening(club(heard));
  const outputDir = mkdtempSync(join(folder, "run-"));
  const file = writeDocument({ "api.json": JSON.stringify(document) });
  const shown =
    "--profile safe --runs 1 --repeats 1 --seed 1 --grep ^(valid/plain$|credentials/given-)";
  const args = [
    ...`run ${server.url} --openapi ${file} --operation ${operation}`.split(" "),
    ...`--output-dir ${outputDir} ${shown}`.split(" "),
    ...(auth === "" ? [] : ["--auth", auth]),
  ];
  try {
    return { ...(await callWitness(folder, args, VALUES)), heard, outputDir };
  } finally {
    server.close();
  }
}

function textsIn(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), "utf8"))
    .join("\n");
}

function documentIn(outputDir: string): DocumentRun {
  const [run = ""] = readdirSync(outputDir);
  return JSON.parse(readFileSync(join(outputDir, run, "document.json"), "utf8")) as DocumentRun;
}

describe("credentials of a whole document", () => {
  test("each operation gets those of its schemes, and the OAuth 2 flow logs in", async () => {
    const auth = "member=CLUB_LOGIN,staff=CLUB_STAFF,key=CLUB_KEY,visit=CLUB_VISIT,pass=CLUB_PASS";
    const { code, heard, outputDir, stderr } = await visit(auth, "open,me,staff,keyed,passed");
    expect([code, stderr]).toEqual([0, expect.stringContaining("logged in for member")]);
    expect([...(heard.get("/open") ?? [])].join(" ")).not.toMatch(/token-of|k3y-|cm9vdD|p4ss/);
    expect([...(heard.get("/me") ?? [])]).toContain("Bearer token-of-ann-1");
    expect([...(heard.get("/staff") ?? [])]).toContain("Basic cm9vdDp0b29y");
    expect([...(heard.get("/keyed") ?? [])]).toContain("k3y-value visit=v1sit-value");
    expect([...(heard.get("/passed") ?? [])]).toEqual(["p4ss/+&value"]);
    const texts = textsIn(outputDir);
    for (const secret of [
      "s3cret",
      "token-of-ann",
      "k3y-value",
      "v1sit-value",
      "cm9vdDp0b29y",
      "p4ss",
    ])
      expect([secret, texts.includes(secret)]).toEqual([secret, false]);
    const document = documentIn(outputDir);
    expect(document.checks ?? []).toEqual([]);
    for (const name of ["none", "wrong"])
      for (const given of ["authorization", "query-pass"])
        expect(texts).toContain(`credentials/given-${given}-${name}`);
  });

  test("without one, a user and a password that the document shows log in", async () => {
    const { code, heard } = await visit("", "me,");
    expect([code, [...(heard.get("/me") ?? [])][0]]).toEqual([0, "Bearer token-of-bob-1"]);
  });

  test("a login with what is given shows that its operation works, and is stored nowhere", async () => {
    const noExamples = JSON.parse(
      JSON.stringify(DOCUMENT, (name, value: unknown) => (name === "example" ? undefined : value)),
    ) as object;
    const { code, outputDir } = await visit("member=CLUB_LOGIN", "me,login", noExamples);
    const login = documentIn(outputDir).operations.find(({ path }) => path === "/token");
    expect([code, login?.accepts, login?.classes["2xx"]]).toEqual([0, "held", 0]);
    expect(login?.coverage?.find(({ status }) => status === "200")?.unseen).toBeUndefined();
    const texts = textsIn(outputDir);
    expect(texts).toContain("the login of this run got 200 here");
    expect(texts).not.toMatch(/s3cret|token-of-ann/);
  });

  test("who gives no credentials reads at once which operations demand them, and how to give them", async () => {
    const { stderr } = await visit("pass=CLUB_PASS", "open,staff,keyed,passed");
    expect(stderr).toContain(
      "without the credentials that they demand: 2 operations; give them by --auth staff=VARIABLE,key=VARIABLE,visit=VARIABLE",
    );
  });

  test("what gives no token is an error, as is a scheme that the document has not", async () => {
    const wrong = await visit("member=CLUB_WRONG", "me,");
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("POST /token gave no token for member: 401"),
    ]);
    const unknown = await visit("members=CLUB_LOGIN", "me,");
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no operation of the document has the security scheme "members"'),
    ]);
    const other = await visit("guest=CLUB_LOGIN", "guest,");
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining("the token URL of guest is not of the target: https://127.0.0.2/"),
    ]);
    const one = await visit("staff=CLUB_STAFF", "me");
    expect([one.code, one.stderr]).toEqual([
      2,
      expect.stringContaining("--auth names no security scheme of the operation"),
    ]);
  });
});
