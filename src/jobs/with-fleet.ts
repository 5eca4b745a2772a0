import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { WitnessError } from "../errors.ts";
import type { FleetMember } from "../fleet/index.ts";
import { loadCatalogue } from "./load-suites.ts";
import type { Control } from "./open-run.ts";
import { planAgain } from "./plan-suites.ts";
import type { Settings } from "./settings.ts";
import type { RunHeader } from "../model/index.ts";
import { catalogueHash, plan } from "../observe/index.ts";
import type { FlagsOf, OptionsOf } from "../options/index.ts";
import { counted } from "../text/index.ts";
import { VERSION } from "../version.ts";

/** Only with `--fleet` the broker's client is loaded. @throws WitnessError `fleet` if there are too few agents. */
export async function withFleet<T>(
  options: Partial<Settings>,
  control: Control,
  work: (control: Control) => Promise<T>,
): Promise<T> {
  refuseContradictions(options);
  const { fleet: url } = options;
  if (url === undefined) return work(control);
  const labels = labelsOf("--agents-where", options.agentsWhere ?? []);
  const { Fleet } = await import("./fleet.lazy.ts");
  control.events.phase?.("looking for agents");
  const fleet = await Fleet.open({ ...options, fleet: url, labels });
  try {
    const names = fleet.agents.map(({ name }) => name).join(", ");
    control.events.phase?.(`${counted(fleet.agents.length, "agent")}: ${names}`);
    return await work({ ...control, fleet });
  } finally {
    for (const line of fleet.takeDropped()) control.events.phase?.(line);
    await fleet.close();
  }
}

function refuseContradictions(options: Partial<Settings>): void {
  const { fleet, agents, agentsWhere = [], serve, maxTimeMs } = options;
  if (fleet === undefined) {
    if (agents === undefined && agentsWhere.length === 0) return;
    const given = agents === undefined ? "--agents-where" : "--agents";
    throw new WitnessError("fleet", `${given} requires --fleet`, {
      hint: "name the broker: --fleet nats://host:4222",
    });
  }
  const [flag] = [serve && "--serve", maxTimeMs && "--max-time"].filter((each) => each);
  if (flag !== undefined)
    throw new WitnessError("fleet", `${flag} cannot be combined with --fleet`, {
      hint:
        flag === "--serve"
          ? "start the target by itself, where every agent reaches it"
          : "leave one of them out",
    });
}

/** `witness fleet`: the agents at a broker. @throws WitnessError `fleet` if it cannot be used. */
export async function listFleet(
  options: OptionsOf<"fleet">,
  say: (text: string) => void = () => {},
): Promise<FleetMember[]> {
  const { listMembers } = await import("./fleet.lazy.ts");
  const labels = labelsOf("--agents-where", options.agentsWhere ?? []);
  return listMembers({ ...options, fleet: requireFleet(options.fleet), labels }, say);
}

type Given = OptionsOf<"agent"> & Omit<FlagsOf<"agent">, "json">;

const NAME = /^[A-Za-z0-9_-]{1,40}$/;

/** `witness agent`: sends what controllers ask for, until the signal. @throws WitnessError `fleet` */
export async function agentJob(
  given: Given,
  { signal, say }: { signal: AbortSignal; say: (text: string) => void },
): Promise<{
  name: string;
  version: string;
  cores: number;
  labels: Readonly<Record<string, string>>;
}> {
  const { fleet: url } = given;
  const info = {
    name: nameOf(given),
    instance: randomUUID(),
    version: VERSION,
    catalogue: await ownCatalogue(),
    platform: `node ${process.versions.node} ${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    labels: labelsOf("--labels", given.agentLabels),
  };
  const { Agent, Broker, requireJetStream } = await import("./fleet.lazy.ts");
  const broker = await Broker.connect({ ...given, fleet: requireFleet(url) });
  try {
    await requireJetStream(broker);
    await new Agent(broker, { info, say, replan }).serve(signal);
    const { name, version, cores, labels } = info;
    return { name, version, cores, labels };
  } finally {
    await broker.close();
  }
}

function requireFleet(url: string | undefined): string {
  if (url !== undefined) return url;
  throw new WitnessError("fleet", "--fleet is missing", {
    hint: "name the broker: --fleet nats://host:4222",
  });
}

function nameOf({ agentName }: Given): string {
  const name =
    agentName ??
    hostname()
      .replace(/[^A-Za-z0-9_-]/g, "-")
      .slice(0, 40);
  if (NAME.test(name)) return name;
  throw new WitnessError("fleet", `${JSON.stringify(name)} is not a valid name of an agent`, {
    hint: "use at most 40 letters, digits, dashes and underscores",
  });
}

/** The hash of the built-in catalogue: it differs between builds that send other cases. */
async function ownCatalogue(): Promise<string> {
  const { suites } = await loadCatalogue({});
  const all = { only: [], seed: 0, runsPerProperty: 0, repeats: 1 };
  return catalogueHash(plan({ suites, ...all }));
}

/** The plan of a run. @throws WitnessError if this machine has another catalogue. */
async function replan(header: RunHeader) {
  const { planned } = await planAgain(header);
  if (catalogueHash(planned) === header.catalogue) return { planned };
  throw new WitnessError("fleet", "its catalogue differs: the same plan has other cases", {
    hint: "install the same version, suites and corpus on every machine",
  });
}

/** The characters of labels and their values, as in Kubernetes. */
const LABEL = /^([A-Za-z0-9][A-Za-z0-9._/-]{0,62})=([A-Za-z0-9._-]{0,63})$/;

/** Labels of an agent: `zone=a`. @throws WitnessError `fleet` if one is not `key=value`, or a key is given twice. */
function labelsOf(flag: string, texts: readonly string[]): Record<string, string> {
  const labels = new Map<string, string>();
  for (const text of texts) {
    const [, key, value] = LABEL.exec(text) ?? [];
    if (key === undefined || value === undefined)
      throw new WitnessError("fleet", `${flag}: ${JSON.stringify(text)} is not a label`, {
        hint: "write key=value, of letters, digits, dots, dashes and underscores: zone=a",
      });
    if (labels.has(key))
      throw new WitnessError("fleet", `${flag}: ${key} is given twice`, {
        hint: "give each key one value",
      });
    labels.set(key, value);
  }
  return Object.fromEntries(labels);
}
