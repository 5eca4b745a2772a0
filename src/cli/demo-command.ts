import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { printComparison } from "./compare-command.ts";
import { withProgress } from "./opening-lines.ts";
import { type CommandInput, readCommand } from "./read-command.ts";
import { exitCodeOfAll } from "./run-exit-codes.ts";
import type { ComparisonParts } from "../jobs/index.ts";
import { comparedDefaults, compareWith, loadCatalogue, shortLoad } from "../jobs/index.ts";
import { WitnessError } from "../errors.ts";
import type { Target } from "../model/index.ts";
import { DEFAULT_CAPS } from "../options/index.ts";
import { type ReferenceMessage, REFERENCES } from "../servers/index.ts";

/** Bodies of many megabytes take too long for a demonstration. */
const BELOW_2_MIB = /^(?!size\/.*-(2|4|8|10|16|64)-mib$)/;

export async function demoCommand(command: Command): Promise<void> {
  const input = await readCommand("demo", command);
  const references = await startReferences();
  try {
    requireServers(references);
    process.exitCode = await compareAll(references, input);
  } finally {
    references.stop();
  }
}

/** @throws WitnessError `demo` with the reasons if fewer than two servers started. */
export function requireServers({ targets, missing }: Omit<References, "stop">): void {
  if (targets.length >= 2) return;
  throw new WitnessError("demo", "a comparison needs two of the embedded servers", {
    hint: missing.join("\n  "),
    exitCode: 70,
  });
}

async function compareAll(
  { targets, missing }: References,
  { options, flags }: CommandInput<"demo">,
): Promise<number> {
  const opening = [
    ...targets.map(({ name, baseUrl }) => `${name}  ${baseUrl}`),
    ...missing.map((text) => `left out: ${text}`),
  ];
  const catalogue = await loadCatalogue({});
  const settings = { ...SETTINGS, ...options };
  const parts = { ...PARTS(), folder: flags.folder };
  const finished = await withProgress(flags, opening, (control) =>
    compareWith(targets, catalogue, settings, control, parts),
  );
  await printComparison(finished, flags.json);
  return exitCodeOfAll(finished.runs, targets);
}

/** The options of `witness compare` with smaller numbers and shorter timeouts: the servers are local. */
const SETTINGS = {
  suite: [],
  grep: BELOW_2_MIB,
  hazards: true,
  exclude: [],
  profile: "default" as const,
  hazardsOnly: false,
  runs: 20,
  // Cases that differ are sent again, which confirms most of the others that differ alike.
  repeats: 1,
  concurrency: 10,
  // In one second, a busy machine did not get all responses of servers that send them.
  timeoutMs: 2000,
  waitForMs: 0,
};

const PARTS = (): ComparisonParts => ({
  explore: {
    ...comparedDefaults(),
    parts: ["examples", "boundaries"],
    caps: { ...DEFAULT_CAPS, body: 2 * 1024 * 1024, depth: 10_000, keys: 10_000, digits: 10_000 },
    runsPerProperty: 30,
    maxRequests: 50_000,
    maxTimeMs: 4_000,
  },
  load: { ...shortLoad(200), warmupMs: 100, rounds: 6 },
});

const MODULE = fileURLToPath(new URL("../servers/reference-process.js", import.meta.url));

type References = { targets: Target[]; missing: string[]; stop: () => void };

/** Starts every embedded server in a separate process, on a free loopback port. */
export async function startReferences(): Promise<References> {
  const children: ChildProcess[] = [];
  const targets: Target[] = [];
  const missing: string[] = [];
  const stop = (): void => children.forEach((child) => child.kill());
  try {
    for (const name of REFERENCES) {
      const child = fork(MODULE, [name], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
      children.push(child);
      const ended = once(child, "exit").then(() => [{ missing: `${name} did not start` }]);
      const [message] = (await Promise.race([once(child, "message"), ended])) as [ReferenceMessage];
      if ("url" in message) targets.push({ name, baseUrl: message.url });
      else missing.push(message.missing);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { targets, missing, stop };
}
