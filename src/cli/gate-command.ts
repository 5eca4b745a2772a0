import { spawnSync } from "node:child_process";
import type { Command } from "commander";
import { checkSuites } from "./check-suites.ts";
import { documentLines } from "./document-lines.ts";
import { printErrorDocument } from "./explain.ts";
import { configuredTargets, configuredTexts, withServe } from "./given-targets.ts";
import { interruptible } from "./interrupt.ts";
import { judgeAndPrint, prepareGate } from "./judge-and-print.ts";
import { print, printDocument, warn } from "./output.ts";
import { Progress } from "./progress.ts";
import { type CommandInput, readCommand } from "./read-command.ts";
import { exitCodeOfAll } from "./run-exit-codes.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { addressText } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import {
  type Catalogue,
  comparedTargets,
  gateJob,
  loadCatalogue,
  readSummary,
} from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { counted, terminalLines } from "../text/index.ts";

type Input = CommandInput<"gate">;

/** `witness gate`: decides whether a build passes, by the stated clauses and the user's rules. */
export async function gateCommand(texts: string[], command: Command): Promise<void> {
  const input = await readCommand("gate", command);
  if (await isUnchanged(input)) return;
  const catalogue = await loadCatalogue(input.options);
  checkSuites(input, catalogue);
  prepareGate(input, catalogue);
  const given = texts.length > 0 ? texts : targetsIn(input);
  const what = comparedTargets(configuredTexts(given, input), undefined, 1);
  process.exitCode =
    "runs" in what
      ? await gateRuns(what.runs, input)
      : await gateServers(await withServe(what.targets, given, input), catalogue, input);
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
  if (json) await printDocument({ verdict: "unchanged", exitCode: 0, since: ref, paths, text });
  else await print(terminalLines([text]));
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

async function gateRuns(paths: string[], { options, flags, loaded }: Input): Promise<number> {
  const runs = [];
  for (const folder of paths) runs.push({ folder, summary: await readSummary(folder, warn) });
  return judgeAndPrint(runs, loaded, options, { json: flags.json, silent: false });
}

async function gateServers(
  targets: GivenTarget[],
  catalogue: Catalogue,
  { options, flags, loaded }: Input,
): Promise<number> {
  const progress = new Progress(flags);
  for (const { name, baseUrl } of targets)
    progress.say(`target ${name}  ${baseUrl} · ${addressText(catalogue.interface, baseUrl)}`);
  for (const line of documentLines(catalogue.interface)) progress.say(line);
  const control = (signal: AbortSignal) => ({ signal, events: progress.events() });
  const runs = await interruptible((signal) =>
    gateJob(targets, catalogue, options, loaded.config.policy, control(signal)),
  );
  progress.clear();
  noteOutputs({ ...runOutputs(runs), verdict: "not-judged" });
  const code = exitCodeOfAll(runs, targets);
  // Lost or interrupted: there is not enough evidence.
  if (code > 1 && code !== 4) {
    const ends = runs.map(({ summary: { target, end } }) => `${target.name}: ${end}`).join(", ");
    const message = `nothing was judged, because a run ended early (${ends})`;
    warn(message);
    const hint = `the record is in ${runs.map(({ folder }) => folder).join(", ")}`;
    await printErrorDocument({ code: "not-judged", message, hint }, code);
    return code;
  }
  return judgeAndPrint(runs, loaded, options, { json: flags.json, silent: false });
}

/**
 * The files below `paths` (pathspecs of git, relative to this folder) that differ from the common ancestor of `ref` and
 * the checked-out commit, including uncommitted ones. @throws WitnessError `changed-since` if git cannot find them.
 */
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
