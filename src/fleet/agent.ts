import { connectFailureText, droppedText } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { tryConnect } from "../observe/index.ts";
import { VERSION } from "../version.ts";
import { AgentCampaign, type Replan } from "./agent-campaign.ts";
import { AgentLoad, measureClock } from "./agent-load.ts";
import type { AgentInfo, Beat, Namesake, Prepare, Ready, SamePlan, ToAgent } from "./messages.ts";
import type { ToRun } from "./messages.ts";
import { BEAT_MS, DEAD_MAN_MS, faultOf, messages, subjects } from "./messages.ts";
import type { Broker } from "./broker.ts";
import { AgentKeys, openTarget } from "./sealed-target.ts";
import { userSubmission } from "../contract/index.ts";
import { FRESH_ID_MIN, LOAD_NUMBERS } from "../fresh-numbers.ts";
import { Generators, measureCeiling } from "../load/index.ts";

const LOOK_MS = 50;
const DROPPED_MS = 1000;
const NAMESAKE_MS = 300;

type Options = {
  info: Omit<AgentInfo, "run" | "key">;
  replan: Replan;
  say: (text: string) => void;
};

type AgentJob = {
  run: string;
  runId: string;
  epoch: number;
  heardMs: number;
  work: AgentCampaign | AgentLoad;
  unlisten: () => void;
};

export class Agent {
  readonly #broker: Broker;
  readonly #options: Options;
  readonly #keys = new AgentKeys();
  #job: AgentJob | undefined;
  #isPreparing = false;
  #isSettled = false;
  #ceiling: Promise<number> | undefined;

  constructor(broker: Broker, options: Options) {
    this.#broker = broker;
    this.#options = options;
  }

  /** Serves until the signal. @throws WitnessError if there is an agent of this name. */
  async serve(signal: AbortSignal): Promise<void> {
    const { info, say } = this.#options;
    const { name, instance } = info;
    this.#broker.serve(subjects.agent(name), messages.toAgent, (asked) => this.#reply(asked));
    await this.#refuseNamesake();
    this.#isSettled = true;
    this.#broker.serve(subjects.discover, messages.nothing, () => this.#info());
    const beat = setInterval(() => this.#beat(), BEAT_MS);
    const look = setInterval(() => this.#look(), LOOK_MS);
    const tellDropped = (): void => {
      for (const dropped of this.#broker.reader.takeDropped()) say(droppedText(dropped));
    };
    const dropped = setInterval(tellDropped, DROPPED_MS);
    say(`agent ${name} is ready: version ${VERSION}, broker ${this.#broker.place}`);
    try {
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    } finally {
      clearInterval(beat);
      clearInterval(look);
      clearInterval(dropped);
      await this.#end("the agent was stopped");
      tellDropped();
      this.#broker.publish(subjects.beat(name), { agent: name, instance, isLeaving: true });
    }
  }

  #info(): AgentInfo {
    const key = this.#keys.publicKey;
    return { ...this.#options.info, key, run: this.#job?.run };
  }

  async #refuseNamesake(): Promise<void> {
    const { name, instance } = this.#options.info;
    const asked: ToAgent = { type: "who" };
    const replies = await this.#broker.requestAll(
      subjects.agent(name),
      asked,
      messages.namesake,
      NAMESAKE_MS,
    );
    const others = replies.filter((each) => each.instance !== instance);
    if (others.every((each) => !each.isSettled && each.instance > instance)) return;
    throw new WitnessError("fleet", `another agent at ${this.#broker.place} is named ${name}`, {
      hint: "give each agent a --name of its own",
    });
  }

  async #reply(asked: ToAgent): Promise<unknown> {
    const { name: agent, instance } = this.#options.info;
    try {
      switch (asked.type) {
        case "who":
          return { instance, isSettled: this.#isSettled } satisfies Namesake;
        case "ceiling":
          return await (this.#ceiling ??= ownCeiling());
        case "clock": {
          const clock = await measureClock(this.#broker, asked.subject);
          this.#job?.work.setClock(clock);
          return { agent, clock } satisfies Ready;
        }
        case "plan":
          await this.#options.replan(asked.header);
          return { agent } satisfies SamePlan;
        case "prepare":
          return await this.#prepare(asked);
      }
    } catch (error) {
      return { agent, fault: faultOf(error) } satisfies Ready;
    }
  }

  async #prepare(asked: Prepare): Promise<Ready> {
    const { info, replan, say } = this.#options;
    const { run, epoch, header, part } = asked;
    this.#refuse(asked);
    this.#isPreparing = true;
    try {
      await this.#end(undefined);
      const key = this.#keys.runKey(asked.key);
      const target = openTarget(asked.target, key);
      const reason = await tryConnect(target);
      if (reason !== undefined)
        throw new WitnessError(
          "unreachable",
          `cannot reach ${target.host}: ${connectFailureText(reason)}`,
          { hint: "every agent must reach the target: check its network", exitCode: 3 },
        );
      const clock = await measureClock(this.#broker, subjects.clock(run));
      const { name, instance } = info;
      const own = { broker: this.#broker, agent: name, instance, say };
      const common = { ...own, run, epoch, part, clock, key };
      const { work } = asked;
      const settings = work.kind === "load" ? undefined : await replan(header);
      const begun =
        work.kind === "load"
          ? await AgentLoad.start({ ...common, header, target }, work)
          : await AgentCampaign.start({ ...common, header, target, ...work, ...settings! });
      const unlisten = this.#broker.listen(subjects.run(run), messages.toRun, (message) =>
        this.#take(run, message),
      );
      const { runId } = header;
      this.#job = { run, runId, epoch, heardMs: performance.now(), work: begun, unlisten };
      say(`working for run ${runId}, part ${part.nth + 1} of ${part.of}`);
      // Arrives before the reply: the controller must not take an earlier beat for the end of this work.
      this.#beat();
      return { agent: info.name, clock };
    } finally {
      this.#isPreparing = false;
    }
  }

  #refuse({ run, epoch, header }: Prepare): void {
    const { version } = header.tool;
    if (version !== VERSION)
      throw new WitnessError("fleet", `it has version ${VERSION}, the run has version ${version}`, {
        hint: "install the same version everywhere",
      });
    const job = this.#job;
    if (this.#isPreparing || (job !== undefined && job.run !== run && !isSilent(job)))
      throw new WitnessError(
        "fleet",
        `it works for ${job === undefined ? "another run" : `run ${job.runId}`}`,
        { hint: "wait until that run is over, or start another agent" },
      );
    if (job !== undefined && job.run === run && job.epoch > epoch && !isSilent(job))
      throw new WitnessError("fleet", "another controller has taken this run over", {
        hint: "one controller a run: stop this one",
      });
  }

  #take(run: string, message: ToRun): void {
    const job = this.#job;
    if (job === undefined || job.run !== run || message.epoch < job.epoch) return;
    job.heardMs = performance.now();
    job.work.keepAlive();
    if (message.type === "end") void this.#end("it is over");
    else if (message.type !== "beat") job.work.take(message);
  }

  #look(): void {
    if (this.#job !== undefined && isSilent(this.#job))
      void this.#end("nothing was heard of its controller: nothing more is sent");
  }

  async #end(why: string | undefined): Promise<void> {
    const job = this.#job;
    if (job === undefined) return;
    this.#job = undefined;
    job.unlisten();
    if (why !== undefined) this.#options.say(`run ${job.runId}: ${why}`);
    await job.work.stop();
  }

  #beat(): void {
    const { name: agent, instance } = this.#options.info;
    const { run, epoch, work } = this.#job ?? {};
    const beat: Beat = { agent, instance, run, epoch, live: work?.live() };
    this.#broker.publish(subjects.beat(agent), beat);
  }
}

/** Synchronous: a process that was stopped for a while notices it before it sends anything. */
const isSilent = ({ heardMs }: AgentJob): boolean => performance.now() - heardMs > DEAD_MAN_MS;

const OFFERED = { model: "closed", connections: 10, pipelining: 1 } as const;
const DURATION_MS = 500;

/** Requests per second that one load generator of this machine reaches against a server that does nothing. */
async function ownCeiling(): Promise<number> {
  const ids = { interface: userSubmission, firstId: FRESH_ID_MIN, ids: LOAD_NUMBERS };
  const generators = await Generators.start(1, ids);
  try {
    const plan = { closesAfter: undefined, durationMs: DURATION_MS };
    const { signal } = new AbortController();
    const { counts, durationMs } = await measureCeiling(generators, OFFERED, plan, signal);
    return (counts.answered * 1000) / durationMs;
  } finally {
    await generators.close();
  }
}
