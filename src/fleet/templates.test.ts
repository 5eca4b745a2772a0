import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { verbCommands } from "../cli/verbs.ts";

const textOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../templates/${name}`, import.meta.url)), "utf8");

type Compose = {
  services: Record<string, { image: string; command: string[]; deploy?: { replicas: number } }>;
  volumes: Record<string, unknown>;
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas?: number;
    selector: Record<string, unknown>;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { containers: { image: string; args: string[] }[] };
    };
  };
};

/** A call of witness: its verb exists, and its flags. */
function checkCall([verb = "", ...args]: string[]): void {
  const [command] = verbCommands(verb);
  const flags = new Set(command?.options.map(({ long }) => long));
  expect(args.filter((arg) => arg.startsWith("--") && !flags.has(arg))).toEqual([]);
  expect(args.at(-1)).toMatch(/^nats:\/\/[\w-]+:4222$/);
}

test("the compose file starts a broker with JetStream and agents that call it", () => {
  const { services, volumes } = parse(textOf("fleet-compose.yaml")) as Compose;
  expect(Object.keys(services)).toEqual(["broker", "agent", "controller"]);
  expect(services["broker"]?.command).toContain("-js");
  expect(services["agent"]?.deploy?.replicas).toBe(4);
  for (const name of ["agent", "controller"]) checkCall(services[name]?.command ?? []);
  expect(Object.keys(volumes)).toEqual(["broker"]);
});

test("the manifest has a broker, its service, and agents that call it", () => {
  const documents = parseAllDocuments(textOf("fleet-kubernetes.yaml"));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const all = documents.map((each) => each.toJS() as Manifest);
  expect(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    "Service witness-broker",
    "StatefulSet witness-broker",
    "Deployment witness-agent",
  ]);
  const [service, broker, agent] = all.map(({ spec }) => spec);
  expect(service?.selector).toEqual(broker?.template?.metadata.labels);
  for (const each of [broker, agent])
    expect(each?.selector["matchLabels"]).toEqual(each?.template?.metadata.labels);
  expect(broker?.template?.spec.containers[0]?.args).toContain("-js");
  expect(agent?.replicas).toBe(4);
  checkCall(agent?.template?.spec.containers[0]?.args ?? []);
});
