import { ANOTHER, PAUSE_MS } from "../generate/index.ts";
import { type Spent, untilSpent } from "../learn/index.ts";
import type { MachineState, StatesFinding } from "../model/index.ts";
import type { SentSequence, StateTeacher } from "./state-teacher.ts";

/** So many pauses in a row are the longest one that is tried. */
const LONGEST = 8;
/** Each state waits at the same time as the others. */
const MOST_STATES = 4;

type TimeOut = NonNullable<StatesFinding["timeOuts"]>[number];
type Teacher = Pick<StateTeacher, "letters" | "perConnection" | "sendSteps">;
/** Writes the evidence of a state that ends. Returns the id of its case; undefined if nothing was sent. */
type KeepTimeOut = (sent: SentSequence, state: number) => string | undefined;

/**
 * Finds out which states that a pause does not change are changed by a longer one: a request that is answered otherwise there
 * than at the beginning is sent after more pauses. A server may drop a connection that waits: one that remembers by connection
 * is not asked.
 */
export async function findTimeOuts(
  teacher: Teacher,
  states: readonly MachineState[],
  keep: KeepTimeOut,
): Promise<TimeOut[]> {
  const pause = teacher.letters.findIndex(({ requests }) => requests === undefined);
  if (pause === -1 || teacher.perConnection) return [];
  const lasting = [...states.keys()].filter((at) => at > 0 && states[at]?.next[pause] === at);
  const found = await Promise.all(
    lasting
      .slice(0, MOST_STATES)
      .map((state) => untilSpent(() => timeOutOf(teacher, { states, state, pause }, keep))),
  );
  return found.filter(isFound);
}

const isFound = (each: TimeOut | Spent | undefined): each is TimeOut =>
  each !== undefined && "state" in each;

async function timeOutOf(
  teacher: Teacher,
  { states, state, pause }: { states: readonly MachineState[]; state: number; pause: number },
  keep: KeepTimeOut,
): Promise<TimeOut | undefined> {
  const { letters } = teacher;
  const { access = [], outputs = [] } = states[state] ?? {};
  const telling = letters.findIndex(
    ({ id, requests }, at) =>
      requests !== undefined && id !== ANOTHER && outputs[at] !== states[0]?.outputs[at],
  );
  if (telling === -1) return undefined;
  const after = (pauses: number): Promise<SentSequence> =>
    teacher.sendSteps(
      [...access, ...Array<number>(pauses).fill(pause), telling]
        .flatMap((at) => letters[at] ?? [])
        .map((letter) => ({ letter })),
    );
  const isKept = ({ outputs: got }: SentSequence): boolean => got.at(-1) === outputs[telling];
  const last = await after(LONGEST);
  if (isKept(last)) return { state, keptForMs: LONGEST * PAUSE_MS };
  let [keptFor, goneAfter, gone] = [1, LONGEST, last];
  while (goneAfter - keptFor > 1) {
    const pauses = Math.floor((keptFor + goneAfter) / 2);
    const sent = await after(pauses);
    if (isKept(sent)) keptFor = pauses;
    else [goneAfter, gone] = [pauses, sent];
  }
  const response = gone.outputs.at(-1) ?? "";
  const again = await after(goneAfter);
  const id = again.outputs.at(-1) === response ? keep(again, state) : undefined;
  if (id === undefined) return undefined;
  const letter = letters[telling]?.id ?? "";
  const ended = { afterMs: goneAfter * PAUSE_MS, letter, response, case: id };
  return { state, keptForMs: keptFor * PAUSE_MS, ended };
}
