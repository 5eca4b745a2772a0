import type { Command } from "commander";
import { addOptions } from "./add-options.ts";
import { commandsOf } from "./verb-rows.ts";

/** The commands of these verbs, or of all, each with its arguments and options. */
export const verbCommands = (...names: readonly string[]): Command[] =>
  commandsOf(names, (command, verb, known) => void addOptions(command, verb, undefined, known));
