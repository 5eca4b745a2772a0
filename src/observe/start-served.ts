import { setTimeout as sleep } from "node:timers/promises";
import { hasResponded } from "../analyse/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import { Interrupted, untilInterrupted } from "../errors.ts";
import { rawText, type ServedStart, type StartFailure, type Untrusted } from "../model/index.ts";
import { redactorOf, type Redactor } from "../send/index.ts";
import type { Served } from "./served.ts";
import { Dispatcher } from "./dispatcher.ts";
import { readinessSequence, type FreshSequence } from "./fresh-sequence.ts";
import { sendingOf, type RunSettings } from "./run-settings.ts";

const ASK_EVERY_MS = 50;
const ASK_TIMEOUT_MS = 5000;
const QUOTED_LINES = 3;
/** The fresh values of the checks of a served target: its processes may share a data base. */
const numbersOf = new WeakMap<Served, FreshSequence>();

/** A process that responds, or why there is none. */
type Started = ServedStart | { failed: StartFailure };

/**
 * Starts a new process of a served target, and waits until a valid request gets any response. None of it is recorded.
 * @throws WitnessError if this machine cannot start it, Interrupted after the signal.
 */
export async function startServed(
  served: Served,
  settings: Pick<RunSettings, "target" | "header" | "valid" | "signal" | "recorded">,
  graceMs?: number,
): Promise<Started> {
  await served.launch(graceMs);
  const { signal, valid } = settings;
  const redactor = redactorOf(settings.target.route);
  const numbers = numbersOf.get(served) ?? readinessSequence(settings.recorded !== undefined);
  numbersOf.set(served, numbers);
  const dispatcher = new Dispatcher(
    { ...sendingOf(settings as RunSettings), timeoutMs: ASK_TIMEOUT_MS, keep: false, lingerMs: 0 },
    numbers,
  );
  try {
    while (served.ageMs() < served.startTimeoutMs) {
      if (signal.aborted) throw new Interrupted();
      if (served.exit !== undefined && served.members().length === 0)
        return { failed: await exitOf(served, settings.target) };
      if (served.isReady) {
        const { answers } = await dispatcher.send(valid.client);
        const readyMs = Math.round(served.ageMs());
        if (hasResponded(answers.at(-1)))
          return { type: "served-start", nth: served.generation, readyMs };
      }
      await untilInterrupted(sleep(ASK_EVERY_MS), signal);
    }
    return {
      failed: { timeoutMs: served.startTimeoutMs, ...lastLines(served.output, redactor) },
    };
  } finally {
    await dispatcher.close();
  }
}

/** How a served target has ended, with its last words. */
export async function exitOf(
  served: Served,
  { route }: BaseUrl,
): Promise<Exclude<StartFailure, { timeoutMs: number }>> {
  await served.exitedWithin(0);
  const { exitCode, signal } = served.exit ?? {};
  return {
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    ...lastLines(served.output, redactorOf(route)),
  };
}

/** The last lines of its output. */
function lastLines(output: Untrusted, redactor: Redactor): { output?: string } {
  const lines = redactor.text(rawText(output)).trim().split("\n").slice(-QUOTED_LINES).join("\n");
  return lines === "" ? {} : { output: lines.slice(-500) };
}
