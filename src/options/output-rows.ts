import { option, flag, SENDING, VERBS, defaults } from "./option-row.ts";
import { names, oneOf, someOf, text, toggle } from "./option-parser.ts";
import { integer } from "./amounts.ts";

/** Parts of each response that a baseline may contain besides the status. */
export const COMPARED_PARTS = ["content-type", "headers", "shape"] as const;

const EXPORTS = ["openmetrics", "otlp", "csv", "parquet", "har"] as const;
export type ExportFormat = (typeof EXPORTS)[number];

export const compareRows = {
  depth: option("depth", oneOf(["accepted", "class", "exact"]), defaults(["compare"], "class"), {
    example: "exact",
    help: "call responses equal by: accepted (2xx or not), class, exact (all outcomes)",
  }),
};

export const outputRows = {
  outputDir: option(
    "output-dir",
    text("<folder>"),
    defaults([...SENDING, "history", "show", "clean", "demo"], "reports"),
    {
      help: "create the run's folder in this folder",
      helpFor: {
        compare: "create the comparison's folder in this folder",
        demo: "create the comparison's folder in this folder",
        gate: "write runs and results into this folder",
        history: "read runs from this folder, and write history.html into it",
        clean: "remove runs from this folder",
        show: "look for runs and comparisons in this folder",
      },
    },
  ),
  export: option("export", someOf(EXPORTS), defaults(["run", "load", "gate", "report"], []), {
    example: ["openmetrics", "parquet"],
    help: `also write the run as ${EXPORTS.join(", ")}, into its folder`,
    without: "none",
  }),
  exportCases: option(
    "export-cases",
    names("<globs>"),
    defaults(["run", "load", "gate", "report"], []),
    {
      example: ["valid", "fields/*"],
      help: "export only requests of these suites and cases: valid,fields/*",
      without: "all",
    },
  ),
  keep: option("keep", integer(1), defaults(SENDING, undefined, { clean: 10 }), {
    example: 20,
    help: "remove older runs from the output folder, so that at most this many are there",
    helpFor: { clean: "keep this many runs and comparisons, the newest" },
    without: "all are kept",
  }),
  config: flag("config", text("<file>"), defaults([...SENDING, "suites", "print-config"]), {
    help: "read this configuration instead of witness.config.* in the working directory",
  }),
  compress: flag("compress", toggle(), defaults(["clean"], false), {
    help: "compress the records of finished runs: run.ndjson.gz is read everywhere",
  }),
  yes: flag("yes", toggle(), defaults(["clean"], false), { help: "remove without asking" }),
  targets: flag("targets", text("<file>"), defaults(["compare"]), {
    help: "read targets from a file: JSON, or lines of name=URL",
  }),
  gate: flag("gate", toggle(), defaults(["run"], false), {
    help: "also judge the run by your own rules (see witness gate)",
  }),
  changedSince: flag("changed-since", text("<ref>"), defaults(["gate"]), {
    help: "send and judge nothing, and exit with 0, unless git shows a changed file since this commit or branch",
  }),
  paths: flag("paths", names("<paths>"), defaults(["gate"], []), {
    help: "limit --changed-since to files below these paths (pathspecs of git)",
    without: "every file",
  }),
  list: flag("list", toggle(), defaults(["run"], false), {
    help: "print the cases that would be sent, and send nothing",
  }),
  dryRun: flag("dry-run", toggle(), defaults(["run"], false), {
    help: "print the requests that would be sent, and send nothing",
  }),
  saveHgrm: flag("save-hgrm", text("<file>"), defaults(["load", "report"]), {
    help: "write the latencies as HdrHistogram percentile text",
  }),
  target: flag("target", names(), defaults(["history"], []), {
    help: "list only runs of these targets",
    without: "all",
  }),
  file: flag(
    "file",
    text("<file>"),
    defaults(["baseline learn", "baseline save", "baseline update"], "witness.baseline.json"),
    {
      help: "use this baseline file",
      helpFor: {
        "baseline learn": "write the baseline to this file",
        "baseline save": "write the baseline to this file",
      },
    },
  ),
  include: flag(
    "include",
    someOf(COMPARED_PARTS, "<parts>"),
    defaults(["baseline learn", "baseline save"], [], { "baseline learn": [...COMPARED_PARTS] }),
    {
      help: `also keep these parts of each response: ${COMPARED_PARTS.join(", ")} (names of headers, keys and types of a JSON body)`,
      without: "only the status",
    },
  ),
  force: flag("force", toggle(), defaults(["baseline learn", "baseline save", "init"], false), {
    help: "overwrite an existing file",
  }),
  learnedRuns: flag("runs", integer(2, 100), defaults(["baseline learn"], 5), {
    help: "learn from this many runs",
  }),
  accept: flag("accept", names("<globs>"), defaults(["baseline update"], []), {
    help: "accept only cases and axes that match; requires --reason",
    without: "all",
  }),
  reason: flag("reason", text("<text>"), defaults(["baseline update"]), {
    help: "give the reason for the change; it is stored in the baseline",
  }),
  baseUrl: flag("base-url", text("<url>"), defaults(["replay"]), {
    help: "send the request to another server",
  }),
  exact: flag("exact", toggle(), defaults(["replay"], false), {
    help: "send the recorded bytes, with the same fresh values",
  }),
  curl: flag("curl", toggle(), defaults(["replay"], false), {
    help: "print a command line for curl instead",
  }),
  raw: flag("raw", toggle(), defaults(["replay"], false), {
    help: "print the bytes of the request instead",
  }),
  open: flag("open", toggle(), defaults(["show"], false), {
    help: "open the report in the browser",
  }),
  countsOnly: flag("counts-only", toggle(), defaults(["doctor"], false), {
    help: "take less time; latencies fail only if they are absurd (for CI)",
  }),
  folder: flag("folder", text("<folder>"), defaults(["demo"]), {
    help: "write the comparison into this folder, replacing the last one",
  }),
  writeOpenapi: flag("write-openapi", text("<file>"), defaults(["infer"]), {
    help: "write an OpenAPI document of what the server does",
  }),
  json: flag("json", toggle(), defaults(VERBS, false), {
    help: "print one JSON document",
    helpFor: {
      run: "print the summary (or the list) as one JSON document",
      explore: "print the summary as one JSON document (for several targets, a list)",
    },
  }),
  quiet: flag("quiet", toggle(), defaults([...SENDING, "resume", "demo", "doctor"], false), {
    short: "q",
    help: "print no progress",
  }),
};
