import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { WitnessError } from "../errors.ts";
import { type Case, type RunEnd, hasReached } from "../model/index.ts";
import { hazardOf } from "../generate/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { gotResponse } from "./case-sender.ts";
import type { PlannedSuite } from "./plan.ts";
import type { ToConfirm } from "./run-settings.ts";
import { Schedule } from "./schedule.ts";
import { placeOf } from "./sending-order.ts";
import { startServed } from "./start-served.ts";

/** Confirming ends after this: what is not confirmed until then is in doubt. */
const MOST_MS = 60_000;
/** A case has so many neighbours on each side. */
const NEIGHBOURS = 8;

type Stopped = "time" | "no-response" | "not-started";

/**
 * Sends cases again that differ from a baseline, until it is decided for each whether it does, or the time is over. Each
 * round sends what the run's settings name once.
 */
export async function confirmCases(run: CalibratedRun): Promise<RunEnd> {
  const { settings, journal } = run;
  const { confirm, signal } = settings;
  if (confirm === undefined) return "done";
  const confirming = new Confirmation(run);
  const differing = new Set<string>();
  let stopped: Stopped | undefined;
  while (stopped === undefined && !signal.aborted) {
    journal.catchUp();
    const wanted = confirm();
    for (const each of wanted) differing.add(each.case);
    if (wanted.length === 0) break;
    settings.events?.phase?.("sending again what differs from the baseline");
    stopped = await confirming.round(wanted);
  }
  if (signal.aborted) return "interrupted";
  const { sendings } = confirming;
  journal.note({
    kind: "confirm",
    code: "sent-again",
    differing: differing.size,
    sendings,
    stopped,
  });
  return "done";
}

class Confirmation {
  sendings = 0;
  readonly #run: CalibratedRun;
  readonly #untilMs: number;
  readonly #places = new Map<string, { suite: PlannedSuite; at: number }>();

  constructor(run: CalibratedRun) {
    this.#run = run;
    const { suitesUntilMs = Infinity, planned } = run.settings;
    this.#untilMs = Math.min(run.journal.nowMs() + MOST_MS, suitesUntilMs);
    for (const suite of planned)
      for (const [at, each] of suite.cases.entries()) this.#places.set(each.id, { suite, at });
  }

  /** Sends each once, and says why no more can be sent. */
  async round(wanted: readonly ToConfirm[]): Promise<Stopped | undefined> {
    const of = (how: ToConfirm["how"]): string[] =>
      wanted.filter((each) => each.how === how).map((each) => each.case);
    if (!(await this.#isThere())) return "no-response";
    const { manner } = this.#run.approached;
    // What waits for a time-out does not keep others waiting.
    const alone = new Schedule({ ...manner, concurrency: 1 });
    for (const id of of("alone")) await this.#send(id, "alone", alone);
    await alone.finished();
    for (const id of of("beside")) {
      if (this.#isOver) return "time";
      await this.#sendBeside(id);
    }
    const fresh = of("fresh");
    if (fresh.length > 0) {
      if (!(await this.#renewed())) return "not-started";
      for (const id of fresh) await this.#send(id, "fresh", alone);
      await alone.finished();
    }
    return this.#isOver ? "time" : undefined;
  }

  get #isOver(): boolean {
    const { journal, settings } = this.#run;
    return journal.nowMs() >= this.#untilMs || settings.signal.aborted;
  }

  async #isThere(): Promise<boolean> {
    const { dispatcher, asking } = this.#run.approached;
    const { journal } = this.#run;
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(asking);
    journal.observe(asking, dispatched, atMs, dispatcher.timeoutMs, { check: "confirming" });
    return gotResponse(dispatched);
  }

  #send(id: string, how: ToConfirm["how"], schedule: Schedule): Promise<void> {
    const { suite, at } = this.#places.get(id) ?? {};
    const sent = suite?.cases[at ?? 0];
    return sent === undefined ? Promise.resolve() : this.#sendCase(sent, how, schedule);
  }

  async #sendCase(sent: Case, how: ToConfirm["how"], schedule: Schedule): Promise<void> {
    if (this.#isOver) return;
    const { journal, approached } = this.#run;
    const { dispatcher } = approached;
    const { manner } = placeOf(sent, 0);
    await schedule.start(async () => {
      const attempt = journal.announce(sent);
      const atMs = journal.nowMs();
      const dispatched = await dispatcher.send(sent);
      if (this.#run.settings.signal.aborted || !hasReached(dispatched)) return;
      this.sendings += 1;
      journal.observe(sent, dispatched, atMs, dispatcher.timeoutMs, { attempt, again: how });
    }, manner);
  }

  /** Sends a case again together with those before and after it in the plan; of hazards, only the case itself. */
  async #sendBeside(id: string): Promise<void> {
    const { suite, at = 0 } = this.#places.get(id) ?? {};
    const near = (suite?.cases ?? []).slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
    const schedule = new Schedule(this.#run.approached.manner);
    for (const each of near)
      if (each.id === id || hazardOf(each) === undefined)
        await this.#sendCase(each, "beside", schedule);
    await schedule.finished();
  }

  /** Gives the target a fresh store, or a fresh process. */
  async #renewed(): Promise<boolean> {
    const { settings, journal } = this.#run;
    const { served, reset, signal } = settings;
    if (served === undefined && reset === undefined) return false;
    await served?.stop();
    if (reset !== undefined) await resetTarget(reset, signal);
    if (served === undefined) return this.#isThere();
    const started = await startServed(served, settings);
    if ("failed" in started) return false;
    journal.write(started);
    return true;
  }
}

/**
 * Runs the user's command that gives the target a fresh store, and waits for its end. @throws WitnessError `reset` with its
 * last words if it fails.
 */
export async function resetTarget(command: string, signal: AbortSignal): Promise<void> {
  const child = spawn("sh", ["-c", command], { stdio: ["ignore", "ignore", "pipe"], signal });
  const words = text(child.stderr);
  const [code, by] = (await once(child, "close")) as [number | null, string | null];
  if (code === 0) return;
  const last = (await words).trim().split("\n").at(-1) ?? "";
  throw new WitnessError("reset", `--reset failed: ${by ?? `exit code ${code}`}: ${command}`, {
    hint: last === "" ? "it must end with exit code 0" : last,
  });
}
