import { Argument, Command } from "commander";
import type { Verb } from "../options/index.ts";

/** The work of a verb: receives the arguments of its command, then the command itself. */
type Work = (...given: never[]) => Promise<void>;

/** A verb: its texts in help and completion, its options, and the file of its work. */
type VerbRow = {
  name: string;
  about: string;
  arguments: readonly Argument[];
  options: readonly Verb[];
  /** Names of options of these verbs that mean nothing here. */
  without?: readonly string[];
  /** Loads its work only when it is called, so that `--help` and a mistyped flag stay fast. */
  work: (() => Promise<Work>) | undefined;
  verbs?: readonly VerbRow[];
};

const ADDRESS = "[name=]base URL; http:// may be left out, and :3000 is http://localhost:3000";
const TARGET = new Argument("<target>", ADDRESS);
const TARGETS = new Argument("<target...>", ADDRESS.replace("URL", "URLs"));
const COMPARED = new Argument("[target...]", "[name=]base URLs, or run folders");
const GATED = new Argument(
  "[target...]",
  "[name=]base URLs or run folders (default: the targets of the configuration)",
);
const SURVEYED = new Argument("<file>", "targets, one a line: name=base URL (or JSON)");
const RUN = new Argument("<run>", "run folder");
const RUNS = new Argument("<run...>", "run folders");
const BEFORE = new Argument("<before>", "run folder");
const NOW = new Argument("<now>", "run folder");
const SENT = new Argument("<observation>", "number of an observation, or id of a case");
const SHOWN = new Argument("[run]", "run or comparison folder, or its name in the output folder");
const SHELL = new Argument("<shell>", "shell to complete for").choices(["bash", "zsh", "fish"]);
const CONFIGURED = ["run", "load", "explore", "compare", "gate"] as const;
const JUDGING = ["baseline", "gate", "inconclusive", "strict", "warn", "reporter"];
const VERB = new Argument("[verb]", "the verb whose options are printed")
  .choices(CONFIGURED)
  .default("run");

const sending = () => import("./send-commands.ts");
const baseline = () => import("./baseline-command.ts");
const reports = () => import("./report-command.ts");

const verb = (
  name: string,
  taken: readonly Argument[],
  work: (() => Promise<Work>) | undefined,
  rest: Pick<VerbRow, "about" | "verbs" | "without"> & { options?: readonly Verb[] },
): VerbRow => ({ options: [name as Verb], ...rest, name, arguments: taken, work });

/** Every verb, below its heading in the help. */
const VERB_ROWS: Readonly<Record<string, readonly VerbRow[]>> = {
  "Send requests": [
    verb("run", [TARGET], async () => (await sending()).runCommand, {
      about: "send the stated request and the edge cases to a server, and report what it does",
    }),
    verb("load", [TARGET], async () => (await sending()).loadCommand, {
      about:
        "measure throughput and latency with the stated request, and report doubts about the figures",
    }),
    verb("explore", [TARGETS], async () => (await sending()).exploreCommand, {
      about:
        "find the smallest request for each response, exact boundaries, where targets differ, and (--states) what they remember",
    }),
    verb("infer", [TARGET], async () => (await sending()).inferCommand, {
      about: "find out by experiment by which rules a server reads each field, and in which order",
    }),
    verb("compare", [COMPARED], async () => (await import("./compare-command.ts")).compareCommand, {
      about: "send the same bytes to several servers, or read stored runs, and compare them",
    }),
    verb("survey", [SURVEYED], async () => (await sending()).surveyCommand, {
      about: "send one run to each target of a file, and compare the targets by behaviour",
      options: ["run"],
    }),
    verb("demo", [], async () => (await import("./demo-command.ts")).demoCommand, {
      about: "start the embedded servers on free loopback ports and compare them",
    }),
  ],
  "Judge, in CI": [
    verb("gate", [GATED], async () => (await import("./gate-command.ts")).gateCommand, {
      about: "judge servers (or stored runs) by the specification and your own rules",
    }),
    verb("baseline", [], undefined, {
      about: "save the results of a run for witness gate --baseline, or accept changes",
      options: [],
      verbs: [
        verb("learn", [TARGET], async () => (await baseline()).learnCommand, {
          about: "send a run several times, and write a baseline of what always and sometimes came",
          options: ["baseline learn", "run"],
          without: [...JUDGING, "infer", "list", "dryRun", "resumeRun"],
        }),
        verb("save", [RUNS], async () => (await baseline()).saveCommand, {
          about: "write a baseline from stored runs",
          options: ["baseline save"],
        }),
        verb("update", [RUN], async () => (await baseline()).updateCommand, {
          about: "accept the changes of a stored run, all or some",
          options: ["baseline update"],
        }),
      ],
    }),
    verb("suggest", [RUNS], async () => (await baseline()).suggestCommand, {
      about:
        "print a policy to review: what stored runs show to be stable, and what varied in them",
    }),
  ],
  "Read and repeat stored runs": [
    verb("resume", [RUN], async () => (await sending()).resumeCommand, {
      about: "continue a run, load or exploration that was killed or interrupted",
    }),
    verb("replay", [RUN, SENT], async () => (await import("./replay-command.ts")).replayCommand, {
      about: "send one recorded case again, with fresh values, and compare the responses",
    }),
    verb("report", [RUN], async () => (await reports()).reportCommand, {
      about: "write the reports of a stored run again, from its record",
    }),
    verb("history", [], async () => (await reports()).historyCommand, {
      about: "list stored runs with their headline figures, and chart changes over time",
    }),
    verb("diff", [BEFORE, NOW], async () => (await reports()).diffCommand, {
      about: "print what changed from one stored run to another, by cause",
    }),
    verb("show", [SHOWN], async () => (await import("./show-command.ts")).showCommand, {
      about: "print the path of the last report, or open it",
    }),
    verb("clean", [], async () => (await import("./clean-command.ts")).cleanCommand, {
      about: "remove old runs and comparisons from the output folder",
    }),
  ],
  "Send from several machines": [
    verb("agent", [], async () => (await import("./fleet-command.ts")).agentCommand, {
      about: "send what the controllers of a fleet ask for, until it is interrupted",
    }),
    verb("fleet", [], async () => (await import("./fleet-command.ts")).fleetCommand, {
      about: "list the agents of a fleet, with version, catalogue, cores, ceiling and clock offset",
    }),
  ],
  "Set up": [
    verb("suites", [], async () => (await import("./suites-command.ts")).suitesCommand, {
      about: "list suites, cases and the ledger of the specification's clauses",
    }),
    verb("init", [], async () => (await import("./init-command.ts")).initCommand, {
      about: "write a commented witness.config.ts into this folder",
    }),
    verb(
      "print-config",
      [VERB],
      async () => (await import("./init-command.ts")).printConfigCommand,
      {
        about: "print each option's value for a verb, and its source",
        // The flags of every verb are read as that verb reads them.
        options: ["print-config", ...CONFIGURED],
      },
    ),
    verb("doctor", [], async () => (await import("./doctor-command.ts")).doctorCommand, {
      about: "check with built-in servers whether measurements on this machine can be trusted",
    }),
    verb("complete", [SHELL], async () => (await import("./complete-command.ts")).completeCommand, {
      about: 'print a completion script for a shell: eval "$(witness complete bash)"',
    }),
  ],
};

type AddOptions = (command: Command, verb: Verb, known: Set<string>) => void;

/** The commands of these verbs, or of all, with their options if they are given: the help of the program loads none. */
export const commandsOf = (names: readonly string[], addOptions?: AddOptions): Command[] =>
  Object.entries(VERB_ROWS).flatMap(([heading, rows]) =>
    rows
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map((row) => commandOf(row, addOptions).helpGroup(`${heading}:`)),
  );

function commandOf(row: VerbRow, addOptions?: AddOptions): Command {
  const { name, about, arguments: taken, options, without, work, verbs = [] } = row;
  const command = new Command(name).description(about);
  for (const each of taken) command.addArgument(each);
  const known = new Set<string>(without);
  for (const verb of options) addOptions?.(command, verb, known);
  for (const each of verbs) command.addCommand(commandOf(each, addOptions));
  // Commander passes flags before the command, which also has them.
  if (work !== undefined)
    command.action(async (...given) => (await work())(...(given.toSpliced(-2, 1) as never[])));
  return command;
}
