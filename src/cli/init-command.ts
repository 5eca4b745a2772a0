import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { writeReport } from "../record/run-folder.ts";
import { CONFIG_TEMPLATE } from "./config/config-template.ts";
import { CONFIG_NAMES } from "./config/load-config.ts";
import { print, tell } from "./output.ts";
import { terminalLines } from "../text/terminal-text.ts";

const FILE = "witness.config.ts";

/** `witness init`: a commented configuration in this folder. */
export function initCommand(): Command {
  return new Command("init")
    .description(`write a commented ${FILE} into this folder`)
    .option("--force", "write over the one that is there")
    .action(async ({ force }: { force?: true }) => {
      const cwd = process.cwd();
      const there = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
      if (there !== undefined && force !== true)
        throw new WitnessError("config-exists", `${there} is there already`, {
          hint: `--force writes ${FILE} all the same`,
        });
      writeReport(cwd, FILE, CONFIG_TEMPLATE);
      await print(terminalLines([FILE]));
      tell(terminalLines(["  witness print-config shows what it comes to"]));
    });
}
