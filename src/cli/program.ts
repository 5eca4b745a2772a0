import { Command, CommanderError, type Option } from "commander";
import { printErrorDocument, explain } from "./explain.ts";
import { print, reserveStdout, tell } from "./output.ts";
import { writeOutputs } from "./step-outputs.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { terminalBlock } from "../text/index.ts";
import { VERSION } from "../version.ts";

/** Arguments that ask for the help of the program, which names verbs and none of their options. */
const HELP = new Set(["--help", "-h", "help"]);

/** Shown below the options of a verb, instead of a variable in each of its rows. */
const VARIABLES = `
Environment variables set options too: WITNESS_TIMEOUT=2s is --timeout 2s. So
does a configuration file: witness init writes one, and witness print-config
prints the value and the source of each option.`;

/** An option with its default: the words that it takes are in its flag, and \`VARIABLES\` says how its variable is named. */
function optionDescription({ description, required, ...option }: Option): string {
  const { defaultValue, defaultValueDescription: words = String(defaultValue) } = option;
  return required && defaultValue !== undefined
    ? `${description} (default: ${words})`
    : description;
}

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
    .configureHelp({ optionDescription })
    .configureOutput({
      writeOut: (text) => void print(terminalBlock(text.trimEnd())),
      writeErr: (text) => tell(terminalBlock(text.trimEnd())),
    });
  for (const command of await commandsFor(argv))
    program.addCommand(
      command.copyInheritedSettings(program).option("--debug", "print stack traces"),
    );
  for (const command of program.commands.flatMap((each) => [each, ...each.commands]))
    if (command.options.length > 3)
      command.configureHelp({ optionDescription }).addHelpText("after", VARIABLES);
  let mistake = "";
  for (const command of [program, ...program.commands])
    for (const each of [command, ...command.commands])
      each.exitOverride().configureOutput({
        outputError: (text, write) => {
          mistake = asHints(withoutValue(withSuggestion(text, each, program)).trimEnd());
          const names = new Set([program, command, each].map((one) => one.name()));
          write(
            mistake.includes("\n") ? mistake : `${mistake}\n  see ${[...names].join(" ")} --help`,
          );
        },
      });
  try {
    await program.parseAsync(withoutHelp(argv, program), { from: "user" });
  } catch (error) {
    process.exitCode =
      error instanceof CommanderError
        ? await endOfParsing(error, mistake)
        : await explain(error, argv.includes("--debug"));
  }
}

/** Of an unknown verb, commander would print the help of the program and not that there is none. */
function withoutHelp(argv: string[], program: Command): string[] {
  const [verb = "-"] = argv;
  const isKnown = ["help", ...program.commands.map((each) => each.name())].includes(verb);
  return verb.startsWith("-") || isKnown
    ? argv
    : argv.filter((each) => each !== "--help" && each !== "-h");
}

/** The lines after the first as the hints of other errors are: `(Did you mean --seed?)` is `  did you mean --seed?`. */
const asHints = (message: string): string =>
  message.replaceAll(
    /\n\((.)(.*)\)(?=\n|$)/g,
    (_, first: string, rest: string) => `\n  ${first.toLowerCase()}${rest}`,
  );

/** The exit code after help or a wrong command line, about which commander has printed its own message. */
async function endOfParsing({ exitCode }: CommanderError, mistake: string): Promise<number> {
  if (exitCode === 0) return 0;
  const [message = "", ...hints] = mistake.replace(/^error: /, "").split("\n");
  const hint = hints.map((line) => line.trim()).join("; ");
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

/** Every exit code and its meaning, for help and docs. CI jobs depend on them: they do not change. */
export const EXIT_CODES = [
  [0, "done: the stated clauses and your rules passed"],
  [1, "a stated clause or one of your rules failed"],
  [2, "wrong usage or configuration, or a rule that cannot be judged"],
  [3, "target not reachable, lost during the run, or without a response under load"],
  [4, "inconclusive: too little evidence, no documented success, turned away, or a limit"],
  [70, "this machine or witness failed: a full disk, no file descriptors, a defect"],
  [129, "ended by SIGHUP; reports of the recorded part are written"],
  [130, "ended by SIGINT (Ctrl-C); the same"],
  [143, "ended by SIGTERM; the same"],
] as const satisfies readonly (readonly [code: number, meaning: string])[];

/** The table for help: without the table writer, which loads the widths of all characters. */
export const exitCodeHelp = (): string =>
  [
    "",
    "Exit codes:",
    ...EXIT_CODES.map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`),
  ].join("\n");

const ARGUMENT = "<target>";
const REQUEST = ["--interface", "--openapi"];

/** What people type who know curl, wrk, k6, autocannon or Schemathesis, and the options that do the same here. */
export const FOREIGN_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  "--amount": ["--max-requests", "--runs"],
  "--auth": ["--basic-from"],
  "--body": REQUEST,
  "--cacert": ["--ca"],
  "--connect-timeout": ["--timeout"],
  "--connections": ["--concurrency"],
  "--data": REQUEST,
  "--concurrency": ["--connections"],
  "--duration": ["--load-duration", "--max-time"],
  "--format": ["--json"],
  "--headers": ["--header"],
  "--host": [ARGUMENT, "--base-url"],
  "--hypothesis-seed": ["--seed"],
  "--insecure-skip-tls-verify": ["--insecure"],
  "--iterations": ["--max-requests", "--runs"],
  "--max-examples": ["--runs"],
  "--method": REQUEST,
  "--oauth2-bearer": ["--bearer-from"],
  "--out": ["--output-dir"],
  "--output": ["--output-dir"],
  "--overallRate": ["--rate"],
  "--proxy-user": ["--proxy-auth-from"],
  "--rate-limit": ["--rate", "--concurrency"],
  "--report": ["--reporter"],
  "--request": REQUEST,
  "--request-timeout": ["--timeout"],
  "--rps": ["--rate"],
  "--schema": ["--openapi"],
  "--silent": ["--quiet"],
  "--socketPath": ["--unix-socket"],
  "--spec": ["--openapi"],
  "--summary-export": ["--json"],
  "--threads": ["--processes", "--concurrency"],
  "--token": ["--bearer-from"],
  "--url": [ARGUMENT, "--base-url"],
  "--user": ["--basic-from"],
  "--verbose": ["--debug"],
  "--vus": ["--connections", "--concurrency"],
  "--wait-for-schema": ["--wait-for"],
  "--workers": ["--processes", "--concurrency"],
  "-4": ["--ipv4"],
  "-6": ["--ipv6"],
  "-E": ["--cert"],
  "-H": ["--header"],
  "-R": ["--rate"],
  "-X": REQUEST,
  "-a": ["--max-requests", "--basic-from"],
  "-b": REQUEST,
  "-c": ["--connections", "--concurrency"],
  "-d": ["--duration", "--load-duration", ...REQUEST],
  "-k": ["--insecure"],
  "-m": ["--max-time", "--timeout"],
  "-o": ["--output-dir"],
  "-p": ["--pipelining"],
  "-r": ["--rate"],
  "-s": ["--quiet"],
  "-t": ["--processes", "--timeout"],
  "-u": [ARGUMENT, "--basic-from", "--connections"],
  "-w": ["--processes", "--concurrency"],
  "-x": ["--proxy"],
};

const MOST_VERBS = 4;

/** Other programs have different options with one letter: all that this verb has are suggested. */
const isLetter = (flag: string): boolean => /^-[^-]/.test(flag);

/** The error of commander, with the option or verb that was meant, where that is known. */
function withSuggestion(message: string, command: Command, program: Command): string {
  const [, what = "", given = ""] = /^error: unknown (option|command) '(.*?)'/.exec(message) ?? [];
  const [first = message] = message.split("\n");
  if (what === "command" && isAddress(given))
    return `${first}\n(To send to it: witness run ${given})\n`;
  if (what !== "option") return message;
  const flag = isLetter(given) ? given.slice(0, 2) : (given.split("=")[0] ?? "");
  const meant = meantBy(flag, command);
  const elsewhere = verbsWith(flag, program);
  if (meant.length === 0 && elsewhere.length === 0) return message;
  const more = elsewhere.length > MOST_VERBS ? " and others" : "";
  const verbs = elsewhere.slice(0, MOST_VERBS).map((name) => `witness ${name}`);
  const lines = [
    ...(meant.length === 0 ? [] : [`(Use ${meant.join(" or ")})`]),
    ...(verbs.length === 0 ? [] : [`(${flag} is an option of ${verbs.join(", ")}${more})`]),
  ];
  return `${[first, ...lines].join("\n")}\n`;
}

function isAddress(text: string): boolean {
  try {
    return parseBaseUrl(text).href !== "";
  } catch {
    return false;
  }
}

function meantBy(flag: string, command: Command): string[] {
  const own = longFlags(command);
  const has = (name: string): boolean =>
    name === ARGUMENT ? takesTarget(command) : own.includes(name);
  const known = (FOREIGN_OPTIONS[flag] ?? []).filter(has);
  const some = isLetter(flag) ? known : known.slice(0, FOREIGN_OPTIONS[flag] === REQUEST ? 2 : 1);
  if (some.length > 0) return some.map((name) => (name === ARGUMENT ? argumentOf(command) : name));
  if (isLetter(flag)) return [];
  const words = wordsOf(flag);
  return own.filter((name) => words.every((word) => wordsOf(name).includes(word))).slice(0, 3);
}

const wordsOf = (flag: string): string[] => flag.replace(/^--(no-)?/, "").split("-");

const longFlags = (command: Command): string[] =>
  command.options.flatMap(({ long }) => (typeof long === "string" ? [long] : []));

const takesTarget = ({ registeredArguments: [argument] }: Command): boolean =>
  argument?.name() === "target";

const argumentOf = (command: Command): string => `the argument: witness ${command.name()} <target>`;

/** The verbs that have this option, with the verb that they belong to. `print-config` reads the options of others. */
const verbsWith = (flag: string, program: Command): string[] =>
  program.commands
    .filter((command) => command.name() !== "print-config")
    .flatMap((command) =>
      [command, ...command.commands].flatMap((each) => {
        const name = each === command ? each.name() : `${command.name()} ${each.name()}`;
        return longFlags(each).includes(flag) ? [name] : [];
      }),
    );
