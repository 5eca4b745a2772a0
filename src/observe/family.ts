import { readFileSync, readdirSync } from "node:fs";

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
      return session === leader || read(`/proc/${pid}/environ`).split("\0").includes(wanted);
    })
    .map(Number);
}

/** Sends a signal to the group of the leader and to every other member. */
export function signalFamily(family: Family, signal: NodeJS.Signals): void {
  send(-family.leader, signal);
  if (process.platform !== "linux") return;
  for (const pid of livingMembers(family))
    if (statOf(String(pid)).group !== family.leader) send(pid, signal);
}

function statOf(pid: string): { state: string; group: number; session: number } {
  const text = read(`/proc/${pid}/stat`);
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

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
