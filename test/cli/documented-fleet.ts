import { setTimeout as sleep } from "node:timers/promises";
import { startAgent, type StartedAgent } from "../fleet/agents.ts";
import { HAS_BROKER, startBroker } from "../fleet/broker.ts";
import { callWitness, killSpawned, spawnWitness } from "./witness.ts";

/** The broker of docs/fleet.md, and the agents that its commands start. */
export type DocumentedFleet = {
  /** An argument of a documented command, with the address of this broker. */
  here: (argument: string) => string;
  /** Executes the command that starts an agent, in a process that runs until `close`. */
  startAgent: (folder: string, args: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
};

/** Agents of the page's load. */
const AGENTS = 4;
const MOST_MS = 120_000;

/** Starts the broker; undefined, with the reason printed, where none is installed. */
export async function documentedFleet(): Promise<DocumentedFleet | undefined> {
  if (!HAS_BROKER) {
    console.log("skipped: the commands of docs/fleet.md: nats-server is not installed");
    return undefined;
  }
  const broker = await startBroker();
  const others: StartedAgent[] = [];
  const here = (argument: string): string => argument.replace(/^nats:\/\/broker:4222$/, broker.url);
  return {
    here,
    startAgent: async (folder, args) => {
      const ended = spawnWitness(folder, args);
      // Those of the other machines.
      for (let nth = others.length + 2; nth <= AGENTS; nth += 1)
        others.push(await startAgent(broker.url, `machine-${nth}`));
      const over = ended.then(({ stderr }) => {
        throw new Error(`the agent ended: ${stderr}`);
      });
      await Promise.race([over, untilListed(folder, broker.url)]);
    },
    close: async () => {
      await Promise.all(others.map((agent) => agent.stop()));
      killSpawned();
      await broker.stop();
    },
  };
}

/** Returns when all agents are there. */
async function untilListed(folder: string, url: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < MOST_MS; await sleep(200)) {
    const { stdout } = await callWitness(folder, ["fleet", "--fleet", url, "--json"]);
    if (JSON.parse(stdout).length === AGENTS) return;
  }
  throw new Error(`not all of ${AGENTS} agents are at the broker`);
}
