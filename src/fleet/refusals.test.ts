import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WitnessError } from "../errors.ts";
import { run } from "../api/index.ts";
import { callWitness, spawnWitness } from "../../test/cli/witness.ts";
import { freePort } from "../../test/servers/free-port.ts";
import {
  targetServer,
  runsFolder,
  startAgent,
  type TargetServer,
} from "../../test/fleet/agents.ts";
import { Broker } from "./broker.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";
import { VERSION } from "../version.ts";
import { messages, subjects } from "./messages.ts";

const runs = runsFolder();
let server: TargetServer;

beforeAll(async () => {
  server = await targetServer();
});

afterAll(async () => {
  await server.close();
  runs.remove();
});

/** How a run with this broker is refused: nothing is sent, and no folder is made. */
async function refusal(fleet: string, options: object = {}) {
  const before = server.count();
  const refused = run(server.url, { fleet, outputDir: runs.path, ...options });
  const error = await refused.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(server.count()).toBe(before);
  expect(error).toBeInstanceOf(WitnessError);
  const { message, exitCode, hint } = error as WitnessError;
  return { message, exitCode, hint };
}

/** Makes every import of these packages fail, as if they were not installed. */
const withoutPackages = (pattern: string): string => {
  const hook = `export async function resolve(name, context, next) {
    if (/${pattern}/.test(name)) throw Object.assign(new Error("no " + name), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  }`;
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  const main = `import { register } from "node:module"; register(${JSON.stringify(url)});`;
  return `--import data:text/javascript,${encodeURIComponent(main)}`;
};

describe("the broker's client", () => {
  const hide = { NODE_OPTIONS: withoutPackages("^@nats-io") };

  test("is not loaded without --fleet", async () => {
    const args = ["run", server.url, "--suite", "valid", "--runs", "1", "--no-load"];
    const { code, stderr } = await spawnWitness(runs.path, args, hide);
    expect({ code, stderr: stderr.includes("nats") }).toEqual({ code: 0, stderr: false });
  });

  test("is named if it is not installed", async () => {
    const args = ["run", server.url, "--fleet", "nats://127.0.0.1:4222"];
    const { code, stderr } = await spawnWitness(runs.path, args, hide);
    expect(code).toBe(2);
    expect(stderr).toContain("--fleet requires the client of NATS, which is not installed");
    expect(stderr).toContain("npm install @nats-io/transport-node@3.4.0");
  });
});

describe("options", () => {
  test.each([
    [["run", ":1", "--agents", "2"], "--agents requires --fleet"],
    [["run", ":1", "--fleet", "http://x"], "--fleet must be a URL of NATS"],
    [["run", ":1", "--fleet", "nats://x", "--max-time", "1m"], "--max-time cannot be combined"],
    [["run", ":1", "--fleet", "nats://x", "--nats-creds", "none"], "--nats-creds: ENOENT"],
    [["run", ":1", "--resume", "x"], "--resume requires --fleet"],
    [["run", ":1", "--agents-where", "zone=a"], "--agents-where requires --fleet"],
    [["fleet", "--fleet", "nats://x", "--agents-where", "a"], '"a" is not a label'],
    [["agent"], "--fleet is missing"],
    [["agent", "--fleet", "nats://x", "--name", "a b"], '"a b" is not a valid name of an agent'],
  ])("%j are refused", async (args, message) => {
    const { code, stderr } = await callWitness(runs.path, args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("a broker that nothing listens for is named, with exit code 70", async () => {
    const port = await freePort();
    const { message, exitCode, hint } = await refusal(`nats://127.0.0.1:${port}`);
    expect(message).toBe(`cannot reach the broker at 127.0.0.1:${port}: connection refused`);
    expect(exitCode).toBe(70);
    expect(hint).toBe("start one with: nats-server -js");
  });
});

withBroker("a broker", () => {
  let broker: StartedBroker;

  beforeAll(async () => {
    broker = await startBroker();
  });

  afterAll(() => broker.stop());

  test("without agents is refused, and with too few", async () => {
    expect(await refusal(broker.url)).toMatchObject({
      message: `there are no agents at 127.0.0.1:${broker.port}`,
      exitCode: 2,
    });
    const agent = await startAgent(broker.url, "only");
    expect(await refusal(broker.url, { agents: 2 })).toMatchObject({
      message: "--agents 2 requires 2 agents, found 1: only",
      exitCode: 2,
    });
    expect(await refusal(broker.url, { agentsWhere: ["zone=b"] })).toMatchObject({
      message: `there are no agents with the labels zone=b at 127.0.0.1:${broker.port}`,
      exitCode: 2,
      hint: "there are others: only (zone=a,name=only)",
    });
    const twin = await startAgent(broker.url, "only");
    expect(String(await twin.ended)).toContain(
      `another agent at 127.0.0.1:${broker.port} is named only`,
    );
    await agent.stop();
  });

  test("with an agent of another version is refused by the agent's name", async () => {
    const other = await Broker.connect({ fleet: broker.url });
    other.serve(subjects.discover, messages.nothing, () => ({ name: "old", version: "0.5.0" }));
    await other.nats.flush();
    expect((await refusal(broker.url)).message).toBe(
      `agent old has version 0.5.0; this is version ${VERSION}`,
    );
    await other.close();
  });

  test("without JetStream is refused", async () => {
    const plain = await startBroker({ jetStream: false });
    expect(await refusal(plain.url)).toMatchObject({
      message: `the broker at 127.0.0.1:${plain.port} runs without JetStream`,
      exitCode: 2,
      hint: "start it with: nats-server -js",
    });
    const agent = await startAgent(plain.url, "none");
    expect(await agent.ended).toMatchObject({
      exitCode: 2,
      hint: "start it with: nats-server -js",
    });
    await plain.stop();
  });
});
