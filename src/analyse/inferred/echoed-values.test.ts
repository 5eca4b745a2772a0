import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suites } from "../../../suites/index.ts";
import { userSubmission } from "../../contract/index.ts";
import { runJob } from "../../jobs/index.ts";
import { defaultOptions } from "../../options/index.ts";
import { listening, withBody } from "../../servers/json-server.ts";
import { suggestPolicy } from "../../policy/index.ts";
import type { RunFold } from "../run-fold.ts";
import { compareState } from "../comparison/compare-rules.ts";
import { returnedValues } from "../returned/returned-values.ts";
import { echoedSentences } from "./echoed-values.ts";

type User = { id: number; date: string };

/** How each server writes back what it read. */
const SERVERS: [string, (user: User, text: string) => string, string | RegExp, string][] = [
  [
    "JSON.parse and JSON.stringify",
    (user) => JSON.stringify(user),
    "id: read as an IEEE 754 double: ",
    "date: comes back as sent",
  ],
  [
    "an integer",
    ({ id, date }) => JSON.stringify({ id: Math.trunc(id), date }),
    // The values that are shown have a fraction: 1e0 would come back as 1 in any case.
    /^id: the fraction is cut off: -?\d*\.\d+ comes back as -?\d+, -?\d*\.\d+ comes back as -?\d+ \(/,
    "date: comes back as sent",
  ],
  [
    "a float",
    (user) => {
      if (!Number.isFinite(user.id)) throw new Error();
      return JSON.stringify(user).replace(/("id":-?\d+)(?=[,}])/, "$1.0");
    },
    "id: comes back as the same number, written differently: ",
    "date: comes back as sent",
  ],
  ["the bytes", (_, text) => text, "id: comes back as sent", "date: comes back as sent"],
  [
    "a Date",
    ({ id, date }) => JSON.stringify({ id, date: new Date(date) }),
    "id: read as an IEEE 754 double: ",
    "date: written in UTC with milliseconds: ",
  ],
];

/** A run against a server that writes back what it read. */
const runWith = async (write: (user: User, text: string) => string): Promise<RunFold> =>
  (await finishedRun(write, ["valid", "id-bounds", "date-precision"])).fold;

async function finishedRun(write: (user: User, text: string) => string, suite: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "witness-echoed-"));
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 100_000, (body) => {
        try {
          const text = body?.toString() ?? "";
          const user = JSON.parse(text) as User;
          if (typeof user.id !== "number" || Number.isNaN(Date.parse(user.date))) throw new Error();
          const headers = { "Content-Type": "application/json", Location: `/users/${user.id}` };
          const written = write(user, text);
          response.writeHead(201, headers).end(written);
        } catch {
          response.writeHead(400, { "Content-Type": "text/plain" }).end("no");
        }
      });
    }),
  );
  const finished = await runJob(
    { name: "echo", baseUrl: server.url },
    { interface: userSubmission, suites: [...suites] },
    {
      ...defaultOptions("run"),
      suite,
      load: false,
      runs: 0,
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  rmSync(folder, { recursive: true });
  return finished;
}

test("a server that responds with an example is said to", async () => {
  const fold = await runWith(() => JSON.stringify({ id: 7, date: "2019-08-24T00:00:00Z" }));
  expect(echoedSentences(fold)).toEqual([
    expect.stringMatching(/^id: is 7 whatever is sent \(\d+ values\)$/),
    expect.stringMatching(/^date: is "2019-08-24T00:00:00Z" whatever is sent \(\d+ values\)$/),
  ]);
});

test.each([
  ["one number for everything", () => 1, []],
  ["numbers of its own, in turn", (_: number, nth: number) => nth % 500, []],
  ["the lowest 16 bits", (id: number) => id & 0xffff, ["modulo 2^16"]],
  ["at most 2,147,483,647", (id: number) => Math.min(id, 2 ** 31 - 1), ["cut to 2147483647"]],
])("a server that gives %s as id", async (_name, idOf, words) => {
  let nth = 0;
  const write = ({ id, date }: User): string => {
    nth += 1;
    return JSON.stringify({ id: idOf(id, nth), date });
  };
  const found = returnedValues((await finishedRun(write, ["valid", "id-bounds"])).fold);
  expect(found.map((each) => each.words)).toEqual(words);
});

test.each(SERVERS)("what comes back shows how %s reads", async (name, write, id, date) => {
  const fold = await runWith(write);
  const [ofId, ofDate] = echoedSentences(fold);
  if (typeof id === "string") expect(ofId?.slice(0, id.length), `${name}: ${ofId}`).toBe(id);
  else expect(ofId, name).toMatch(id);
  expect(ofDate?.slice(0, date.length), `${name}: ${ofDate}`).toBe(date);
  // The same value in several cases is one example.
  expect(`${ofId} ${ofDate}`).not.toMatch(/(\S+ comes back as [^,]+), \1/);
  const { invariants } = suggestPolicy([fold]);
  expect(invariants).toContainEqual(
    expect.stringMatching(/^body\.id equals the id that was sent \((\d+) of \1\)$/),
  );
  expect(invariants).toContainEqual(
    expect.stringMatching(/^Location ends with the id that was sent \((\d+) of \1\)$/),
  );
  expect(invariants).toContainEqual(
    expect.stringMatching(/^400 has the content type text\/plain \(([\d,]+) of \1 cases\)$/),
  );
});

const text = (user: object): string => JSON.stringify(user);
const seconds = (date: string, round: (value: number) => number): string =>
  new Date(round(Date.parse(date) / 1000) * 1000).toISOString();

/** How each server returns what it read, and what is said of a run against it. */
const RETURNED: [string, (user: User) => string, (string | RegExp)[]][] = [
  ["returns what was sent, in another order", ({ id, date }) => text({ date, id }), []],
  ["returns nothing of it", () => text({ ok: true }), []],
  [
    "counts",
    () => text({ id: (count += 1), date: seconds(new Date().toISOString(), Math.floor) }),
    [],
  ],
  [
    "rounds dates to seconds",
    ({ id, date }) => text({ id, date: seconds(date, Math.round) }),
    [
      /^The value of date comes back changed: rounded to seconds \(in \d+ of \d+ valid cases\), e\.g\. sent "[^"]+Z", got "[^"]+\.000Z"\.$/,
    ],
  ],
  [
    "cuts the milliseconds, in an envelope",
    ({ id, date }) => text({ data: { id, date: date.replace(/[.]\d+Z/, "Z") } }),
    [/^The value of date comes back changed: cut to seconds \(/],
  ],
  [
    "writes dates with an offset",
    ({ id, date }) => text({ id, date: date.replace("Z", "+00:00") }),
    [
      /^The value of date comes back in another spelling of the same time \(in \d+ of \d+ valid cases\), e\.g\. /,
    ],
  ],
  [
    "returns ids of 32 bits as texts",
    ({ id, date }) => text({ id: String(id), date }),
    [/^The value of id comes back as a text \(/],
  ],
];
let count = 0;

test.each(RETURNED)("a server that %s", async (_, write, said) => {
  const { summary } = await finishedRun(write, ["valid"]);
  const returned = (summary.conclusions ?? []).filter(({ kind }) => kind === "returned");
  expect(returned.map(({ text: words }) => words)).toEqual(
    said.map((each) => expect.stringMatching(each)),
  );
});

test("a comparison has how the values come back, where it differs", async () => {
  const exact = await finishedRun(text, ["valid"]);
  const cut = await finishedRun(
    ({ id, date }) => text({ id, date: seconds(date, Math.floor) }),
    ["valid"],
  );
  const rows = compareState([exact, cut]);
  expect(rows?.filter(({ rules }) => new Set(rules).size > 1)).toEqual([
    { name: "date comes back", rules: ["as sent", "cut to seconds"] },
  ]);
  expect(compareState([exact, exact])).toBeUndefined();
});
