import { option, unset } from "./option-row.ts";
import { integer, names, oneOf, someOf, text, toggle } from "./value-kind.ts";

/** What a baseline may contain of each response besides its status. */
export const COMPARED_PARTS = ["content-type", "shape"] as const;

/** Additional output of `witness gate`. */
const REPORTERS = ["html", "junit", "ctrf", "markdown", "pr-comment"] as const;
export type Reporter = (typeof REPORTERS)[number];

/** Options for judging a run. */
export const gateRows = {
  baseline: option({
    flag: "baseline",
    example: "witness.baseline.json",
    inApi: false,
    kind: text("<file>"),
    help: "fail on drift from this baseline (create it with witness baseline save)",
    defaults: { run: undefined, gate: undefined },
  }),
  inconclusive: option({
    flag: "inconclusive",
    example: "fail",
    inApi: false,
    kind: oneOf(["pass", "fail"]),
    help: "treat insufficient evidence as: pass or fail",
    defaults: { run: undefined, gate: undefined },
    without: "exit code 4",
  }),
  reporter: option({
    flag: "reporter",
    example: ["junit", "markdown"],
    inApi: false,
    kind: someOf(REPORTERS),
    help: `also write ${REPORTERS.join(", ")}`,
    defaults: { run: [], gate: [] },
    without: "none",
  }),
};

/** How a comparison is read. */
export const compareRows = {
  depth: option({
    flag: "depth",
    example: "exact",
    kind: oneOf(["accepted", "class", "exact"]),
    help: "call responses equal by: accepted (2xx or not), class, exact (all outcomes)",
    defaults: { compare: "class" },
  }),
};

/** Where results go, and what is printed. */
export const outputRows = {
  outputDir: option({
    flag: "output-dir",
    kind: text("<folder>"),
    help: "create the run's folder in this folder",
    helpFor: {
      compare: "create the comparison's folder in this folder",
      demo: "create the comparison's folder in this folder",
      gate: "write runs and results into this folder",
      history: "read runs from this folder, and write history.html into it",
      clean: "remove runs from this folder",
      show: "look for runs and comparisons in this folder",
    },
    defaults: {
      run: "reports",
      load: "reports",
      explore: "reports",
      compare: "reports",
      gate: "reports",
      history: "reports",
      show: "reports",
      clean: "reports",
      demo: "reports",
    },
  }),
  keep: option({
    flag: "keep",
    kind: integer({ min: 1 }),
    example: 20,
    help: "remove older runs from the output folder, so that at most this many are there",
    helpFor: { clean: "keep this many runs and comparisons, the newest" },
    defaults: { ...unset, clean: 10 },
    without: "all are kept",
  }),
  config: option({
    flag: "config",
    kind: text("<file>"),
    help: "read this configuration instead of witness.config.* in the working directory",
    defaults: { ...unset, suites: undefined, "print-config": undefined },
    commandLineOnly: true,
  }),
  compress: option({
    flag: "compress",
    kind: toggle(),
    help: "compress the records of finished runs: run.ndjson.gz is read everywhere",
    defaults: { clean: false },
    commandLineOnly: true,
  }),
  targets: option({
    flag: "targets",
    kind: text("<file>"),
    help: "read targets from a file: JSON, or lines of name=URL",
    defaults: { compare: undefined },
    commandLineOnly: true,
  }),
  gate: option({
    flag: "gate",
    kind: toggle(),
    help: "also judge the run by your own rules (see witness gate)",
    defaults: { run: false },
    commandLineOnly: true,
  }),
  changedSince: option({
    flag: "changed-since",
    kind: text("<ref>"),
    help: "send and judge nothing, and exit with 0, unless git shows a changed file since this commit or branch",
    defaults: { gate: undefined },
    commandLineOnly: true,
  }),
  paths: option({
    flag: "paths",
    kind: names("<paths>"),
    help: "limit --changed-since to files below these paths (pathspecs of git)",
    defaults: { gate: [] },
    without: "every file",
    commandLineOnly: true,
  }),
  list: option({
    flag: "list",
    kind: toggle(),
    help: "print the cases that would be sent, and send nothing",
    defaults: { run: false },
    commandLineOnly: true,
  }),
  dryRun: option({
    flag: "dry-run",
    kind: toggle(),
    help: "print the requests that would be sent, and send nothing",
    defaults: { run: false },
    commandLineOnly: true,
  }),
  saveHgrm: option({
    flag: "save-hgrm",
    kind: text("<file>"),
    help: "write the latencies as HdrHistogram percentile text",
    defaults: { load: undefined, report: undefined },
    commandLineOnly: true,
  }),
  target: option({
    flag: "target",
    kind: names(),
    help: "list only runs of these targets",
    defaults: { history: [] },
    without: "all",
    commandLineOnly: true,
  }),
  file: option({
    flag: "file",
    kind: text("<file>"),
    help: "use this baseline file",
    helpFor: { "baseline save": "write the baseline to this file" },
    defaults: {
      "baseline save": "witness.baseline.json",
      "baseline update": "witness.baseline.json",
    },
    commandLineOnly: true,
  }),
  include: option({
    flag: "include",
    kind: someOf(COMPARED_PARTS, "<parts>"),
    help: `also keep these parts of each response: ${COMPARED_PARTS.join(", ")} (keys and types of a JSON body)`,
    defaults: { "baseline save": [] },
    without: "only the status",
    commandLineOnly: true,
  }),
  force: option({
    flag: "force",
    kind: toggle(),
    help: "overwrite an existing file",
    defaults: { "baseline save": false, init: false },
    commandLineOnly: true,
  }),
  accept: option({
    flag: "accept",
    kind: names("<globs>"),
    help: "accept only cases and axes that match; requires --reason",
    defaults: { "baseline update": [] },
    without: "all",
    commandLineOnly: true,
  }),
  reason: option({
    flag: "reason",
    kind: text("<text>"),
    help: "give the reason for the change; it is stored in the baseline",
    defaults: { "baseline update": undefined },
    commandLineOnly: true,
  }),
  baseUrl: option({
    flag: "base-url",
    kind: text("<url>"),
    help: "send the request to another server",
    defaults: { replay: undefined },
    commandLineOnly: true,
  }),
  curl: option({
    flag: "curl",
    kind: toggle(),
    help: "print a command line for curl instead",
    defaults: { replay: false },
    commandLineOnly: true,
  }),
  raw: option({
    flag: "raw",
    kind: toggle(),
    help: "print the bytes of the request instead",
    defaults: { replay: false },
    commandLineOnly: true,
  }),
  open: option({
    flag: "open",
    kind: toggle(),
    help: "open the report in the browser",
    defaults: { show: false },
    commandLineOnly: true,
  }),
  countsOnly: option({
    flag: "counts-only",
    kind: toggle(),
    help: "take less time; latencies fail only if they are absurd (for CI)",
    defaults: { doctor: false },
    commandLineOnly: true,
  }),
  folder: option({
    flag: "folder",
    kind: text("<folder>"),
    help: "write the comparison into this folder, replacing the last one",
    defaults: { demo: undefined },
    commandLineOnly: true,
  }),
  json: option({
    flag: "json",
    kind: toggle(),
    help: "print one JSON document",
    helpFor: {
      run: "print the summary (or the list) as one JSON document",
      explore: "print the summary as one JSON document (for several targets, a list)",
    },
    defaults: {
      run: false,
      load: false,
      explore: false,
      compare: false,
      gate: false,
      resume: false,
      replay: false,
      report: false,
      history: false,
      diff: false,
      suites: false,
      doctor: false,
      "print-config": false,
    },
    commandLineOnly: true,
  }),
  quiet: option({
    flag: "quiet",
    short: "q",
    kind: toggle(),
    help: "print no progress",
    defaults: {
      run: false,
      load: false,
      explore: false,
      compare: false,
      gate: false,
      resume: false,
      demo: false,
      doctor: false,
    },
    commandLineOnly: true,
  }),
};
