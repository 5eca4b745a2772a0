import type { Command } from "commander";
import { interruptible } from "./interrupt.ts";
import { printDocument, printResult, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { agentJob, listFleet } from "../jobs/index.ts";
import { renderFleet } from "../report/index.ts";

export async function fleetCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("fleet", command);
  const members = await listFleet(options, warn);
  await printResult(flags.json, members, (_, width) => renderFleet(members, width));
}

export async function agentCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("agent", command);
  const work = (signal: AbortSignal) => agentJob({ ...options, ...flags }, { signal, say: warn });
  const agent = await interruptible(work, "interrupted: ending its work (again to stop at once)");
  if (flags.json) await printDocument(agent);
}
