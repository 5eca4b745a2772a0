import { z } from "zod";
import { duration, InvalidOptionValue, readDuration } from "../options/index.ts";

/** Signals that a served target may be asked to stop with. */
const StopSignal = z.enum(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL"]);

const time = duration(1);
const Duration = time.schemas(z).written.superRefine((written, context) => {
  try {
    time.parse(String(written));
  } catch (error) {
    if (!(error instanceof InvalidOptionValue)) throw error;
    context.addIssue({ code: "custom", message: error.problem });
  }
});

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** How witness starts and stops a target. `{port}` and `{host}` in the command are those of the base URL. */
export const Serve = z.strictObject({
  /** Run by `sh -c`, in a separate process group. */
  command: z.string().min(1),
  /** Working directory; by default the one of witness. */
  cwd: z.string().min(1).optional(),
  /** Additional environment variables. The record has their names, never their values. */
  env: z.record(z.string(), z.string()).optional(),
  /** The port for `{port}`; a free one by default. */
  port: z.int().min(1).max(65_535).optional(),
  /** A regular expression that the output must match before the first request is sent. */
  readyWhen: z.string().min(1).refine(isPattern, "must be a regular expression").optional(),
  /** How long it may take until the target responds to a valid request: `60s` by default. */
  startTimeout: Duration.optional(),
  /** Signal that stops it, `SIGTERM` by default; SIGKILL follows after 10 s. */
  stopSignal: StopSignal.optional(),
  /**
   * Shell command that ends what the command has started elsewhere, such as a container: run each time after the
   * command has ended. `{port}` and `{host}` as in the command.
   */
  stopCommand: z.string().min(1).optional(),
  /** How often it is restarted after it has died or hung: 100 times by default. */
  restart: z.int().min(0).max(10_000).optional(),
});
export type Serve = z.infer<typeof Serve>;

/** The same in the header of a record, with the names of the variables only. */
export const RecordedServe = Serve.omit({ env: true }).extend({
  env: z.array(z.string()).optional(),
  /** Up to 0.6.0, a number was milliseconds. */
  startTimeout: z.union([z.string(), z.number()]).optional(),
});
export type RecordedServe = z.infer<typeof RecordedServe>;

/** Milliseconds of a duration as a record has it. @throws InvalidOptionValue */
export function millisecondsOf(written: string | number): number {
  const text = String(written);
  return Math.round(readDuration(text) ?? time.parse(text));
}
