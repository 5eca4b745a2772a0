import { Command } from "commander";
import type { Listening } from "../servers/listening.ts";
import { startLenient } from "../servers/lenient.ts";
import { startStrict } from "../servers/strict.ts";
import { renderTerminal } from "../report/terminal/render-terminal.ts";
import { conductRun } from "./conduct-run.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print } from "./output.ts";
import { Progress } from "./progress.ts";

/** The embedded implementations: they honestly differ. */
const references: Record<string, () => Promise<Listening>> = {
  strict: startStrict,
  lenient: startLenient,
};

/** `witness demo`: the main job on the embedded servers, which are started and stopped again. */
export function demoCommand(): Command {
  return new Command("demo")
    .description("start two embedded servers on free loopback ports and run the main job on each")
    .option("--output-dir <folder>", "where the runs get their folders", "reports")
    .option("-q, --quiet", "no progress")
    .action(async (flags: { outputDir: string; quiet?: true }) => {
      // The catalogue takes a moment to load: not before it is wanted.
      const { loadSuites } = await import("./load-suites.ts");
      const suites = await loadSuites({});
      const progress = new Progress({ quiet: flags.quiet === true });
      for (const [name, start] of Object.entries(references)) {
        const server = await start();
        try {
          const text = await runOn(name, server);
          await print(text);
        } finally {
          await server.close();
        }
      }

      async function runOn(name: string, server: Listening): Promise<string> {
        progress.say(`target ${name}  ${server.url}`);
        const conducted = await interruptible((signal) =>
          conductRun({ name, baseUrl: server.url }, suites, demoFlags(flags.outputDir), {
            signal,
            events: { progress: (state) => progress.update(state) },
          }),
        );
        progress.clear();
        if (conducted.outcome.end !== "done") process.exitCode = 1;
        const { summary, report, folder } = conducted;
        const title = `\n── ${name} ── ${server.url}\n\n`;
        return `${title}${renderTerminal(summary, painter(process.stdout), { report, run: folder })}\n`;
      }
    });
}

const demoFlags = (outputDir: string) => ({
  suite: [],
  runs: 200,
  repeats: 2,
  concurrency: 10,
  timeout: 2000,
  outputDir,
  waitFor: 0,
  insecure: false,
});
