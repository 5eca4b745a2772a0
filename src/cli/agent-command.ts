import type { Command } from "commander";
import { agentJob } from "../jobs/index.ts";
import { interruptible } from "./interrupt.ts";
import { printDocument, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness agent`: sends what controllers ask for, until it is interrupted. */
export async function agentCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("agent", command);
  const work = (signal: AbortSignal) => agentJob({ ...options, ...flags }, { signal, say: warn });
  const agent = await interruptible(work, "interrupted: ending its work (again to stop at once)");
  if (flags.json) await printDocument(agent);
}
