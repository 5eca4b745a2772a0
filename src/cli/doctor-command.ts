import type { Command } from "commander";
import { diagnose } from "../doctor/index.ts";
import { renderDoctor, Screen } from "../report/index.ts";
import { interruptedCode, interruptible } from "./interrupt.ts";
import { printResult } from "./output.ts";
import { Progress } from "./progress.ts";
import { readCommand } from "./read-command.ts";
import { noteOutputs } from "./step-outputs.ts";

/** `witness doctor`: whether measurements on this machine can be trusted. 0 every row passed · 1 one failed. */
export async function doctorCommand(command: Command): Promise<void> {
  const { flags } = await readCommand("doctor", command);
  const progress = new Progress(flags);
  const { countsOnly } = flags;
  const { diagnosis, interrupted } = await interruptible(async (signal) => {
    // Printed when the signal handler is ready: a reader may send a signal immediately.
    progress.say(`takes about ${countsOnly ? 20 : 40} s, more on a busy machine`);
    const diagnosis = await diagnose({ countsOnly, signal, say: (text) => progress.step(text) });
    return { diagnosis, interrupted: signal.aborted };
  });
  progress.clear();
  noteOutputs({ verdict: diagnosis.held ? "pass" : "fail" });
  await printResult(flags.json, diagnosis, (...how) => renderDoctor(diagnosis, new Screen(...how)));
  process.exitCode = interrupted ? interruptedCode() : diagnosis.held ? 0 : 1;
}
