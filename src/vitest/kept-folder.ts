import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of a recorded run, and how long it is kept. */
type KeptFolder = {
  /** Path of the folder; a temporary one is made on first use. */
  readonly folder: string;
  watch: <T>(work: () => T) => T;
  /** Removes a temporary folder, unless something threw: `witness replay` then needs it. */
  leave: () => void;
};

/** Folders of failed tests are removed when they are older than this. */
const OLD_MS = 24 * 3_600_000;

/** A folder in the cache of the project, where there is one: nothing stays in the temporary folder of the system. */
function temporaryFolder(): string {
  if (!existsSync("node_modules")) return mkdtempSync(join(tmpdir(), "witness-"));
  const cache = join("node_modules", ".cache", "api-witness");
  mkdirSync(cache, { recursive: true });
  const made = readdirSync(cache).filter((name) => name.startsWith("run-"));
  for (const path of made.map((name) => join(cache, name)))
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { recursive: true });
  return mkdtempSync(join(cache, "run-"));
}

export function keptFolder(given: string | undefined): KeptFolder {
  const state = { threw: false, made: undefined as string | undefined };
  return {
    get folder(): string {
      return given ?? (state.made ??= temporaryFolder());
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
