import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { writeText } from "../record/index.ts";
import { configTemplate } from "./config/config-template.ts";
import { CONFIG_NAMES } from "./config/load-config.ts";
import { print, printDocument, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { terminalLines } from "../text/index.ts";

const FILE = "witness.config.ts";
const IGNORED_BY = ".gitignore";
const REPORTS = "reports/";

/** `witness init`: writes a commented configuration into this folder. */
export async function initCommand(command: Command): Promise<void> {
  const { flags } = await readCommand("init", command);
  const cwd = process.cwd();
  const there = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
  if (there !== undefined && !flags.force)
    throw new WitnessError("config-exists", `${there} already exists`, {
      hint: `--force writes ${FILE} all the same`,
    });
  writeText(join(cwd, FILE), configTemplate());
  const ignored = ignoreReports(cwd);
  if (flags.json)
    await printDocument({ config: FILE, ...(ignored && { ignored: { [IGNORED_BY]: REPORTS } }) });
  else await print(terminalLines(ignored ? [FILE, `${IGNORED_BY}: ${REPORTS}`] : [FILE]));
  warn("witness print-config shows the resulting options");
}

/** If git is used, adds the folder of the reports to its list of ignored files. True if it was not there. */
function ignoreReports(cwd: string): boolean {
  const file = join(cwd, IGNORED_BY);
  const isThere = existsSync(file);
  if (!isThere && !isInRepository(cwd)) return false;
  const text = isThere ? readFileSync(file, "utf8") : "";
  if (text.split(/\r?\n/).some((line) => /^\/?reports(\/\*{0,2})?$/.test(line.trim())))
    return false;
  appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${REPORTS}\n`);
  return true;
}

/** Whether this folder, or one around it, is a clone of git. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const around = dirname(folder);
  return around !== folder && isInRepository(around);
}
