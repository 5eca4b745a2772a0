import { Command } from "commander";
import { renderDoctor } from "../report/terminal/doctor-table.ts";
import { interruptedCode, interruptible } from "./interrupt.ts";
import { painter, print } from "./output.ts";
import { Progress } from "./progress.ts";
import { terminalJson } from "../text/terminal-text.ts";

type Flags = { countsOnly?: true; json?: true; quiet?: true };

/** `witness doctor`: whether what is measured on this machine can be trusted. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description("measure built-in servers whose truth is known: can this machine be trusted?")
    .option("--counts-only", "shorter; latencies decide only where they are absurd (for CI)")
    .option("--json", "print one JSON document")
    .option("-q, --quiet", "no progress")
    .action(async (flags: Flags) => {
      process.exitCode = await examine(flags);
    });
}

/** 0 every row held · 1 one did not · 128 and its number: ended by a signal. */
async function examine(flags: Flags): Promise<number> {
  const { diagnose } = await import("../doctor/diagnose.ts");
  const progress = new Progress({ quiet: flags.quiet === true });
  const countsOnly = flags.countsOnly === true;
  progress.say(`takes about ${countsOnly ? 20 : 40} s, more on a busy machine`);
  const { diagnosis, interrupted } = await interruptible(async (signal) => ({
    diagnosis: await diagnose({ countsOnly, signal, say: (text) => progress.step(text) }),
    interrupted: signal.aborted,
  }));
  progress.clear();
  await print(
    flags.json === true
      ? terminalJson(diagnosis)
      : renderDoctor(diagnosis, painter(process.stdout)),
  );
  if (interrupted) return interruptedCode();
  return diagnosis.held ? 0 : 1;
}
