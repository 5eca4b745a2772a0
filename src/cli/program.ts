import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { exitCodeHelp } from "./exit-code-table.ts";
import { explain } from "./explain.ts";
import { terminalBlock } from "../text/index.ts";
import { printErrorDocument } from "./error-document.ts";
import { withSuggestion } from "./foreign-options.ts";
import { print, reserveStdout, tell } from "./output.ts";
import { writeOutputs } from "./step-outputs.ts";

/** Arguments that ask for the help of the program, which names verbs and none of their options. */
const HELP = new Set(["--help", "-h", "help"]);

async function commandsFor(argv: string[]): Promise<Command[]> {
  if (argv.length === 1 && HELP.has(argv[0] ?? ""))
    return (await import("./verb-rows.ts")).commandsOf([]);
  return (await import("./verbs.ts")).verbCommands();
}

/** Runs one command line, and sets its exit code in `process.exitCode`. Never throws: mistakes are printed. */
export async function runProgram(argv: string[]): Promise<void> {
  const giveBack = reserveStdout(argv);
  try {
    await run(argv);
    writeOutputs(Number(process.exitCode ?? 0));
  } finally {
    giveBack();
  }
}

async function run(argv: string[]): Promise<void> {
  // Many shells unset a variable by setting it to an empty value.
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith("WITNESS_") && value === "") delete process.env[name];
  const program = new Command("witness")
    .description(
      "Point it at any server with a JSON endpoint, by default that of the built-in interface: it reports what that server does.",
    )
    .version(VERSION, "-v, --version")
    .option("--debug", "print stack traces")
    .addHelpText("after", exitCodeHelp())
    .showHelpAfterError("(see witness --help)")
    .configureOutput({
      writeOut: (text) => void print(terminalBlock(text.trimEnd())),
      writeErr: (text) => tell(terminalBlock(text.trimEnd())),
    });
  for (const command of await commandsFor(argv))
    program.addCommand(
      command.copyInheritedSettings(program).option("--debug", "print stack traces"),
    );
  let mistake = "";
  for (const command of [program, ...program.commands])
    for (const each of [command, ...command.commands])
      each.exitOverride().configureOutput({
        outputError: (text, write) => {
          mistake = withoutValue(withSuggestion(text, each, program)).trimEnd();
          write(mistake);
        },
      });
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    process.exitCode =
      error instanceof CommanderError
        ? await endOfParsing(error, mistake)
        : await explain(error, argv.includes("--debug"));
  }
}

/** The exit code after help or a wrong command line, about which commander has printed its own message. */
async function endOfParsing({ exitCode }: CommanderError, mistake: string): Promise<number> {
  if (exitCode === 0) return 0;
  const [message = "", ...hints] = mistake.replace(/^error: /, "").split("\n");
  const hint = hints.map((line) => line.replace(/^\(([^]*)\)$/, "$1")).join("; ");
  await printErrorDocument({ code: "command-line", message, hint }, 2);
  return 2;
}

/**
 * The message without what may be secret: the value of a mistyped `--header=...`, what follows the letter in
 * `-HAuthorization: ...` and `-uname:password`, and what stands before the @ of an address.
 */
const withoutValue = (message: string): string =>
  message
    .replace(/^(error: unknown option '--?[\w-]+)=[^]*?'(?=$|\n)/, "$1'")
    .replace(/^(error: unknown option '-[^-])[^]*?'(?=$|\n)/, "$1'")
    .replace(/^(error: unknown command ')[^]*@/, "$1[redacted]@");
