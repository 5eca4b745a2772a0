import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/run-folder.ts";
import { configTemplate } from "./config/config-template.ts";
import { CONFIG_NAMES } from "./config/load-config.ts";
import { addOptions } from "./add-options.ts";
import { print, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { terminalLines } from "../text/terminal-text.ts";

const FILE = "witness.config.ts";

/** `witness init`: a commented configuration in this folder. */
export function initCommand(): Command {
  const command = new Command("init").description(`write a commented ${FILE} into this folder`);
  return addOptions(command, "init").action(async (_, init: Command) => {
    const { flags } = await readCommand("init", init);
    const cwd = process.cwd();
    const there = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
    if (there !== undefined && !flags.force)
      throw new WitnessError("config-exists", `${there} already exists`, {
        hint: `--force writes ${FILE} all the same`,
      });
    writeReport(cwd, FILE, configTemplate());
    await print(terminalLines([FILE]));
    warn("witness print-config shows the options that result");
  });
}
