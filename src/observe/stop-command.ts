import { spawn } from "node:child_process";

/** An engine gives a container 10 s to stop. */
const STOP_COMMAND_MS = 30_000;

/** The command that is started, and how it is asked to stop. */
export type Launch = {
  command: string;
  cwd?: string | undefined;
  env?: Readonly<Record<string, string>> | undefined;
  stopSignal: NodeJS.Signals;
  stopCommand?: string | undefined;
};

/** Runs the stop command, which ends what the command has started elsewhere. It may fail: there may be nothing left to end. */
export async function runStopCommand({ stopCommand, cwd, env }: Launch): Promise<void> {
  if (stopCommand === undefined) return;
  await new Promise<void>((resolve) => {
    const child = spawn("sh", ["-c", stopCommand], {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: "ignore",
      timeout: STOP_COMMAND_MS,
      killSignal: "SIGKILL",
    });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
}
