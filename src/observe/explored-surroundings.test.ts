import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { away, moods, moody, type Mood } from "../../test/servers/moods.ts";
import { jsonReply } from "../servers/json-server.ts";
import type { Summary } from "../model/index.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-explored-"));
afterAll(() => rmSync(folder, { recursive: true }));

const AXES = "id-upwards,id-downwards,date-fraction,keys";

/** Explores a few axes, and returns what is said of the server, and of the axes. */
async function exploredAxes(
  mood: Mood,
  timeout = "10s",
): Promise<{ said: string[]; boundaries: number }> {
  const server = await moody(mood);
  const args =
    `--axis ${AXES} --parts boundaries --timeout ${timeout} --seed 7 --json --quiet`.split(" ");
  const { stdout } = await callWitness(folder, ["explore", server.url, ...args]).finally(() =>
    server.close(),
  );
  const { notes, exploration } = JSON.parse(stdout) as Summary;
  return {
    said: notes.filter(({ kind }) => kind === "surroundings").map(({ text }) => text),
    boundaries: exploration?.axes.flatMap(({ boundaries }) => boundaries).length ?? 0,
  };
}

const explored = async (mood: Mood): Promise<string[]> => (await exploredAxes(mood)).said;

test("an exploration names several servers, and draws no boundary between their responses", async () => {
  const { said, boundaries } = await exploredAxes(moods.versions("connection")());
  expect(said).toEqual([
    expect.stringMatching(/^several servers: valid requests get .*, and the connection decides/),
  ]);
  expect(boundaries).toBe(0);
});

test("an exploration names a guard by the refused requests before each ban", async () => {
  let [refused, untilMs] = [0, 0];
  const found = await explored(({ body, nowMs }) => {
    if (nowMs < untilMs) return away.blocked;
    if (!/"id" ?: ?-?\d{17}/.test(body)) return undefined;
    refused += 1;
    if (refused % 20 === 0) untilMs = nowMs + 700;
    return away.invalid;
  });
  expect(found).toEqual([
    expect.stringMatching(
      /^ban(?: or rate limit)?: .* got 403 .*; then as before; before each, \d+(?: to \d+)? requests were refused, of /,
    ),
  ]);
});

test("an exploration names the times at which a guard is silent, and keeps its boundaries", async () => {
  let [refused, untilMs] = [0, 0];
  const { said, boundaries } = await exploredAxes(({ body, nowMs }) => {
    if (nowMs < untilMs) return "silent";
    if (!/"id" ?: ?-?\d{17}/.test(body)) return undefined;
    refused += 1;
    if (refused % 20 === 0) untilMs = nowMs + 1500;
    return away.invalid;
  }, "1s");
  expect(said).toEqual([expect.stringMatching(/^(?:short outages or bans: \d+ of|silence|ban)/)]);
  expect(boundaries).toBeGreaterThan(0);
});

test("an exploration finds the limits of servers that respond in turn, and names the one that fails", async () => {
  expect(await explored(moods.badWorker(2, "turn"))).toEqual([
    expect.stringMatching(/^noise while exploring: \d\d% of the requests got .*500/),
  ]);
});

test("an exploration says how many requests were lost at random", async () => {
  expect(await explored(moods.noise(0.1, away.gateway))).toEqual([
    expect.stringMatching(
      /^noise while exploring: [\d.]+% of the requests got (?:502|an error or no response \(502 .*\)), independent of the request: \d+ of \d+, p = /,
    ),
  ]);
  expect(await explored(moods.plain())).toEqual([]);
});

test("an exploration waits while every request is locked out, and says so once", async () => {
  const locked = jsonReply(423, { error: "locked" });
  let startMs: number | undefined;
  const found = await explored(({ nowMs }) => {
    startMs ??= nowMs;
    return (nowMs - startMs) % 2500 > 1500 ? locked : undefined;
  });
  expect(found).toEqual([
    expect.stringMatching(
      /^ban, wall or challenge: .* got 423 \("locked"\), the stated one too, .*; then as before$/,
    ),
  ]);
});

test("an exploration names the limit of each connection that it keeps to", async () => {
  expect(await explored(moods.perConnection(20))).toContainEqual(
    expect.stringMatching(
      /^rate limit for each connection: after 20 requests on it, requests got 429/,
    ),
  );
});
