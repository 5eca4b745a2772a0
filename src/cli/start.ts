import { commandFor, nameCommand } from "../text/command-name.ts";
import { explain } from "./explain.ts";
import { failWorkUnderWay } from "./interrupt.ts";
import { boundNewSpace } from "./new-space.ts";

/** Above this exit code, pending work is not waited for: there is no verdict. */
const LAST_VERDICT = 4;
const LOST = 3;

const argv = process.argv.slice(2);

boundNewSpace();

function giveUp(error: unknown): void {
  process.exitCode = explain(error, argv.includes("--debug"));
  process.exit();
}

// Unhandled rejections arrive here too.
process.on("uncaughtException", (error) => {
  if (!failWorkUnderWay(error, () => giveUp(error))) giveUp(error);
});
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader may stop reading (`witness run ... --json | head`), or the terminal is gone.
  if (error.code === "EPIPE" || error.code === "EIO") process.exit();
  throw error;
});
process.stderr.on("error", () => {});
nameCommand(commandFor(process.env));
try {
  // Loaded here, so that a failure to load is reported too: every module takes a file descriptor.
  const { runProgram } = await import("./program.ts");
  await runProgram(argv);
} catch (error) {
  giveUp(error);
}
const code = Number(process.exitCode ?? 0);
if (code === LOST || code > LAST_VERDICT) process.exit();
