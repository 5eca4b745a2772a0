// The public part of autocannon 9.0.0 that is used: its published types are of version 7. Private
// members are typed only in autocannon-client.ts.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  type Options = {
    url: string;
    connections: number;
    pipelining: number;
    /** Seconds. */
    duration: number;
    /** Seconds. */
    timeout: number;
    /** Milliseconds between checks whether to stop. */
    sampleInt: number;
    setupClient(client: EventEmitter): void;
  };

  type Tracker = EventEmitter & { stop(): void };

  export default function autocannon(
    options: Options,
    done: (error: Error | null) => void,
  ): Tracker;
}
