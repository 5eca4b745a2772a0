import type { Command } from "commander";
import { bashScript } from "./complete/bash-script.ts";
import { commandTree } from "./complete/command-tree.ts";
import { fishScript } from "./complete/fish-script.ts";
import { zshScript } from "./complete/zsh-script.ts";
import { print, printDocument } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { terminalBlock } from "../text/index.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof SCRIPTS;

/** `witness complete`: a script by which a shell completes verbs, options, their choices, and paths. */
export async function completeCommand(shell: Shell, command: Command): Promise<void> {
  const program = command.parent ?? command;
  const script = SCRIPTS[shell](program.name(), commandTree(program)).trimEnd();
  const { flags } = await readCommand("complete", command);
  await (flags.json ? printDocument({ shell, script }) : print(terminalBlock(script)));
}
