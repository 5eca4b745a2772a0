import type { Command } from "commander";
import { listFleet } from "../jobs/index.ts";
import { renderFleet } from "../report/index.ts";
import { print, printDocument, stdoutWidth, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness fleet`: the agents at a broker, with what differs between them. */
export async function fleetCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("fleet", command);
  const members = await listFleet(options, warn);
  await (flags.json ? printDocument(members) : print(renderFleet(members, stdoutWidth())));
}
