import { Argument, Command } from "commander";
import type { Verb } from "../options/index.ts";

/** The work of a verb: receives the arguments of its command, then the command itself. */
type Work = (...given: never[]) => Promise<void>;

/** A verb: its texts in help and completion, its options, and the file of its work. */
type VerbRow = {
  name: string;
  about: string;
  arguments?: readonly Argument[];
  /** The verbs of the option table whose options it takes. */
  options: readonly Verb[];
  /** Loads its work only when it is called, so that `--help` and a mistyped flag stay fast. */
  work?: () => Promise<Work>;
  verbs?: readonly VerbRow[];
};

const TARGET = "[name=]base URL; http:// may be left out, and :3000 is http://localhost:3000";
const RUN = new Argument("<run>", "run folder");
/** The verbs whose options `print-config` prints. */
const CONFIGURED = ["run", "load", "explore", "compare", "gate"] as const;

/** Every verb, in the order of the help. */
const VERB_ROWS: readonly VerbRow[] = [
  {
    name: "run",
    about: "send the stated request and the edge cases to a server, and report what it does",
    arguments: [new Argument("<target>", TARGET)],
    options: ["run"],
    work: async () => (await import("./send-commands.ts")).runCommand,
  },
  {
    name: "load",
    about:
      "measure throughput and latency with the stated request, and report doubts about the figures",
    arguments: [new Argument("<target>", TARGET)],
    options: ["load"],
    work: async () => (await import("./send-commands.ts")).loadCommand,
  },
  {
    name: "explore",
    about:
      "find the smallest request for each response, exact boundaries, and where targets differ",
    arguments: [new Argument("<target...>", TARGET.replace("URL", "URLs"))],
    options: ["explore"],
    work: async () => (await import("./send-commands.ts")).exploreCommand,
  },
  {
    name: "infer",
    about: "find out by experiment by which rules a server reads each field, and in which order",
    arguments: [new Argument("<target>", TARGET)],
    options: ["infer"],
    work: async () => (await import("./send-commands.ts")).inferCommand,
  },
  {
    name: "compare",
    about: "send the same bytes to several servers, or read stored runs, and compare them",
    arguments: [new Argument("[target...]", "[name=]base URLs, or run folders")],
    options: ["compare"],
    work: async () => (await import("./compare-command.ts")).compareCommand,
  },
  {
    name: "gate",
    about: "judge servers (or stored runs) by the specification and your own rules",
    arguments: [
      new Argument(
        "[target...]",
        "[name=]base URLs or run folders (default: the targets of the configuration)",
      ),
    ],
    options: ["gate"],
    work: async () => (await import("./gate-command.ts")).gateCommand,
  },
  {
    name: "baseline",
    about: "save the results of a run for witness gate --baseline, or accept changes",
    options: [],
    verbs: [
      {
        name: "save",
        about: "write a baseline from a stored run",
        arguments: [RUN],
        options: ["baseline save"],
        work: async () => (await import("./baseline-command.ts")).saveCommand,
      },
      {
        name: "update",
        about: "accept the changes of a stored run, all or some",
        arguments: [RUN],
        options: ["baseline update"],
        work: async () => (await import("./baseline-command.ts")).updateCommand,
      },
    ],
  },
  {
    name: "resume",
    about: "continue a run, load or exploration that was killed or interrupted",
    arguments: [RUN],
    options: ["resume"],
    work: async () => (await import("./send-commands.ts")).resumeCommand,
  },
  {
    name: "replay",
    about: "send one recorded request again, byte for byte, and compare the responses",
    arguments: [RUN, new Argument("<observation>", "number of an observation, or id of a case")],
    options: ["replay"],
    work: async () => (await import("./replay-command.ts")).replayCommand,
  },
  {
    name: "report",
    about: "write the reports of a stored run again, from its record",
    arguments: [RUN],
    options: ["report"],
    work: async () => (await import("./report-command.ts")).reportCommand,
  },
  {
    name: "history",
    about: "list stored runs with their headline figures, and chart changes over time",
    options: ["history"],
    work: async () => (await import("./report-command.ts")).historyCommand,
  },
  {
    name: "diff",
    about: "print what changed from one stored run to another, by cause",
    arguments: [new Argument("<before>", "run folder"), new Argument("<now>", "run folder")],
    options: ["diff"],
    work: async () => (await import("./report-command.ts")).diffCommand,
  },
  {
    name: "survey",
    about: "send one run to each target of a file, and compare the targets by behaviour",
    arguments: [new Argument("<file>", "targets, one a line: name=base URL (or JSON)")],
    options: ["run"],
    work: async () => (await import("./send-commands.ts")).surveyCommand,
  },
  {
    name: "agent",
    about: "send what the controllers of a fleet ask for, until it is interrupted",
    options: ["agent"],
    work: async () => (await import("./fleet-command.ts")).agentCommand,
  },
  {
    name: "fleet",
    about: "list the agents of a fleet, with version, catalogue, cores, ceiling and clock offset",
    options: ["fleet"],
    work: async () => (await import("./fleet-command.ts")).fleetCommand,
  },
  {
    name: "suggest",
    about: "print a policy to review: what a stored run shows to be stable, with counts",
    arguments: [RUN],
    options: ["suggest"],
    work: async () => (await import("./baseline-command.ts")).suggestCommand,
  },
  {
    name: "clean",
    about: "remove old runs and comparisons from the output folder",
    options: ["clean"],
    work: async () => (await import("./clean-command.ts")).cleanCommand,
  },
  {
    name: "show",
    about: "print the path of the last report, or open it",
    arguments: [
      new Argument("[run]", "run or comparison folder, or its name in the output folder"),
    ],
    options: ["show"],
    work: async () => (await import("./show-command.ts")).showCommand,
  },
  {
    name: "suites",
    about: "list suites, cases and the ledger of the specification's clauses",
    options: ["suites"],
    work: async () => (await import("./suites-command.ts")).suitesCommand,
  },
  {
    name: "init",
    about: "write a commented witness.config.ts into this folder",
    options: ["init"],
    work: async () => (await import("./init-command.ts")).initCommand,
  },
  {
    name: "print-config",
    about: "print each option's value for a verb, and its source",
    arguments: [
      new Argument("[verb]", "the verb whose options are printed")
        .choices(CONFIGURED)
        .default("run"),
    ],
    // The flags of every verb are read as that verb reads them.
    options: ["print-config", ...CONFIGURED],
    work: async () => (await import("./init-command.ts")).printConfigCommand,
  },
  {
    name: "demo",
    about: "start the embedded servers on free loopback ports and compare them",
    options: ["demo"],
    work: async () => (await import("./demo-command.ts")).demoCommand,
  },
  {
    name: "doctor",
    about: "check with built-in servers whether measurements on this machine can be trusted",
    options: ["doctor"],
    work: async () => (await import("./doctor-command.ts")).doctorCommand,
  },
  {
    name: "complete",
    about: 'print a completion script for a shell: eval "$(witness complete bash)"',
    arguments: [new Argument("<shell>", "shell to complete for").choices(["bash", "zsh", "fish"])],
    options: ["complete"],
    work: async () => (await import("./complete-command.ts")).completeCommand,
  },
];

/** Gives a command the options of a verb, except those that it already has. */
type AddOptions = (command: Command, verb: Verb, known: Set<string>) => void;

/**
 * The commands of these verbs, or of all, each with its arguments, and its options if they are given: the help of the
 * program names none, and loads none.
 */
export const commandsOf = (names: readonly string[], addOptions?: AddOptions): Command[] =>
  VERB_ROWS.filter(({ name }) => names.length === 0 || names.includes(name)).map((row) =>
    commandOf(row, addOptions),
  );

function commandOf(row: VerbRow, addOptions?: AddOptions): Command {
  const { name, about, arguments: taken = [], options, work, verbs = [] } = row;
  const command = new Command(name).description(about);
  for (const each of taken) command.addArgument(each);
  const known = new Set<string>();
  for (const verb of options) addOptions?.(command, verb, known);
  for (const each of verbs) command.addCommand(commandOf(each, addOptions));
  // Commander passes flags before the command, which also has them.
  if (work !== undefined)
    command.action(async (...given) => (await work())(...(given.toSpliced(-2, 1) as never[])));
  return command;
}
