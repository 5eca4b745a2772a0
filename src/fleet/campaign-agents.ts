import { WitnessError } from "../errors.ts";
import { shareWhole } from "../load/index.ts";
import type { SendLimits } from "../model/index.ts";
import type { FleetRun } from "../observe/index.ts";
import { VERSION } from "../version.ts";
import { discover, withLabels } from "./agent-watch.ts";
import type { AgentInfo } from "./messages.ts";
import type { FleetContext, RunControl } from "./run-control.ts";

const NOBODY_MS = 30_000;

/** An agent's share of the concurrency that the target tolerates. */
type Post = { manner: SendLimits; agent: AgentInfo | undefined };

export class CampaignAgents {
  readonly #context: FleetContext;
  readonly #run: FleetRun;
  readonly #control: RunControl;
  readonly #posts: Post[];
  readonly #whole: SendLimits;
  #presentMs = performance.now();

  constructor(context: FleetContext, run: FleetRun, control: RunControl, whole: SendLimits) {
    this.#context = context;
    this.#run = run;
    this.#control = control;
    this.#whole = whole;
    const manners = shareManner(whole, context);
    this.#posts = manners.map((manner, nth) => ({ manner, agent: context.agents[nth] }));
  }

  get count(): number {
    return this.#posts.length;
  }

  async prepareAll(): Promise<void> {
    await Promise.all(this.#posts.map((post, nth) => this.#prepare(post, nth)));
  }

  /** Replaces agents that are gone. @throws WitnessError if there has been no agent for a long time. */
  async care(): Promise<void> {
    const { members } = this.#context;
    const { present } = members;
    for (const post of this.#posts) {
      if (post.agent === undefined || present.includes(post.agent.name)) continue;
      this.#run.note({ kind: "fleet", code: "agent-lost", agent: post.agent.name });
      post.agent = undefined;
    }
    for (const [nth, post] of this.#posts.entries()) {
      if (post.agent === undefined) post.agent = await this.#free(present);
      if (post.agent === undefined) continue;
      this.#presentMs = performance.now();
      const beat = members.beatOf(post.agent.name);
      if (beat?.run === this.#control.name) continue;
      await this.#prepare(post, nth).catch((error: unknown) => {
        const { message: detail } = error as Error;
        this.#run.note({ kind: "fleet", code: "agent-refused", detail });
        post.agent = undefined;
      });
    }
    if (performance.now() - this.#presentMs < NOBODY_MS) return;
    throw new WitnessError("fleet", "no agent is left", {
      hint: "start agents, then continue the run with witness resume",
      exitCode: 70,
    });
  }

  async #free(present: readonly string[]): Promise<AgentInfo | undefined> {
    const busy = new Set(this.#posts.map(({ agent }) => agent?.name));
    if (present.every((name) => busy.has(name))) return undefined;
    const { broker, labels, agents, isLane } = this.#context;
    const own = new Set(agents.map(({ name }) => name));
    const found = withLabels(await discover(broker), labels).filter(
      ({ name }) => isLane !== true || own.has(name),
    );
    return found.find(
      ({ name, version, run }) => !busy.has(name) && version === VERSION && run === undefined,
    );
  }

  async #prepare({ agent, manner }: Post, nth: number): Promise<void> {
    if (agent === undefined) return;
    const part = { nth, of: this.count };
    await this.#control.prepare(agent, part, { kind: "campaign", manner, whole: this.#whole });
  }
}

/** All agents together treat the target as one process would. */
function shareManner(manner: SendLimits, { agents }: FleetContext): SendLimits[] {
  const parts = Math.max(1, Math.min(agents.length, manner.concurrency));
  const stalls = shareWhole(manner.stallCapacity, parts);
  return shareWhole(manner.concurrency, parts).map((concurrency, nth) => ({
    ...manner,
    concurrency,
    stallCapacity: stalls[nth] ?? 0,
  }));
}
