import { addressText } from "../contract/base-url.ts";
import { userSubmission } from "../contract/user-submission.ts";
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { baselineCommand } from "./baseline-command.ts";
import { compareCommand } from "./compare-command.ts";
import { completeCommand } from "./complete-command.ts";
import { demoCommand } from "./demo-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { exitCodeHelp } from "./exit-code-table.ts";
import { explain } from "./explain.ts";
import { exploreCommand } from "./explore-command.ts";
import { gateCommand } from "./gate-command.ts";
import { historyCommand } from "./history-command.ts";
import { initCommand } from "./init-command.ts";
import { loadCommand } from "./load-command.ts";
import { printConfigCommand } from "./print-config-command.ts";
import { replayCommand } from "./replay-command.ts";
import { reportCommand } from "./report-command.ts";
import { resumeCommand } from "./resume-command.ts";
import { runCommand } from "./run-command.ts";
import { showCommand } from "./show-command.ts";
import { suitesCommand } from "./suites-command.ts";
import { terminalBlock } from "../text/terminal-text.ts";
import { print, tell } from "./output.ts";

/** Runs one command line, and leaves its exit code in `process.exitCode`. Throws nothing: mistakes are printed. */
export async function runProgram(argv: string[]): Promise<void> {
  // Many shells unset a variable by making it empty.
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith("WITNESS_") && value === "") delete process.env[name];
  const program = new Command("witness")
    .description(
      `Point it at a server that implements ${addressText(userSubmission, "{base_url}")}, or an interface of your own: it reports what that server does.`,
    )
    .version(VERSION)
    .option("--debug", "print stack traces")
    .addHelpText("after", exitCodeHelp())
    .showHelpAfterError("(witness --help shows what there is)")
    .configureOutput({
      writeOut: (text) => void print(terminalBlock(text.trimEnd())),
      writeErr: (text) => tell(terminalBlock(text.trimEnd())),
    });
  for (const command of verbs())
    program.addCommand(
      command.copyInheritedSettings(program).option("--debug", "print stack traces"),
    );
  program.exitOverride();
  for (const command of program.commands)
    for (const each of [command, ...command.commands]) each.exitOverride();
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    // Commander has printed its own message by then.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else process.exitCode = explain(error, argv.includes("--debug"));
  }
}

/** Every verb, in the order of the help. */
const verbs = (): Command[] => [
  runCommand(),
  loadCommand(),
  exploreCommand(),
  compareCommand(),
  gateCommand(),
  baselineCommand(),
  resumeCommand(),
  replayCommand(),
  reportCommand(),
  historyCommand(),
  showCommand(),
  suitesCommand(),
  initCommand(),
  printConfigCommand(),
  demoCommand(),
  doctorCommand(),
  completeCommand(),
];
