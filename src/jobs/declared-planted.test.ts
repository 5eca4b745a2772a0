import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isUtf8 } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declaredRows } from "../analyse/declared/declared-rows.ts";
import type { RunFold } from "../analyse/index.ts";
import { buildExploreView } from "../analyse/explore/explore-view.ts";
import { runLimits } from "../analyse/limits.ts";
import { remarksOf } from "../analyse/remarks.ts";
import type { DeclaredKeyword } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { jsonReply, listening, type Listening, sendReply } from "../servers/json-server.ts";
import { loadCatalogue } from "./load-suites.ts";
import { runJob } from "./run.ts";

const LAST_ID = 20;
const MOST = 50;

/** A time with all digits of its fraction, as Go reads it. */
function nanoseconds(text: unknown): number {
  const digits = /\.(\d+)/.exec(String(text))?.[1] ?? "";
  return Date.parse(String(text).replace(/\.\d+/, "")) * 1000 + Number(`0.${digits}0`) * 1e6;
}

/** Things 1 to 20. Keeps to the document below, but reads numbers beyond all doubles as infinity. */
function startThings(): Promise<Listening> {
  const deleted = new Set<string>();
  const get = (target: string, method = "GET") => {
    const url = new URL(URL.canParse(target, "http://a") ? target : "/", "http://a");
    // Dies of texts of ten characters.
    if (url.pathname === "/found")
      return jsonReply(/^.{10}$/u.test(url.searchParams.get("q") ?? "") ? 500 : 200, []);
    // The list, which is another operation.
    if (url.pathname === "/things/") return jsonReply(200, []);
    const id = /^\/things\/(-?\d+)$/.exec(url.pathname)?.[1];
    if (id === undefined) return jsonReply(422, { error: "id" });
    if (method === "DELETE") {
      const isThere = Number(id) >= 1 && Number(id) <= LAST_ID && !deleted.has(id);
      deleted.add(id);
      return isThere ? { status: 204, body: "" } : jsonReply(404, { error: "no such thing" });
    }
    const limit = Number(url.searchParams.get("limit") ?? "1");
    if (Number.isNaN(limit) || (Number.isFinite(limit) && (limit < 1 || limit > MOST)))
      return jsonReply(422, { error: "limit" });
    return Number(id) < 1 || Number(id) > LAST_ID
      ? jsonReply(404, { error: "no such thing" })
      : jsonReply(200, {});
  };
  const post = (body: Buffer) => {
    let value: { name?: unknown; meta?: unknown; owner?: unknown; link?: unknown };
    try {
      value = Object(JSON.parse(body.toString("utf8"))) as typeof value;
    } catch {
      return jsonReply(400, { error: "not JSON" });
    }
    if (!isUtf8(body)) return jsonReply(400, { error: "not UTF-8" });
    if ("startsAt" in value) {
      const { startsAt, endsAt } = value as Record<string, unknown>;
      const [from, to] = [nanoseconds(startsAt), nanoseconds(endsAt)];
      if (!isUtf8(body) || Number.isNaN(from) || Number.isNaN(to))
        return jsonReply(422, { error: "not a time" });
      // As in Go, an end at the zero time is none.
      return from > to && new Date(String(endsAt)).getUTCFullYear() > 1
        ? jsonReply(422, { error: "starts after its end" })
        : jsonReply(201, {});
    }
    // A label without text is none, and one is needed.
    if ("labels" in value) {
      const { labels } = value as Record<string, unknown>;
      const all = Object.values(Object(labels) as object);
      const isMap = typeof labels === "object" && labels !== null && !Array.isArray(labels);
      if (!isMap || all.some((each) => typeof each !== "string"))
        return jsonReply(422, { error: "labels" });
      return jsonReply(all.some((each) => each !== "") ? 201 : 422, { error: "no label" });
    }
    // A state more than the document has.
    if ("partId" in value) {
      const { partId, state = "open", code = 1 } = value as Record<string, unknown>;
      const isKnown = [...STATES, "archived"].some((each) => each === state);
      const isCode = typeof code === "string" || Number.isInteger(code);
      return jsonReply(Number.isInteger(partId) && isKnown && isCode ? 201 : 422, {});
    }
    const { name, meta = {}, owner = 1, link = "http://a" } = value;
    // Owners 1 to 3 exist.
    if (Number.isInteger(owner) && !(Number(owner) >= 1 && Number(owner) <= 3))
      return jsonReply(409, { error: "no such owner" });
    const isMap = typeof meta === "object" && meta !== null && !Array.isArray(meta);
    const isValid =
      typeof name === "string" &&
      typeof link === "string" &&
      /^https?:\/\/./.test(link) &&
      isMap &&
      Number.isInteger(owner) &&
      Object.values(meta).every((each) => typeof each === "number");
    return isValid ? jsonReply(201, {}) : jsonReply(422, { error: "name or meta" });
  };
  return listening(
    createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const isPost = request.method === "POST";
        sendReply(
          response,
          isPost ? post(Buffer.concat(parts)) : get(request.url ?? "/", request.method),
        );
      });
    }),
  );
}

const STATES = ["open", "closed", "s3", "s4", "s5", "s6", "s7", "s8", "s9"];

const document = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things/{id}:
    get:
      operationId: getThing
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer }, example: 3 }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: ${MOST}, default: 10 } }
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
      responses: { "200": { description: found }, "404": { description: none } }
    delete:
      operationId: deleteThing
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer }, example: 3 }
      responses: { "204": { description: deleted }, "404": { description: none } }
  /events:
    post:
      operationId: createEvent
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [startsAt, endsAt]
              properties:
                startsAt: { type: string, format: date-time }
                endsAt: { type: string, format: date-time }
      responses: { "201": { description: made } }
  /labels:
    post:
      operationId: createLabels
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [labels]
              properties: { labels: { type: object, additionalProperties: { type: string } } }
      responses: { "201": { description: made } }
  /found:
    get:
      operationId: findThings
      parameters:
        - { name: q, in: query, schema: { type: string, maxLength: 30 } }
      responses: { "200": { description: found } }
  /parts:
    post:
      operationId: createPart
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [partId]
              properties: { partId: { type: integer }, code: { oneOf: [{ type: string }, { type: integer }] }, memo: { maxLength: 40 }, state: { enum: [${STATES.join(", ")}] } }
      responses: { "201": { description: made } }
  /things:
    post:
      operationId: createThing
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string }
                owner: { type: integer, example: 1 }
                meta: { type: object, additionalProperties: { type: number } }
                link: { type: string, format: uri }
      responses: { "201": { description: made } }
`;

const folder = mkdtempSync(join(tmpdir(), "witness-things-"));
const openapi = join(folder, "things.yaml");
let server: Listening;
beforeAll(async () => {
  writeFileSync(openapi, document);
  server = await startThings();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function runOf(
  operation: string,
  suite: string[],
  axes: string[],
  firstId?: number,
): Promise<RunFold> {
  const { fold } = await runJob(
    { name: operation, baseUrl: server.url },
    await loadCatalogue({ openapi, operation }),
    {
      ...defaultOptions("run"),
      load: false,
      hazards: false,
      runs: 0,
      suite: ["valid", ...suite],
      axes,
      ...(firstId !== undefined && { firstId }),
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  return fold;
}

async function declared(...of: Parameters<typeof runOf>): Promise<DeclaredKeyword[]> {
  return declaredRows(await runOf(...of))?.filter(({ part }) => part !== "responses") ?? [];
}

const toldOf = (rows: readonly DeclaredKeyword[]): string[] =>
  rows
    .filter(({ verdict }) => verdict !== "same" && verdict !== "not decided")
    .map(({ part, keyword, implemented }) => `${part} ${keyword}: ${implemented}`);

test("what is stored, one item of a list, and numbers that become infinity are no other limits or types", async () => {
  const suite = ["field-path-id", "field-query-limit", "field-query-tag"];
  const axes = [
    "path-id-upwards",
    "query-limit-upwards",
    "query-limit-downwards",
    "query-tag-items",
  ];
  const rows = await declared("getThing", suite, axes);
  expect(rows.map(({ part }) => part)).toContain("tag[0]");
  expect(toldOf(rows).filter((text) => !text.startsWith("limit type: "))).toEqual([
    "limit minimum: 1; also accepts a negative number of 401 digits",
    `limit maximum: ${MOST}; also accepts a number of 401 digits`,
  ]);
});

test("further members are accepted, whatever is refused in them", async () => {
  const rows = await declared("createThing", ["encoding", "field-meta"], []);
  expect(toldOf(rows)).toEqual([]);
  const further = rows.filter(({ keyword }) => keyword === "additionalProperties");
  expect(further.map(({ part, verdict }) => `${part} ${verdict}`)).toEqual([
    "the body same",
    "meta same",
  ]);
});

test("a new number that a double rounds to an integer shows nothing about the keyword type", async () => {
  // From 2^27 on, a double has no 0.00000001.
  const rows = await declared("createPart", ["field-part-id"], [], 900_000_000);
  expect(toldOf(rows)).toEqual([]);
});

test("a value more than an enum has is found, if it is one that is often forgotten", async () => {
  const rows = await declared("createPart", ["field-state"], []);
  expect(toldOf(rows)).toEqual(['state enum: also accepts "archived"']);
  expect(rows.find(({ keyword }) => keyword === "enum")?.declared).toBe(
    '"open", "closed", "s3" and 6 more',
  );
});

test.each(["code", "memo"])(
  "a value of another alternative or type shows nothing: %s",
  async (name) => {
    const rows = await declared("createPart", [`field-${name}`], []);
    expect(toldOf(rows)).toEqual(
      name === "code" ? [] : ["memo maxLength: 32767 is accepted, nothing beyond was tested"],
    );
  },
);

test("a value that is refused for what is stored shows no limit", async () => {
  const rows = await declared("createThing", ["field-owner"], ["owner-upwards", "owner-downwards"]);
  expect(toldOf(rows)).toEqual([]);
});

test("another thing, and one that is deleted, is neither a limit, nor refused, nor unstable", async () => {
  const read = await runOf("getThing", ["field-path-id"], ["path-id-upwards"]);
  const exploration = buildExploreView(read);
  expect(runLimits(read, exploration).filter(({ of }) => of.includes("id"))).toEqual([]);
  const gone = await runOf("deleteThing", ["field-path-id"], []);
  for (const fold of [read, gone]) {
    const told = remarksOf(fold).filter(({ kind }) => /^(?:valid-not-2xx|unstable)$/.test(kind));
    expect(told.map(({ signature, text }) => `${signature}: ${text}`)).toEqual([]);
  }
});

test("a text that the server dies of is no limit: longer ones are accepted", async () => {
  const found = await runOf("findThings", ["field-query-q"], []);
  expect(found.cases.get("field-query-q/length-10")?.signatures[0]).toBe("500");
  const limits = runLimits(found, undefined).filter(({ of }) => of.includes("characters of q"));
  // That of the request line is one.
  expect(limits.filter(({ outcome }) => outcome !== "431")).toEqual([]);
});

test("the form of a URI is no limit of its length", async () => {
  const rows = await declared("createThing", ["field-link"], []);
  expect(toldOf(rows).filter((text) => /Length/.test(text))).toEqual([]);
});

test("a time that has to be before another one has no limit", async () => {
  const events = await runOf("createEvent", ["field-starts-at", "field-ends-at"], []);
  const limits = runLimits(events, undefined).filter(({ of }) =>
    /^(?:year|fraction)/.test(`${of}`),
  );
  expect(limits.map(({ of, next }) => `${of} ${next}`)).toEqual([]);
  // Digits after the milliseconds are later, and no other form.
  const forms = toldOf(declaredRows(events) ?? []).filter((text) => text.includes("refuses"));
  expect(forms).toEqual([]);
});

test("a map that needs a member is told as that", async () => {
  const rows = await declared("createLabels", ["field-labels", "field-labels-key"], []);
  expect(toldOf(rows)).toEqual(["labels minProperties: 1"]);
});
