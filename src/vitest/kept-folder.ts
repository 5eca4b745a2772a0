import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of a recorded run, and how long it is kept. */
export type KeptFolder = {
  /** Path of the folder; a temporary one is made on first use. */
  readonly folder: string;
  /** Runs work, and remembers whether it threw. */
  watch: <T>(work: () => T) => T;
  /** Removes a temporary folder, unless something threw: `witness replay` then needs it. */
  leave: () => void;
};

/** The given folder, or a temporary one. */
export function keptFolder(given: string | undefined): KeptFolder {
  const state = { threw: false, made: undefined as string | undefined };
  return {
    get folder(): string {
      return given ?? (state.made ??= mkdtempSync(join(tmpdir(), "witness-")));
    },
    watch<T>(work: () => T): T {
      try {
        return work();
      } catch (error) {
        state.threw = true;
        throw error;
      }
    },
    leave(): void {
      if (state.made !== undefined && !state.threw) rmSync(state.made, { recursive: true });
    },
  };
}
