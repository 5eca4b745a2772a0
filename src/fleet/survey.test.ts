import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { loadCatalogue, surveyJob } from "../jobs/index.ts";
import { Survey } from "../model/history.ts";
import { defaultOptions } from "../options/index.ts";
import { freePort } from "../../test/servers/free-port.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { recordsIn, runsFolder, startAgent, type StartedAgent } from "../../test/fleet/agents.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";

const runs = runsFolder();
const file = join(runs.path, "targets.txt");
const servers: Listening[] = [];
const SENT = ["--suite", "valid,media-type", "--runs", "5", "--no-load", "--seed", "3", "--json"];

/** Responds to every request with this status. */
const serverOf = (status: number): Promise<Listening> =>
  listening(
    createServer((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(status).end());
    }),
  );

beforeAll(async () => {
  servers.push(await serverOf(201), await serverOf(422));
  const [created, refusing] = servers.map(({ url }) => url);
  const lines = ["# a survey", ...["a", "b", "c"].map((name) => `${name}=${created}`)];
  const gone = `gone=http://127.0.0.1:${await freePort()}`;
  writeFileSync(file, [...lines, `d=${refusing}`, gone].join("\n"));
});

afterAll(async () => {
  for (const each of servers) await each.close();
  runs.remove();
});

async function survey(outputDir: string, ...more: string[]): Promise<Survey> {
  const args = ["survey", file, ...SENT, "--output-dir", outputDir, ...more];
  const { code, stdout, stderr } = await callWitness(runs.path, args);
  expect({ code, stderr: code === 3 ? "" : stderr }).toEqual({ code: 3, stderr: "" });
  return Survey.parse(JSON.parse(stdout));
}

const namesIn = ({ clusters }: Survey): string[] =>
  clusters.map(({ targets }) =>
    targets
      .map(({ name }) => name)
      .toSorted()
      .join(),
  );

test("groups targets by behaviour, and compares one of each", async () => {
  const outputDir = join(runs.path, "alone");
  const found = await survey(outputDir);
  expect(namesIn(found)).toEqual(["a,b,c", "d", "gone"]);
  expect(found.clusters.map(({ cases }) => Object.keys(cases))).toEqual([["2xx"], ["4xx"], []]);
  expect(found.clusters[2]?.targets[0]).toMatchObject({
    end: "unreachable",
    accepts: "unreachable",
  });
  const folder = join(outputDir, readdirSync(outputDir)[0] ?? "");
  expect(existsSync(join(folder, found.comparison ?? "", "comparison.json"))).toBe(true);
  const page = readFileSync(join(folder, "report.html"), "utf8");
  expect(page.indexOf(">a</a>")).toBeLessThan(page.indexOf(">d</a>"));
  const runPage = join(folder, found.clusters[0]?.targets[0]?.run ?? "", "report.html");
  expect(existsSync(runPage)).toBe(true);
});

withBroker("a survey by agents", () => {
  let broker: StartedBroker;
  let staying: StartedAgent;

  beforeAll(async () => {
    broker = await startBroker();
    staying = await startAgent(broker.url, "x");
  });

  afterAll(async () => {
    await staying.stop();
    await broker.stop();
  });

  const sendersIn = (folder: string, names: readonly string[]): string[] =>
    names.flatMap((name) =>
      recordsIn(join(folder, name)).flatMap((each) => (each.type === "agent" ? [each.name] : [])),
    );

  test("has the same clusters, with a run for each agent at a time", async () => {
    const other = await startAgent(broker.url, "y");
    const outputDir = join(runs.path, "fleet");
    const found = await survey(outputDir, "--fleet", broker.url);
    expect(namesIn(found)).toEqual(["a,b,c", "d", "gone"]);
    const folder = join(outputDir, readdirSync(outputDir)[0] ?? "");
    const senders = sendersIn(folder, ["a", "b", "c", "d"]);
    expect(senders).toHaveLength(4);
    expect(new Set(senders)).toEqual(new Set(["x", "y"]));
    await other.stop();
  });

  test("gives the target of an agent that is lost to another one", async () => {
    const lost = await startAgent(broker.url, "lost");
    const said: string[] = [];
    const phase = (what: string): void => {
      said.push(what);
      if (what.startsWith("2 agents")) void lost.stop();
    };
    const [created = ""] = servers.map(({ url }) => url);
    const targets = ["a", "b", "c"].map((name) => ({ name, baseUrl: created }));
    const own = { suite: ["valid"], runs: 2, load: false, fleet: broker.url };
    const options = { ...defaultOptions("run"), ...own, outputDir: join(runs.path, "lost") };
    const control = { signal: new AbortController().signal, events: { phase } };
    const done = await surveyJob(targets, await loadCatalogue({}), options, control);
    expect(namesIn(done.survey)).toEqual(["a,b,c"]);
    const [cluster] = done.survey.clusters;
    const folders = cluster?.targets.map(({ run }) => run) ?? [];
    expect(sendersIn(done.folder, folders)).toEqual(["x", "x", "x"]);
    expect(folders.filter((name) => name.endsWith("-2"))).toHaveLength(1);
    expect(said).toContainEqual(
      expect.stringMatching(/^[abc]: agent lost .*: another agent sends to it again$/),
    );
  });
});
