/** What happens while it runs. */
export type RunEvents = {
  phase?: (what: string) => void;
  progress?: (state: { suite: string; done: number; total: number }) => void;
};
