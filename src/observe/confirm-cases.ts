import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { WitnessError } from "../errors.ts";
import { type Case, type RunEnd, hasReached, resultWord } from "../model/index.ts";
import { hazardOf } from "../generate/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { gotResponse } from "./case-sender.ts";
import type { PlannedSuite } from "./plan.ts";
import type { ToConfirm } from "./run-settings.ts";
import { Schedule } from "./schedule.ts";
import { placeOf } from "./sending-order.ts";
import { controlClass } from "./loss-rows.ts";
import { startRecorded } from "./start-served.ts";

/** Confirming ends after this: what is not confirmed until then is in doubt. */
const MOST_MS = 60_000;
/** Time-outs besides: three cases that get no response any more, each as often as a baseline of five runs needs. */
const MOST_WAITS = 48;
const NEIGHBOURS = 8;

export type Stopped = "time" | "no-response" | "not-started";

/** Sends cases again that differ from a baseline, until each is decided or the time is over. */
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
  readonly #sent: (() => void)[] = [];
  readonly #places = new Map<string, { suite: PlannedSuite; at: number }>();

  constructor(run: CalibratedRun) {
    this.#run = run;
    const { suitesUntilMs = Infinity, planned } = run.settings;
    const mostMs = MOST_MS + MOST_WAITS * run.approached.dispatcher.timeoutMs;
    this.#untilMs = Math.min(run.journal.nowMs() + mostMs, suitesUntilMs);
    for (const suite of planned)
      for (const [at, each] of suite.cases.entries()) this.#places.set(each.id, { suite, at });
  }

  /** Sends each once, and says why no more can be sent. */
  async round(wanted: readonly ToConfirm[]): Promise<Stopped | undefined> {
    const of = (how: ToConfirm["how"]): string[] =>
      wanted.filter((each) => each.how === how).map((each) => each.case);
    if (!(await isThere(this.#run))) return "no-response";
    const stopped = await this.#sendRound(of);
    if (this.#run.settings.signal.aborted) return stopped;
    // What came while the target turns every request away is not about the cases.
    if (!(await isThere(this.#run))) return "no-response";
    this.sendings += this.#sent.length;
    for (const write of this.#sent.splice(0)) write();
    return stopped;
  }

  async #sendRound(of: (how: ToConfirm["how"]) => string[]): Promise<Stopped | undefined> {
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

  #send(id: string, how: ToConfirm["how"], schedule: Schedule): Promise<void> {
    const { suite, at } = this.#places.get(id) ?? {};
    const sent = suite?.cases[at ?? 0];
    return sent === undefined ? Promise.resolve() : this.#sendCase(sent, how, schedule);
  }

  #sendCase(sent: Case, how: ToConfirm["how"], schedule: Schedule): Promise<void> {
    const to = { schedule, untilMs: this.#untilMs, results: this.#sent };
    return sendAgain(this.#run, { sent, how }, to);
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

  async #renewed(): Promise<boolean> {
    const { settings, journal } = this.#run;
    const { reset, signal } = settings;
    // A new process of one that is shared has lost what the paths of the cases name.
    const served = settings.served?.isShared === true ? undefined : settings.served;
    if (served === undefined && reset === undefined) return false;
    await served?.stop();
    if (reset !== undefined) await resetTarget(reset, signal);
    if (served === undefined) return isThere(this.#run);
    return (await startRecorded(served, settings, journal)) === undefined;
  }
}

/** A control is sent so often: one response may be noise. */
const MOST_ASKED = 3;
/** About the content of a request: the target may have had its values. */
const CONTENT: ReadonlySet<string> = new Set(["400", "409", "422"]);

/** Whether the target responds to a valid request as it did before the first case. */
export async function isThere({ approached, journal }: CalibratedRun): Promise<boolean> {
  const { dispatcher, asking, classes } = approached;
  for (let nth = 0; nth < MOST_ASKED; nth += 1) {
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(asking);
    const result = dispatched.answers.at(-1);
    const isUsual =
      classes.length === 0 ||
      classes.includes(controlClass(result)) ||
      CONTENT.has(resultWord(result));
    if (!gotResponse(dispatched) || !isUsual) continue;
    journal.observe(asking, dispatched, atMs, { check: "confirming" });
    return true;
  }
  return false;
}

/** Sends a case again, with these fresh values or new ones. Does nothing if the time is over. */
export async function sendAgain(
  { settings, journal, approached }: CalibratedRun,
  { sent, how, fresh }: { sent: Case; how: ToConfirm["how"]; fresh?: number },
  { schedule, untilMs, results }: { schedule: Schedule; untilMs: number; results: (() => void)[] },
): Promise<void> {
  if (journal.nowMs() >= untilMs || settings.signal.aborted) return;
  const { dispatcher } = approached;
  const { placement } = placeOf(sent, 0);
  await schedule.start(async (release) => {
    const attempt = journal.announce(sent);
    const atMs = journal.nowMs();
    const { settled, lingers } = await dispatcher.reply(sent, fresh);
    // The next case need not wait until it is known how the connection ends.
    release({ lingers });
    const dispatched = await settled;
    if (settings.signal.aborted || !hasReached(dispatched)) return;
    results.push(() => void journal.observe(sent, dispatched, atMs, { attempt, again: how }));
  }, placement);
}

/** Runs the user's command that gives the target a fresh store. @throws WitnessError `reset` with its last words if it fails. */
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
