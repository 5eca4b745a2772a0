import type { Command } from "commander";
import { diagnose } from "../doctor/index.ts";
import { renderDoctor } from "../report/index.ts";
import { interruptedCode, interruptible } from "./interrupt.ts";
import { painter, print, printDocument, stdoutWidth } from "./output.ts";
import { Progress } from "./progress.ts";
import { readCommand, type CommandInput } from "./read-command.ts";
import { noteOutputs } from "./step-outputs.ts";

type Flags = CommandInput<"doctor">["flags"];

/** `witness doctor`: whether measurements on this machine can be trusted. */
export async function doctorCommand(command: Command): Promise<void> {
  process.exitCode = await examine((await readCommand("doctor", command)).flags);
}

/** 0 every row passed · 1 one failed · 128 and its number: ended by a signal. */
async function examine(flags: Flags): Promise<number> {
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
  if (flags.json) await printDocument(diagnosis);
  else await print(renderDoctor(diagnosis, painter(process.stdout), stdoutWidth()));
  if (interrupted) return interruptedCode();
  return diagnosis.held ? 0 : 1;
}
