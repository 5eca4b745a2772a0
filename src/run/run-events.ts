import type { LiveFigures } from "../load/messages.ts";

/** How the load goes: which part of it, how long it still lasts, and the figures so far. */
export type LoadProgress = { part: string; leftMs: number; figures: LiveFigures };

/** What happens while it runs. */
export type RunEvents = {
  phase?: (what: string) => void;
  /** What is being explored now. */
  explore?: (what: string) => void;
  load?: (progress: LoadProgress) => void;
  progress?: (state: { suite: string; done: number; total: number }) => void;
};
