import type { ChildProcess } from "node:child_process";
import { killProcess, startModule } from "../load/index.ts";
import type { FromTruth, ServerBehaviour, ToTruth, Truth } from "../servers/index.ts";

const OVERDUE_MS = 15_000;

export class TruthChild {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<TruthChild> {
    const truth = new TruthChild(startModule("servers/truth/truth-process"));
    await truth.#message();
    return truth;
  }

  async open(behaviour: ServerBehaviour): Promise<string> {
    const message = await this.#ask({ type: "open", behaviour });
    if (message.type !== "opened") throw new Error(`a server of known behaviour: ${message.type}`);
    return message.url;
  }

  async close(): Promise<Truth> {
    const message = await this.#ask({ type: "close" });
    if (message.type !== "closed") throw new Error(`a server of known behaviour: ${message.type}`);
    return message.truth;
  }

  end(): Promise<void> {
    return killProcess(this.#child);
  }

  #ask(message: ToTruth): Promise<FromTruth> {
    const reply = this.#message();
    this.#child.send(message);
    return reply;
  }

  #message(): Promise<FromTruth> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.#child.off("message", onMessage);
        this.#child.off("exit", onExit);
        act();
      };
      const fail = (what: string): void =>
        settle(() => reject(new Error(`the servers of known behaviour ${what}`)));
      const onExit = (code: number | null): void => fail(`ended with ${code}`);
      const onMessage = (message: FromTruth): void => {
        if (message.type === "failed") fail(`failed: ${message.message}`);
        else settle(() => resolve(message));
      };
      const timer = setTimeout(() => fail("does not respond"), OVERDUE_MS);
      this.#child.on("message", onMessage);
      this.#child.once("exit", onExit);
    });
  }
}
