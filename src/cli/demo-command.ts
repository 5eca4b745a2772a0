import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Command } from "commander";
import type { Suite } from "../model/suite.ts";
import type { Target } from "../model/target.ts";
import { renderTerminal } from "../report/terminal/render-terminal.ts";
import type { ReferenceUrls } from "../servers/references.ts";
import { conductRun, type RunFlags } from "./conduct-run.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { shortLoad } from "./load-flags.ts";
import { painter, print } from "./output.ts";
import { Progress } from "./progress.ts";

/** Each of the three rounds of load: enough to see something. */
const LOAD_MS = 1000;

type Flags = { outputDir: string; quiet?: true };

/** `witness demo`: the main job on the embedded servers, which are started and stopped again. */
export function demoCommand(): Command {
  return new Command("demo")
    .description("start two embedded servers on free loopback ports and run the main job on each")
    .option("--output-dir <folder>", "where the runs get their folders", "reports")
    .option("-q, --quiet", "no progress")
    .action(async (flags: Flags) => {
      // The catalogue takes a moment to load: not before it is wanted.
      const { loadSuites } = await import("./load-suites.ts");
      const suites = await loadSuites({});
      const servers = new Worker(new URL("../servers/references.js", import.meta.url));
      try {
        const [urls] = (await once(servers, "message")) as [ReferenceUrls];
        process.exitCode = await runOnAll(urls, suites, flags);
      } finally {
        await servers.terminate();
      }
    });
}

/** The code of the first run that did not end well, and then no further one. */
async function runOnAll(urls: ReferenceUrls, suites: Suite[], flags: Flags): Promise<number> {
  for (const [name, baseUrl] of Object.entries(urls)) {
    const code = await runOn({ name, baseUrl }, suites, flags);
    if (code !== 0) return code;
  }
  return 0;
}

async function runOn(target: Target, suites: Suite[], flags: Flags): Promise<number> {
  const progress = new Progress({ quiet: flags.quiet === true });
  progress.say(`target ${target.name}  ${target.baseUrl}`);
  const conducted = await interruptible((signal) =>
    conductRun(target, suites, demoFlags(flags.outputDir), {
      signal,
      events: {
        progress: (state) => progress.update(state),
        load: (state) => progress.load(state),
      },
    }),
  );
  progress.clear();
  const { summary, report, folder } = conducted;
  const result = renderTerminal(summary, painter(process.stdout), { report, run: folder });
  await print(`\n── ${target.name} ── ${target.baseUrl}\n\n${result}\n`);
  return exitCodeOf(conducted, target);
}

/** As `witness run` has them, but fewer generated cases and less patience: it is a demonstration, and near. */
const demoFlags = (outputDir: string): RunFlags => ({
  suite: [],
  runs: 100,
  repeats: 2,
  concurrency: 25,
  timeout: 1000,
  outputDir,
  waitFor: 0,
  insecure: false,
  load: shortLoad(LOAD_MS),
});
