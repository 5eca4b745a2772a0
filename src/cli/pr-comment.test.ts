import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hostileResult, sampleResult } from "../../test/report/gate.ts";
import { prComment } from "../report/index.ts";
import { listening, type Listening, withBody } from "../servers/json-server.ts";
import { REPOSITORY } from "../../test/cli/ci-script.ts";

type Comment = { id: number; body: string; user: { type: string; login: string } };
const BOT = { type: "Bot", login: "github-actions[bot]" };

let folder: string;
let api: Listening;
let comments: Comment[] = [];
let asked: string[] = [];
let broken = false;

/** The part of GitHub's API that is of use here. A token of a workflow has no user. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-comment-"));
  api = await listening(
    createServer((request, response) => {
      withBody(request, 1e6, (bytes) => {
        const { method = "", url = "", headers } = request;
        asked.push(`${method} ${url}`);
        const reply = (status: number, value: unknown): void => {
          response.writeHead(status, { "Content-Type": "application/json" });
          response.end(JSON.stringify(value));
        };
        if (headers.authorization !== "Bearer secret" || broken) return reply(403, {});
        if (url === "/user") return reply(403, {});
        if (method === "GET") {
          const page = Number(new URL(url, "http://x").searchParams.get("page"));
          return reply(200, comments.slice((page - 1) * 100, page * 100));
        }
        const { body } = JSON.parse(bytes?.toString() ?? "") as { body: string };
        const known = comments.find(({ id }) => url.endsWith(`/comments/${id}`));
        if (known === undefined) comments.push({ id: comments.length + 1, body, user: BOT });
        else known.body = body;
        return reply(method === "POST" ? 201 : 200, {});
      });
    }),
  );
});
beforeEach(() => {
  [comments, asked, broken] = [[], [], false];
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Runs the script as the action does: in a process of its own, with what the runner sets. */
function post(comment: string, event: object = { pull_request: { number: 7 } }) {
  const file = write("pr-comment.md", comment);
  const env = {
    GATE_TOKEN: "secret",
    GITHUB_API_URL: api.url,
    GITHUB_EVENT_PATH: write("event.json", JSON.stringify(event)),
    GITHUB_OUTPUT: write("outputs", `other=x\ncomment=${file}\n`),
    GITHUB_REPOSITORY: "owner/name",
  };
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    const script = join(REPOSITORY, "scripts/pr-comment.mjs");
    execFile(process.execPath, [script], { env }, (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout }),
    );
  });
}

const sample = prComment(sampleResult, { reports: "reports" });

test("the comment begins with a marker, and fits into what is accepted", () => {
  expect(sample.split("\n", 1)).toEqual(["<!-- api-witness gate go -->"]);
  const long = Array.from({ length: 3000 }, () => "x".repeat(400));
  const text = prComment({ ...sampleResult, notes: long }, { reports: "reports" });
  expect(text.length).toBeLessThan(65_536);
});

test("one comment is written, and updated by later runs, among many others", async () => {
  comments = Array.from({ length: 150 }, (_, nth) => ({ id: nth + 1, body: "hello", user: BOT }));
  expect(await post(sample)).toEqual({ code: 0, stdout: "" });
  expect(comments).toHaveLength(151);
  expect(await post(`${sample}again\n`)).toEqual({ code: 0, stdout: "" });
  expect(comments).toHaveLength(151);
  expect(comments.at(-1)?.body).toBe(`${sample}again\n`);
  expect(asked.at(-1)).toBe("PATCH /repos/owner/name/issues/comments/151");
});

test("somebody else's comment with the marker stays as it is", async () => {
  const user = { type: "User", login: "somebody" };
  comments = [{ id: 1, body: `${sample.split("\n", 1)[0]}\nmine`, user }];
  await post(sample);
  expect(comments.map(({ body }) => body.includes("mine"))).toEqual([true, false]);
});

test("hostile text reaches the comment as it is, and nothing else", async () => {
  const hostile = prComment(hostileResult, { reports: "reports" });
  expect(await post(hostile)).toEqual({ code: 0, stdout: "" });
  expect(comments[0]?.body).toBe(hostile);
});

test("what prevents a comment is said, and does not fail the job", async () => {
  expect(await post(sample, {})).toEqual({
    code: 0,
    stdout: "::notice::witness gate: no comment: this is no pull request\n",
  });
  broken = true;
  const refused = await post(sample);
  expect(refused.code).toBe(0);
  expect(refused.stdout).toBe(
    "::warning::witness gate: no comment was written: GET got status 403\n",
  );
});
