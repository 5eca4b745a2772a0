import type { Command } from "commander";
import { suggestFor, suggestionText } from "../jobs/index.ts";
import { terminalBlock } from "../text/index.ts";
import { print, printDocument, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";

/** `witness suggest`: a policy to review, from a stored run. */
export async function suggestCommand(run: string, command: Command): Promise<void> {
  const { flags } = await readCommand("suggest", command);
  const suggestion = await suggestFor(run, warn);
  await (flags.json
    ? printDocument(suggestion)
    : print(terminalBlock(suggestionText(suggestion, run))));
}
