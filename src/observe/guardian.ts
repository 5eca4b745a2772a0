import { spawn, type ChildProcess } from "node:child_process";
import { MARK, type Family } from "./family.ts";
import type { Launch } from "./stop-command.ts";

/**
 * Waits for a line that dismisses it. If its input ends without one, witness has gone, for whatever reason: then it
 * ends the family. Arguments: the leader, the mark, the signal's name, the stop command.
 */
const SCRIPT = `
read -r _ && exit 0
others() { grep -ls "${MARK}=$2" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }
all() { kill -s "$3" -- "-$1" 2>/dev/null; for p in $(others "$1" "$2"); do kill -s "$3" "$p" 2>/dev/null; done; }
all "$1" "$2" "$3"
n=0
while [ "$n" -lt 50 ] && { kill -s 0 -- "-$1" 2>/dev/null || [ -n "$(others "$1" "$2")" ]; }; do
  sleep 0.2 || sleep 1
  n=$((n + 1))
done
all "$1" "$2" KILL
[ -z "$4" ] || sh -c "$4"
`;

/** A small process that outlives witness for as long as it takes to end a served target. */
export class Guardian {
  readonly #child: ChildProcess;

  constructor({ leader, mark }: Family, { stopSignal, stopCommand = "", cwd, env }: Launch) {
    const name = stopSignal.replace(/^SIG/, "");
    this.#child = spawn("sh", ["-c", SCRIPT, "sh", String(leader), mark, name, stopCommand], {
      cwd,
      env: { ...process.env, ...env },
      // Signals of the terminal are not meant for it.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#child.on("error", () => {});
    this.#child.stdin?.on("error", () => {});
    this.#child.unref();
    (this.#child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  /** Nothing is left to guard. */
  dismiss(): void {
    this.#child.stdin?.end("over\n");
  }
}
