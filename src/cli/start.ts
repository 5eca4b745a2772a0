import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { explain } from "./explain.ts";
import { failWorkUnderWay } from "./interrupt.ts";
import { reserveStdout } from "./output.ts";
import { writeOutputs } from "./step-outputs.ts";
import { WitnessError } from "../errors.ts";
import { OWN_FAULT } from "../machine-fault.ts";
import { commandFor, nameCommand } from "../text/index.ts";

/** A higher exit code means that there is no verdict. The process then ends without waiting for pending work. */
const LAST_VERDICT = 4;
const LOST = 3;
/** Time for work that waits in vain to write its record and reports. */
const TO_CONCLUDE_MS = 5000;

/**
 * Carries out a command line in this process, and sets its exit code. Nothing that goes wrong in it is without words.
 *
 * @param argv - the words after `witness`.
 */
export async function start(argv: string[]): Promise<void> {
  boundNewSpace();

  reserveStdout(argv);

  function giveUp(error: unknown): void {
    void explain(error, argv.includes("--debug")).then((code) => {
      writeOutputs(code);
      process.exit(code);
    });
  }

  // Unhandled rejections arrive here too.
  process.on("uncaughtException", (error) => {
    if (!failWorkUnderWay(error, () => giveUp(error))) giveUp(error);
  });
  /** Node is about to end the process: nothing is left that could wake it. Without this it would say nothing of the work. */
  function giveUpWaiting(): void {
    const error = new WitnessError(
      "internal",
      "witness waits for something that cannot happen any more",
      {
        hint: "a promise of your suite or configuration never settles; else this is a defect of witness: please report it",
        exitCode: OWN_FAULT,
      },
    );
    const isWorking = failWorkUnderWay(error, () => giveUp(error));
    if (isWorking) setTimeout(giveUp, TO_CONCLUDE_MS, error);
    else giveUp(error);
  }
  process.on("beforeExit", giveUpWaiting);
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
  process.off("beforeExit", giveUpWaiting);
  const code = Number(process.exitCode ?? 0);
  if (code === LOST || code > LAST_VERDICT) process.exit();
}

/** Two halves of 4 MB: more make a run hardly faster. */
const ENOUGH_BYTES = 8 * 2 ** 20;
const LOOK_EVERY_MS = 50;

/** Bounds the space for new objects: with 1 MB, copying takes a third of a run's time; 16 MB mostly take memory. */
export function boundNewSpace(): void {
  let isEnough: boolean | undefined;
  const look = (): void => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const isNow = (space?.space_size ?? 0) >= ENOUGH_BYTES;
    if (isNow === isEnough) return;
    isEnough = isNow;
    setFlagsFromString(`--semi-space-growth-factor=${isNow ? 1 : 2}`);
  };
  look();
  // For as long as the process lives: V8 takes the space of an idle agent away, and it must be able to grow again.
  setInterval(look, LOOK_EVERY_MS).unref();
}
