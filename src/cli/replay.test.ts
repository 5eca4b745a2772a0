import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../servers/json-server.ts";

let folder: string;
let server: Listening;
let run: string;
/** Documents by id. */
const known = new Map<unknown, string>();
/** The status for an accepted request: a build may have another one of the same class. */
let accepted = 201;

/** Accepts each id once. */
const statusFor = (text: string): number => {
  try {
    const { id } = JSON.parse(text) as { id: unknown };
    if (typeof id !== "number") return 400;
    if (known.has(id)) return 409;
    known.set(id, text);
    return accepted;
  } catch {
    return 400;
  }
};

const witness = (...args: string[]) => callWitness(folder, args);
const replayed = async (...args: string[]): Promise<string> => {
  const { code, stdout } = await witness("replay", run, ...args);
  expect(code).toBe(0);
  return stdout.trimEnd();
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-replay-"));
  server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        const { method, url = "" } = request;
        const id = Number(url.split("/").at(-1));
        const found = known.get(id);
        if (method === "POST") sendReply(response, jsonReply(statusFor(String(body)), {}));
        else if (found === undefined) sendReply(response, jsonReply(404, {}));
        else if (method === "GET") sendReply(response, jsonReply(200, JSON.parse(found)));
        else sendReply(response, jsonReply(known.delete(id) ? 200 : 404, {}));
      });
    }),
  );
  const some = "^(valid/plain$|repetition/(same|other|at-once)|id-bounds/zero$)";
  const sending = ["--grep", some, "--repeats", "1", "--runs", "0", "--no-load", "--quiet"];
  await witness("run", server.url, ...sending, "--output-dir", "runs");
  run = join("runs", readdirSync(join(folder, "runs"))[0] ?? "");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a case is sent again with fresh values, and with --exact as it was recorded", async () => {
  expect(await replayed("valid/plain")).toMatch(/the same: 201$/);
  expect(await replayed("valid/plain", "--exact")).toMatch(
    /before 201, now 409\nit has the values of then, which the server may remember/,
  );
  expect(await replayed("id-bounds/zero")).toMatch(
    /before 201, now 409\nit has the same values each time/,
  );
});

test("a sequence is sent again as a whole, and what repeats a value of its run repeats it", async () => {
  expect(await replayed("repetition/same-id-3-times")).toMatch(/the same: 201, 409, 409$/);
  expect(await replayed("explore/state/in-order-10")).toMatch(/the same: 201, 409 ×9$/);
  expect(await replayed("explore/state/deleted")).toMatch(/the same: 201, 200, 404, 201, 200$/);
  const { stdout } = await witness("report", run, "--json");
  const { state } = JSON.parse(stdout) as { state: { code: string; case: string }[] };
  const again = state.find(({ code }) => code === "remembered")?.case ?? "";
  expect(await replayed(again)).toMatch(/the same: 409$/);
  known.clear();
  expect(await replayed(again)).toMatch(
    /before 409, now 201\nit has the identity of an earlier request: the response depends on\s+whether the server still remembers/,
  );
});

test("classes are compared", async () => {
  accepted = 200;
  expect(await replayed("valid/plain")).toMatch(/the same class: before 201, now 200$/);
  const { stdout } = await witness("replay", run, "repetition/same-id-twice", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "same-class" });
});
