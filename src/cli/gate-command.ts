import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { wholeDocument } from "./document-table.ts";
import { documentLines, withProgress } from "./opening-lines.ts";
import { printErrorDocument } from "./explain.ts";
import { checkSuites, configuredTargets, configuredTexts, withServe } from "./given-targets.ts";
import { sayExported } from "./output-files.ts";
import { printResult, tellRunner, warn } from "./output.ts";
import { type CommandInput, type LoadedConfig, readCommand } from "./read-command.ts";
import { exitCodeOfAll, exitCodeOfDocument } from "./run-exit-codes.ts";
import { documentOutputs, gateOutputs, noteOutputs, runOutputs } from "./step-outputs.ts";
import { addressText } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { Catalogue, WholeDocument } from "../jobs/index.ts";
import * as jobs from "../jobs/index.ts";
import type { GateLevel, GateResult, GivenTarget } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { policyProblems, problemError } from "../policy/index.ts";
import { githubAnnotations, renderGate, stepSummary, Screen } from "../report/index.ts";
import { counted, terminalLines } from "../text/index.ts";

type Input = CommandInput<"gate">;

export async function gateCommand(texts: string[], command: Command): Promise<void> {
  const input = await readCommand("gate", command);
  if (await isUnchanged(input)) return;
  const given = texts.length > 0 ? texts : targetsIn(input);
  const what = jobs.comparedTargets(configuredTexts(given, input), undefined, 1);
  process.exitCode =
    "runs" in what
      ? await gateRuns(what.runs, input)
      : await gateServers(await withServe(what.targets, given, input), input);
}

/** Whether `--changed-since` finds nothing to gate; says so, and ends with 0. */
async function isUnchanged({ flags: { changedSince: ref, paths, json } }: Input): Promise<boolean> {
  const where = paths.length === 0 ? "" : ` below ${paths.join(", ")}`;
  if (ref === undefined) {
    if (paths.length === 0) return false;
    throw new WitnessError("changed-since", "--paths requires --changed-since", {
      hint: "--changed-since origin/main --paths src",
    });
  }
  const changed = changedSince(ref, paths);
  if (changed.length > 0) {
    const more = changed.length > 1 ? ` and ${counted(changed.length - 1, "other file")}` : "";
    warn(`changed since ${ref}${where}: ${changed[0]}${more}`);
    return false;
  }
  const text = `nothing was sent or judged: no file changed since ${ref}${where}`;
  noteOutputs({ verdict: "unchanged" });
  const document = { verdict: "unchanged", exitCode: 0, since: ref, paths, text };
  await printResult(json, document, () => terminalLines([text]));
  process.exitCode = 0;
  return true;
}

function targetsIn(input: Input): string[] {
  const texts = configuredTargets(input);
  if (texts.length > 0) return texts;
  throw new WitnessError("gate", "nothing to judge: no target and no run", {
    hint: "witness gate :3000, or targets in witness.config.ts (witness init writes one)",
  });
}

async function gateRuns(paths: string[], input: Input): Promise<number> {
  const { options, flags, loaded } = input;
  const [first = ""] = paths;
  if (jobs.isDocumentFolder(first))
    prepareGate(input, await jobs.cataloguesOfStored(first, options, loaded.config.policy));
  else {
    const catalogue = await jobs.loadCatalogue(options);
    checkSuites(input, catalogue);
    prepareGate(input, [catalogue]);
    // Warns of damaged lines.
    for (const folder of paths) await jobs.readSummary(folder, warn);
  }
  const runs = paths.map((folder) => ({ folder }));
  return judgeAndPrint(runs, loaded, options, { json: flags.json, silent: false });
}

async function gateServers(targets: GivenTarget[], input: Input): Promise<number> {
  const { options, flags, loaded } = input;
  const whole = await wholeDocument(targets, input);
  if (whole !== undefined) return gateDocument(targets, whole, input);
  const sentTo = targets.map(({ baseUrl }) => baseUrl);
  const catalogue = await jobs.loadCatalogue({ ...options, sentTo });
  checkSuites(input, catalogue);
  prepareGate(input, [catalogue]);
  const { interface: from } = catalogue;
  const opening = targets.map(
    ({ name, baseUrl }) => `target ${name}  ${baseUrl} · ${addressText(from, baseUrl)}`,
  );
  const runs = await withProgress(flags, [...opening, ...documentLines(from)], (control) =>
    jobs.gateJob(targets, catalogue, options, loaded.config.policy, control),
  );
  noteOutputs({ ...runOutputs(runs), verdict: "not-judged" });
  for (const { exported } of runs) sayExported(exported);
  const code = exitCodeOfAll(runs, targets);
  // Lost or interrupted: there is not enough evidence.
  if (code > 1 && code !== 4) {
    const ends = runs.map(({ summary: { target, end } }) => `${target.name}: ${end}`).join(", ");
    return notJudged(ends, runs, code);
  }
  return judgeAndPrint(runs, loaded, options, { json: flags.json, silent: false });
}

async function notJudged(
  ends: string,
  runs: readonly { folder: string }[],
  code: number,
): Promise<number> {
  const message = `nothing was judged, because a run ended early (${ends})`;
  warn(message);
  const hint = `the record is in ${runs.map(({ folder }) => folder).join(", ")}`;
  await printErrorDocument({ code: "not-judged", message, hint }, code);
  return code;
}

/** Checks the rules of a gate of a whole document before anything is sent. */
export const prepareDocument = async (
  whole: WholeDocument,
  input: CommandInput<"run"> | CommandInput<"gate">,
): Promise<void> =>
  prepareGate(input, await jobs.cataloguesOf(whole, input.options, input.loaded.config.policy));

/** All operations of a document: one result, and one exit code. */
async function gateDocument(
  targets: GivenTarget[],
  whole: WholeDocument,
  input: Input,
): Promise<number> {
  const { options, flags, loaded } = input;
  const { policy } = loaded.config;
  await prepareDocument(whole, input);
  const opening = [
    ...targets.map(({ name, baseUrl }) => `target ${name}  ${baseUrl}`),
    jobs.documentText(whole, options),
    ...jobs.documentWarnings(options),
  ];
  const finished = await withProgress(flags, opening, (control) =>
    jobs.gateDocumentJob(targets, whole, options, policy, control),
  );
  const { document, folder } = finished;
  noteOutputs({ ...documentOutputs(finished), verdict: "not-judged" });
  const code = exitCodeOfDocument(document);
  if (code <= 1 || code === 4)
    return judgeAndPrint([finished], loaded, options, { json: flags.json, silent: false });
  const early = document.operations.filter(({ end }) => end !== "done" && end !== "out-of-time");
  const ends = early.map(({ name, end }) => `${name}: ${end}`).join(", ");
  return notJudged(ends === "" ? "no operation was sent" : ends, [{ folder }], code);
}

/** Below `paths`, uncommitted ones included, against the common ancestor of `ref`. @throws WitnessError `changed-since` */
function changedSince(ref: string, paths: readonly string[]): string[] {
  const base = git("merge-base", "--end-of-options", ref, "HEAD").trim();
  const diff = git("diff", "--name-only", "-z", base, "--", ...paths);
  const added = git("ls-files", "--others", "--exclude-standard", "-z", "--", ...paths);
  return [...diff.split("\0"), ...added.split("\0")].filter((name) => name !== "");
}

function git(...args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync("git", args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  const [why = ""] = (error?.message ?? stderr).trim().split("\n");
  throw new WitnessError("changed-since", `--changed-since: git ${args[0]} failed: ${why}`, {
    hint: "name a commit that is in this clone: actions/checkout needs fetch-depth: 0",
  });
}

type GateOptions = Pick<
  OptionsOf<"gate">,
  "baseline" | "inconclusive" | "strict" | "warn" | "reporter" | "outputDir"
>;

/** The options that change the exit code; undefined if none was given. */
function levelOf({ inconclusive, strict, warn }: GateOptions): GateLevel | undefined {
  if (inconclusive === undefined && !strict && !warn) return undefined;
  return {
    ...(inconclusive !== undefined && { inconclusive }),
    ...(strict && { strict }),
    ...(warn && { warn }),
  };
}

/** Judges runs by configuration and options, writes the results where CI looks for them, and returns the exit code. */
export async function judgeAndPrint(
  runs: readonly { folder: string }[],
  { config, path }: LoadedConfig,
  options: GateOptions,
  /** `silent` if something else is the one document on stdout. */
  { json, silent }: { json: boolean; silent: boolean },
): Promise<number> {
  const judged = await jobs.judgeFolders(
    runs.map(({ folder }) => folder),
    config.policy ?? {},
    {
      baseline: options.baseline,
      level: levelOf(options),
      source: path,
      outputDir: options.outputDir,
    },
  );
  const page = jobs.writeGate(judged, options);
  const { result } = judged;
  const { outputDir, reporter } = options;
  const comment = reporter.includes("pr-comment") ? join(outputDir, jobs.COMMENT_FILE) : undefined;
  noteOutputs(gateOutputs(result, { outputDir, page, comment }));
  tellGithub(result, options);
  if (silent) return result.exitCode;
  await printResult(json, result, (...how) => renderGate(result, new Screen(...how), page));
  return result.exitCode;
}

/** Throws if something cannot be judged, before anything is sent. */
export function prepareGate(
  { options, loaded }: { options: GateOptions; loaded: LoadedConfig },
  /** Of a whole document each of its operations has one: a rule may be about any of them. */
  catalogues: readonly Catalogue[],
): void {
  const { baseline, strict, warn: warnOnly } = options;
  if (strict && warnOnly)
    throw new WitnessError("gate", "--strict and --warn exclude each other", {
      hint: "--strict fails what is in doubt; --warn fails nothing",
    });
  if (baseline !== undefined && !existsSync(baseline))
    throw new WitnessError("baseline", `no baseline at ${baseline}`, {
      hint: `witness baseline save RUN --file ${baseline} writes one`,
    });
  if (baseline === undefined && existsSync(jobs.USUAL_BASELINE))
    warn(`${jobs.USUAL_BASELINE} is not compared with: --baseline ${jobs.USUAL_BASELINE} does it`);
  const [first = [], ...others] = catalogues.map((each) =>
    policyProblems(loaded.config.policy ?? {}, each),
  );
  const problems = first.filter(({ path }) =>
    others.every((each) => each.some((other) => String(other.path) === String(path))),
  );
  if (problems.length > 0) throw problemError(problems, loaded.source);
}

/** Annotations and the page of the job, where GitHub Actions runs this. */
function tellGithub(result: GateResult, { outputDir }: GateOptions): void {
  if (process.env["GITHUB_ACTIONS"] !== "true") return;
  tellRunner(githubAnnotations(result));
  const page = process.env["GITHUB_STEP_SUMMARY"];
  if (page !== undefined && page !== "")
    appendFileSync(page, stepSummary(result, { reports: outputDir }));
}
