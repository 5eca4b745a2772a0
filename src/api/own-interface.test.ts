import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  defineInterface,
  textField as text,
  wholeNumberField as wholeNumber,
} from "../contract/index.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../servers/json-server.ts";
import { createServer } from "node:http";
import { compare, explore, interfaceFromOpenApi, judge, load, run } from "./run.ts";

const NOTES = defineInterface({
  name: "notes",
  path: "/notes",
  fields: { noteId: wholeNumber({ fresh: true }).required(), title: text({ maxLength: 200 }) },
});
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      post: {
        operationId: "addNote",
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["noteId"],
                properties: { noteId: { type: "integer" }, title: { type: "string" } },
              },
            },
          },
        },
        responses: { 201: { description: "made" }, 400: { description: "refused" } },
      },
    },
  },
};

/** Responds 201 to titles of at most `longest` characters, 400 to longer ones, and 404 on other paths. */
function startNotes(longest: number, made = 201): Promise<Listening> {
  const server = createServer((request, response) =>
    withBody(request, 2 ** 20, (body) => {
      const { length } = /"title":"([^"]*)"/.exec(String(body))?.[1] ?? "";
      const status = request.url !== "/notes" ? 404 : length > longest ? 400 : made;
      sendReply(response, jsonReply(status, {}));
    }),
  );
  return listening(server);
}

describe("an interface that is passed to the functions", () => {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-api-interface-"));
  const quick = { interface: NOTES, outputDir, seed: 1 };
  const valid = { suite: ["valid"], runs: 1, repeats: 1, load: false as const };
  let server: Listening;
  let other: Listening;
  beforeAll(async () => {
    server = await startNotes(100);
    other = await startNotes(20, 202);
  });
  afterAll(async () => {
    await server.close();
    await other.close();
    rmSync(outputDir, { recursive: true });
  });

  test("run sends its requests, and its record is judged without it", async () => {
    const { summary, folder } = await run(server.url, { ...quick, ...valid });
    expect(summary.interface).toEqual({ name: "notes", method: "POST", path: "/notes" });
    expect(summary.accepts).toBe("held");
    const plain = summary.cases.find(({ id }) => id === "valid/plain");
    expect(Object.keys(plain?.outcomes ?? {})).toEqual(["201"]);
    expect(await judge([folder])).toMatchObject({ verdict: "pass", exitCode: 0 });
  });

  test("explore finds the bound of a field", async () => {
    const options = { ...quick, axes: ["title-longer"], parts: ["boundaries" as const] };
    const [explored] = await explore(server.url, options);
    const [axis] = explored?.summary.exploration?.axes ?? [];
    const [first] = axis?.boundaries ?? [];
    expect([first?.near.at, first?.far.at]).toEqual(["100", "101"]);
  });

  test("compare names what differs", async () => {
    const { comparison } = await compare([`a=${server.url}`, `b=${other.url}`], {
      ...quick,
      ...valid,
      explore: false,
    });
    expect(comparison.interface?.name).toBe("notes");
    expect(comparison.behaviour.differ).toBeGreaterThan(0);
  });

  test("load sends it", async () => {
    const times = { durationMs: 1000, warmupMs: 50, rounds: 1 };
    const { summary } = await load(server.url, { interface: NOTES, outputDir, ...times });
    expect(Object.keys(summary.load?.rounds[0]?.statuses ?? {})).toEqual(["201"]);
  });

  test("one from a document judges its responses", async () => {
    const file = join(outputDir, "api.json");
    writeFileSync(file, JSON.stringify(DOCUMENT));
    const from = await interfaceFromOpenApi(file);
    const { summary } = await run(other.url, { ...quick, ...valid, interface: from });
    expect([summary.accepts, summary.stated.breaches?.[0]]).toEqual([
      "not-held",
      expect.objectContaining({
        clause: "documented-status",
        at: "api.json#/paths/~1notes/post/responses",
        observed: "status 202",
        case: "valid/plain",
      }),
    ]);
  });
});
