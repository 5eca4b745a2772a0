import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declaredRows, operationChecks, responseCoverage } from "../../analyse/index.ts";
import type { CheckName } from "../../model/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { jsonReply, listening, type Listening, sendReply } from "../../servers/json-server.ts";
import { loadCatalogue } from "../load-suites.ts";
import { runJob } from "../run.ts";

const document = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: createNote
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, size]
              properties:
                name: { type: string }
                size: { type: integer, minimum: 1, maximum: 100 }
                rank: { type: integer }
      responses:
        "201": { description: made }
        "400": { description: refused }
        "413": { description: too large }
        "406": { description: no such type }
        "415": { description: not JSON }
        "429": { description: too many }
        "503": { description: busy }
  /echo:
    post:
      operationId: echo
      requestBody: { required: true, content: { text/plain: { schema: { type: string } } } }
      responses:
        "201": { description: echoed }
  /labels:
    post:
      operationId: createLabel
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name, size], properties: { size: { type: integer }, name: { type: string } } }
      responses:
        "201": { description: made }
        "400": { description: refused }
    get:
      operationId: listLabels
      parameters: [{ name: filter, in: query, schema: { type: string } }]
      responses:
        "200": { description: all }
        "400": { description: no filter }
`;

/** Dies of long names and of ranks beyond 2^63, at times of the size 1, and refuses the size 100. */
function startNotes(): Promise<Listening> {
  let times = 0;
  const post = (text: string) => {
    let value: Record<string, unknown>;
    try {
      value = Object(JSON.parse(text)) as Record<string, unknown>;
    } catch {
      return jsonReply(400, { error: "not JSON" });
    }
    const { name, size, rank = 1 } = value;
    if (typeof name !== "string" || !Number.isInteger(size) || !Number.isInteger(rank))
      return jsonReply(400, { error: "wrong type" });
    if (name.length >= 9000 || Math.abs(Number(rank)) >= 2 ** 63) return jsonReply(500, {});
    if (Number(size) < 1 || Number(size) > 100) return jsonReply(400, { error: "out of range" });
    if (size === 100) return jsonReply(400, { error: "too many" });
    times += Number(size === 1);
    return jsonReply(size === 1 && times % 2 === 0 ? 500 : 201, {});
  };
  return listening(
    createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () =>
        sendReply(
          response,
          request.url === "/echo"
            ? jsonReply(201, {})
            : request.url?.startsWith("/labels") === true
              ? label(Buffer.concat(parts).toString("utf8"), request.url)
              : post(Buffer.concat(parts).toString("utf8")),
        ),
      );
    }),
  );
}

/** Has more labels than are read, and names the character that it refuses. */
function label(text: string, url: string) {
  if (url.includes("filter")) return jsonReply(400, { error: "no such filter" });
  if (text === "") return jsonReply(200, ["x".repeat(1_100_000)]);
  const name = /"name":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (name === undefined) return jsonReply(201, {});
  if (name === "") return jsonReply(400, { error: "no name" });
  const odd = /[^\w-]/u.exec(name)?.[0];
  return odd === undefined ? jsonReply(201, {}) : jsonReply(400, { error: `no ${odd}` });
}

const folder = mkdtempSync(join(tmpdir(), "witness-checks-"));
let server: Listening;
beforeAll(async () => {
  writeFileSync(join(folder, "notes.yaml"), document);
  server = await startNotes();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const runOf = (...suite: string[]) => runOfOperation("createNote", ...suite);

async function runOfOperation(operation: string, ...suite: string[]) {
  const { fold } = await runJob(
    { name: "notes", baseUrl: server.url },
    await loadCatalogue({ openapi: join(folder, "notes.yaml"), operation }),
    {
      ...defaultOptions("run"),
      load: false,
      hazards: false,
      runs: 0,
      suite,
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  const found = operationChecks(operation, { run: fold, declared: declaredRows(fold) ?? [] });
  const of = (wanted: CheckName): string[] =>
    found.flatMap(({ check, found: text }) => (check === wanted ? [text] : []));
  return { of, coverage: responseCoverage(fold) };
}

test("a large valid request and one that gets 500 at times are no invalid input", async () => {
  const names = await runOf("valid", "field-name");
  expect(names.of("server error on valid input")).toEqual([
    expect.stringMatching(/^500 for: name has 10000 characters$/),
  ]);
  expect(names.of("server error on invalid input")).toEqual([]);
  const sizes = await runOf("valid", "field-size");
  expect(sizes.of("server error on valid input")).toEqual([
    expect.stringMatching(/^500 at times, other responses at others, for: size is 1\b/),
  ]);
});

test("what the document does not exclude is not called invalid, and a refusal with the server's reason", async () => {
  const ranks = await runOf("valid", "field-rank");
  expect(ranks.of("server error on invalid input")).toEqual([]);
  expect(ranks.of("server error on input that may be valid")).toEqual([
    expect.stringMatching(/^500 for: rank is /),
  ]);
  const sizes = await runOf("valid", "field-size");
  expect(sizes.of("valid input refused")[0]).toMatch(/^400 "too many" for: size is /);
});

test("the server never gave a status only if a request was meant to get it", async () => {
  const unseen = async (...suite: string[]) => {
    const { coverage } = await runOf(...suite);
    return Object.fromEntries(coverage.map((each) => [each.status, each.unseen]));
  };
  const notSent = "its suite was not sent to this operation";
  const notMeant = "no request is meant to get it";
  expect(await unseen("valid")).toEqual({
    201: undefined,
    // The size 100 is refused, and valid.
    400: undefined,
    406: notSent,
    413: notSent,
    415: notSent,
    429: notMeant,
    503: notMeant,
  });
  const never = "the server never gave it";
  expect(await unseen("valid", "media-type")).toMatchObject({
    406: never,
    413: notSent,
    415: never,
  });
});

test("of several reasons, each has its own words of the server", async () => {
  const labels = await runOfOperation("createLabel", "valid", "field-name");
  const [found = ""] = labels.of("valid input refused");
  expect(found).toMatch(/(?:^|; )400 "no name" for: name is the empty text(?:; 400|$)/);
  expect(found.match(/ for: /g)?.length).toBeGreaterThan(1);
});

test("a response that a limit of witness cuts off is not one that the server never gave", async () => {
  const { coverage } = await runOfOperation("listLabels", "valid");
  expect(coverage).toEqual([
    { status: "200", unseen: "a limit of witness cut off its responses" },
    { status: "400" },
  ]);
});

test("an empty text is a text, and no sign that the body may be left out", async () => {
  const echoed = await runOfOperation("echo", "valid", "field-form-body");
  expect(echoed.of("parameter not required")).toEqual([]);
});
