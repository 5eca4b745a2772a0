import { Command, CommanderError } from "commander";
import { vi } from "vitest";
import { WitnessError } from "../../src/errors.ts";

/** The output of a verb, and how it ended. */
export type Ended = { code: number; stdout: string; stderr: string; error?: WitnessError };

/** Runs one verb as `main.ts` does, in this process. */
export async function runVerb(verbs: readonly Command[], ...args: string[]): Promise<Ended> {
  const program = new Command("witness").exitOverride();
  for (const verb of verbs)
    program.addCommand(verb.copyInheritedSettings(program).option("--debug", "print stack traces"));
  const out = caught("stdout");
  const err = caught("stderr");
  const before = process.exitCode;
  process.exitCode = undefined;
  let error: WitnessError | undefined;
  let code = 0;
  try {
    await program.parseAsync(args, { from: "user" });
    code = Number(process.exitCode ?? 0);
  } catch (thrown) {
    if (thrown instanceof CommanderError) code = thrown.exitCode === 0 ? 0 : 2;
    else if (thrown instanceof WitnessError) [error, code] = [thrown, thrown.exitCode];
    else throw thrown;
  } finally {
    process.exitCode = before;
    out.restore();
    err.restore();
  }
  return { code, stdout: out.text(), stderr: err.text(), ...(error && { error }) };
}

function caught(stream: "stdout" | "stderr"): { text: () => string; restore: () => void } {
  const parts: string[] = [];
  const spy = vi.spyOn(process[stream], "write").mockImplementation((chunk, ...rest) => {
    parts.push(String(chunk));
    const done = rest.find((each) => typeof each === "function") as (() => void) | undefined;
    done?.();
    return true;
  });
  return { text: () => parts.join(""), restore: () => spy.mockRestore() };
}
