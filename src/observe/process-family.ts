import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { textOfFile } from "../load/index.ts";

/** Marks every process that a served target has started, also one that has left its group and session. */
export const MARK = "WITNESS_SERVED";

/** A process is of the family of a served target by its session, or by its mark. */
export type Family = { leader: number; mark: string };

/** The living processes of a family; on a system without /proc only its leader's group is known. */
export function livingMembers({ leader, mark }: Family): number[] {
  if (process.platform !== "linux") return groupLives(leader) ? [leader] : [];
  const wanted = `${MARK}=${mark}`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const { state, session } = statOf(pid);
      if (state === "" || state === "Z" || state === "X") return false;
      return session === leader || textOfFile(`/proc/${pid}/environ`).split("\0").includes(wanted);
    })
    .map(Number);
}

export function signalFamily(family: Family, signal: NodeJS.Signals): void {
  send(-family.leader, signal);
  if (process.platform !== "linux") return;
  for (const pid of livingMembers(family))
    if (statOf(String(pid)).group !== family.leader) send(pid, signal);
}

function statOf(pid: string): { state: string; group: number; session: number } {
  const text = textOfFile(`/proc/${pid}/stat`);
  // A name may hold spaces and brackets.
  const [state = "", , group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state, group: Number(group), session: Number(session) };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

function groupLives(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** An engine gives a container 10 s to stop. */
const STOP_COMMAND_MS = 30_000;

export type Launch = {
  command: string;
  cwd?: string | undefined;
  env?: Readonly<Record<string, string>> | undefined;
  stopSignal: NodeJS.Signals;
  stopCommand?: string | undefined;
};

/** Runs the stop command, which ends what the command has started elsewhere. It may fail: there may be nothing left to end. */
export async function runStopCommand({ stopCommand, cwd, env }: Launch): Promise<void> {
  if (stopCommand === undefined) return;
  await new Promise<void>((resolve) => {
    const child = spawn("sh", ["-c", stopCommand], {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: "ignore",
      timeout: STOP_COMMAND_MS,
      killSignal: "SIGKILL",
    });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
}

/** Ends the family if its input ends without a line. Arguments: the leader, the mark, the signal's name, the stop command. */
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

  dismiss(): void {
    this.#child.stdin?.end("over\n");
  }
}
