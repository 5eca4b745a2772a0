import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { documentedIn, PAGES, type DocumentedCommand } from "../../test/cli/documented-command.ts";
import { documentedFleet, type DocumentedFleet } from "../../test/cli/documented-fleet.ts";
import { documentedServers, type DocumentedServers } from "../../test/cli/documented-servers.ts";
import { missingLines } from "../../test/cli/output-shape.ts";
import { callWitness, type Finished } from "../../test/cli/witness.ts";

/** Less of everything: a documented flag overrides it. */
const LESS = {
  WITNESS_GREP: "^(valid/plain|mine/)",
  WITNESS_RUNS: "1",
  WITNESS_LOAD: "false",
  WITNESS_DURATION: "500ms",
  WITNESS_ROUNDS: "2",
  WITNESS_WARMUP: "50ms",
  WITNESS_LOAD_DURATION: "500ms",
  WITNESS_PARTS: "boundaries",
};

/** Enough of the catalogue for what docs/gate.md shows. */
const GATED =
  "^(valid/plain|fields/missing|malformed-json/trailing-n|id-bounds/pow)|^date-precision/.*-[0-9]+";

const BOUNDARIES =
  "id-upwards,id-exponent-downwards,date-year-upwards,date-offset-east,header-count";

/** What some commands need besides, for the lines that their page shows. */
const ALSO: [RegExp, Record<string, string>][] = [
  [
    /run http:..localhost:3000$/,
    { WITNESS_LOAD: "true", WITNESS_GREP: "^(valid/plain|encoding/|media-type/)|/arrays-1" },
  ],
  // Its page shows no line of the output.
  [/infer :3000/, { WITNESS_SUITE: "valid" }],
  [/explore :3000/, { WITNESS_AXIS: "date-year-upwards" }],
  [/explore fastify/, { WITNESS_AXIS: BOUNDARIES, WITNESS_TIMEOUT: "20s" }],
  [/explore express/, { WITNESS_PARTS: "divergences", WITNESS_SUITE: "headers,id-bounds" }],
  [/explore express/, { WITNESS_MAX_TIME: "15s", WITNESS_TIMEOUT: "10s" }],
  [/compare strict/, { WITNESS_GREP: ".", WITNESS_LOAD: "true" }],
  [/compare .*=/, { WITNESS_EXPLORE: "false" }],
  [/gate /, { WITNESS_GREP: GATED }],
  [/--suite framing/, { WITNESS_GREP: "^(valid/plain|framing/given-9007199254740992)" }],
];

/** Searches until its time is up. */
const SEARCHES = /explore express/;
const MEASURED =
  sampled("documented commands that search for differences", { all: 1, sample: 0 }) === 1;

let servers: DocumentedServers;
let fleet: DocumentedFleet | undefined;
beforeAll(async () => {
  servers = await documentedServers();
  // The stored runs that the pages name: before and after a change.
  for (const [nth, after] of [false, true].entries()) {
    servers.change(after);
    const args = [
      "run",
      servers.here("app=http://localhost:8080"),
      "--no-load",
      "--seed",
      `${nth + 1}`,
    ];
    await callWitness(servers.folder, args, { ...LESS, WITNESS_GREP: GATED });
  }
});
afterAll(async () => {
  await fleet?.close();
  await servers.close();
});

const needsBroker = ({ args }: DocumentedCommand): boolean => args.includes("--fleet");

async function execute({ args, env, text }: DocumentedCommand, folder: string): Promise<Finished> {
  const stored = readdirSync(join(servers.folder, "reports"));
  const given = args.map((word) =>
    /^reports\/\d/.test(word)
      ? join(servers.folder, "reports", stored.shift() ?? "")
      : servers.here(fleet?.here(word) ?? word, args),
  );
  const also = ALSO.flatMap(([pattern, more]) => (pattern.test(text) ? [more] : []));
  const variables = Object.assign({ API_TOKEN: "eyJ0" }, LESS, env, ...also);
  if (args[0] !== "agent") return callWitness(folder, given, variables);
  await fleet?.startAgent(folder, given);
  return { code: 0, stdout: "", stderr: "" };
}

describe.each(PAGES)("%s", { timeout: 300_000 }, (page) => {
  const { commands } = documentedIn(page);
  let folder: string;
  beforeAll(() => (folder = servers.folderOf(page)));

  test.runIf(commands.length > 0)("its commands do what it says", async () => {
    if (commands.some(needsBroker)) fleet ??= await documentedFleet();
    const executable = commands.filter((each) => fleet !== undefined || !needsBroker(each));
    for (const command of executable.filter(({ text }) => MEASURED || !SEARCHES.test(text))) {
      servers.prepare(folder);
      const fails = command.output.some((line) => line.startsWith("✗"));
      servers.change(fails);
      const { code, stdout, stderr } = await execute(command, folder);
      const place = `${command.place}: ${command.text}\n${stderr}\n${stdout}`;
      // On a busy machine, a round of load may end without enough responses.
      if (/not-measured|could not be measured|got no response at all/.test(stdout)) continue;
      expect.soft(code, place).toBe(fails ? 1 : 0);
      expect.soft(missingLines(command.output, stdout), place).toEqual([]);
    }
  });
});

test("what cannot be executed is marked, with the reason", () => {
  const left = PAGES.flatMap((page) => documentedIn(page).left);
  expect(left.map(({ why }) => why)).toEqual([
    "needs a server with a store",
    ".ci/run runs both",
    "the server is one with a store and deletion, which this page does not start",
    "needs node exporter",
    "needs a collector",
    "needs DuckDB",
    "needs GitHub Actions",
    "sends five whole runs",
    "needs two builds of a server",
    "needs GitHub Actions",
    "needs GitLab",
    "needs docker",
    "needs a document and its server",
    "sends six whole documents",
    "needs docker",
    "needs a run whose server ended",
  ]);
});
