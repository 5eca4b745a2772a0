import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readDocument } from "../../openapi/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, sendReply } from "../../servers/json-server.ts";
import { requireBase } from "./document-base.ts";

const responses = { 200: { description: "ok" } };

/** Asks a server that has these paths whether it has those of a document; its `servers` are these. */
async function asked({
  has,
  paths = ["/books", "/authors"],
  base = "",
  servers,
  page = "",
  states404 = false,
}: {
  has: readonly string[];
  paths?: readonly string[];
  base?: string;
  servers?: readonly string[];
  page?: string;
  states404?: boolean;
}) {
  const folder = mkdtempSync(join(tmpdir(), "witness-base-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const document = {
    openapi: "3.1.0",
    info: { title: "Library", version: "1" },
    paths: Object.fromEntries(
      paths.map((path) => [
        path,
        { get: { responses: { ...responses, ...(states404 && { 404: { description: "no" } }) } } },
      ]),
    ),
    ...(servers && { servers: servers.map((url) => ({ url })) }),
  };
  writeFileSync(join(folder, "api.json"), JSON.stringify(document));
  const seen: string[] = [];
  const server = await listening(
    createServer((request, response) => {
      const { url = "" } = request;
      seen.push(url);
      if (has.includes(url)) sendReply(response, jsonReply(200, []));
      else if (page !== "" && !url.startsWith(page))
        response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Welcome</p>");
      else sendReply(response, jsonReply(404, { detail: "Not Found" }));
    }),
  );
  onTestFinished(() => server.close());
  const phases: string[] = [];
  const told = await requireBase(
    {
      target: { name: "library", baseUrl: server.url + base },
      options: defaultOptions("run"),
      control: {
        signal: new AbortController().signal,
        events: { phase: (text) => phases.push(text) },
      },
    },
    readDocument(join(folder, "api.json")),
  ).then(
    () => undefined,
    ({ code, message, hint }: { code: string; message: string; hint: string }) =>
      [code, message, hint].map((text) => text.replaceAll(server.url, "URL")),
  );
  return { told, seen, phases: phases.map((text) => text.replaceAll(server.url, "URL")) };
}

test("one response that is not 404 is enough", async () => {
  expect(await asked({ has: ["/books"], servers: ["/api"] })).toEqual({
    told: undefined,
    seen: ["/books"],
    phases: [],
  });
});

test("the document's servers say below which path it is", async () => {
  const { told } = await asked({
    has: ["/api/v1/books", "/api/v1/authors"],
    servers: ["https://library.example/api/v1/", "https://{region}.example/other"],
  });
  expect(told).toEqual([
    "base-url",
    "the paths of the document are not below URL: GET /books and GET /authors get 404",
    "GET /api/v1/books gets 200: give URL/api/v1 as the target",
  ]);
});

test("the target has a path that the document has, too", async () => {
  const paths = ["/api/books", "/api/authors"];
  const { told } = await asked({ has: paths, paths, base: "/api" });
  expect(told?.[2]).toBe("GET /api/books gets 200: give URL as the target");
});

test.each([
  ["nothing of it is anywhere", { has: [] }],
  ["one path is another server's by chance", { has: ["/health"], paths: ["/health"] }],
  ["a website has a page for every path", { has: [], page: "/v2" }],
])("where %s, it is only asked", async (_, server) => {
  const { told, phases } = await asked({ base: "/v2", ...server });
  expect(told).toBeUndefined();
  expect(phases).toEqual([
    expect.stringMatching(
      /^GET .* gets? 404: is URL\/v2 the URL that the document's paths are below\?$/,
    ),
  ]);
});

test("nothing is asked of a document that states 404", async () => {
  expect(await asked({ has: [], paths: ["/me"], states404: true })).toMatchObject({
    told: undefined,
    phases: [],
  });
});
