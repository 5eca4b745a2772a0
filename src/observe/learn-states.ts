import { interfaceOf } from "../contract/index.ts";
import { allowedBy, letterSequence, stateLetters, type StateLetter } from "../generate/index.ts";
import {
  Contradiction,
  learnMachine,
  machineTests,
  Spent,
  untilSpent,
  type Word,
} from "../learn/index.ts";
import type { Cut, MachineState, RunHeader, StatesFinding } from "../model/index.ts";
import type { ExploredTarget } from "./explored-target.ts";
import { OtherManner, StateTeacher } from "./state-teacher.ts";

/** Requests for each state and letter after which tests end. */
const TESTED_EACH = 250;
/** Further states that are looked for, if the budget suffices. */
const DEPTH = 2;
const LONGEST_WALK = 8;
/** Sequences side by side. */
const BATCH = 8;

/** `cut`: the budget ended before the tests did. */
type Learned = { states: readonly MachineState[]; needed: number; depth?: number; cut?: Cut };

/** The letters of an interface that the profile of a run allows. */
export function allowedLetters(header: RunHeader): StateLetter[] {
  const from = interfaceOf(header);
  const isAllowed = allowedBy(header.options.profile, from);
  return stateLetters(from).filter(
    (letter) => letter.message === undefined || isAllowed(letterSequence([letter], false)),
  );
}

/**
 * Learns the state machine of a target: what it remembers of earlier requests with the same identity. A target that is not
 * deterministic has none; the finding has a sequence that shows it.
 */
export async function learnStates(
  target: ExploredTarget,
  header: RunHeader,
  progress: (text: string) => void,
): Promise<StatesFinding> {
  const letters = allowedLetters(header);
  const from = interfaceOf(header);
  const teacher = new StateTeacher(target, letters, { from, firstId: header.firstId });
  const learned = await untilSpent(() => learnWith(teacher, progress));
  const machine =
    learned instanceof Spent || learned instanceof Contradiction ? undefined : learned;
  const cases = machine && (await untilSpent(() => keepTransitions(target, teacher, machine)));
  const { variation } = teacher;
  return {
    type: "finding",
    kind: "states",
    letters: letters.map(({ id, title, leadsTo }) => ({ id, title, leadsTo })),
    ...(machine && {
      machine: {
        letters: letters.map(({ id, title, leadsTo }) => ({ id, title, leadsTo })),
        states: [...machine.states],
      },
      ...(machine.depth !== undefined && { depth: machine.depth }),
      ...(machine.cut !== undefined && { cut: machine.cut }),
      needed: machine.needed,
    }),
    ...(Array.isArray(cases) && { cases }),
    ...(teacher.perConnection && { perConnection: true as const }),
    ...(teacher.byStatus && { byStatus: true as const }),
    ...(variation && {
      varies: {
        letters: variation.word.map((at) => letters[at]?.id ?? ""),
        outputs: variation.outputs,
        case: target.keep(
          {
            name: `states/varies`,
            reason: "the same sequence with new identities gets different responses",
            clauses: CLAUSES,
            request: variation.request,
          },
          variation.replies,
        ),
      },
    }),
    sequences: teacher.sequences,
    requests: teacher.requests,
    ...(learned instanceof Spent && { cut: learned.cut }),
  };
}

const CLAUSES = ["states", "transitions", "behaviour"];

/** Learns until no test refutes the machine; begins again when the teacher has to send or read otherwise. */
async function learnWith(
  teacher: StateTeacher,
  progress: (text: string) => void,
): Promise<Learned | Contradiction> {
  for (;;) {
    try {
      return await learnOnce(teacher, progress);
    } catch (error) {
      if (error instanceof Contradiction) {
        const found = await repeated(teacher, error);
        if (found !== undefined) return found;
      } else if (!(error instanceof OtherManner)) throw error;
    }
  }
}

/** How often a sequence is sent again whose beginning got another response in another sequence. */
const REPEATED = 8;

/** Sends a sequence again that contradicts an earlier one. Undefined if learning has to begin again. */
async function repeated(
  teacher: StateTeacher,
  error: Contradiction,
): Promise<Contradiction | undefined> {
  if (teacher.variation !== undefined) return error;
  const all = [];
  for (let turn = 0; turn < REPEATED; turn += 1) all.push(await teacher.send(error.word));
  const seen = { ...all[0], outputs: [...(all[0]?.outputs.slice(0, -1) ?? []), error.outputs[0]] };
  const other = { ...seen, outputs: [...seen.outputs.slice(0, -1), error.outputs[1]] };
  try {
    return teacher.contradict(error.word, [...all, seen, other]);
  } catch (thrown) {
    if (thrown instanceof OtherManner) return undefined;
    return thrown instanceof Contradiction ? thrown : error;
  }
}

async function learnOnce(
  teacher: StateTeacher,
  progress: (text: string) => void,
): Promise<Learned> {
  const letters = teacher.letters.length;
  const slow = [...teacher.letters.keys()].filter(
    (at) => teacher.letters[at]?.message === undefined,
  );
  const begun = teacher.requests;
  let needed = 0;
  let depth: number | undefined;
  // The machine that the next batch is to test, and the one whose test the budget has ended.
  let next: readonly MachineState[] | undefined;
  let tested: readonly MachineState[] | undefined;
  const plan = {
    letters,
    slow,
    depth: DEPTH,
    batch: BATCH,
    longest: LONGEST_WALK,
    random: Math.random,
  };
  const work = (): Promise<MachineState[]> =>
    learnMachine({
      letters,
      ask: async (words) => {
        [tested, next] = [next, undefined];
        return teacher.ask(words);
      },
      *tests(known, isKnown) {
        needed = teacher.requests;
        tested = known;
        depth = undefined;
        const most = begun + TESTED_EACH * known.length * letters;
        const reached = (at: number): void => void (depth = at);
        for (const words of machineTests(known, isKnown, { ...plan, reached })) {
          progress(`state machine  ${known.length} states so far`);
          if (teacher.requests >= most) return;
          next = known;
          yield words;
        }
      },
    });
  const states = await untilSpent(work);
  if (!(states instanceof Spent)) return { states, needed, ...(depth !== undefined && { depth }) };
  // Nothing that was observed contradicts the machine that is being tested.
  if (tested === undefined) throw states;
  return { states: tested, needed, cut: states.cut, ...(depth !== undefined && { depth }) };
}

/** Sends each transition once more, as evidence. Returns the ids of the cases by state and letter. */
async function keepTransitions(
  target: ExploredTarget,
  teacher: StateTeacher,
  { states }: Learned,
): Promise<(string | null)[][]> {
  const { letters } = teacher;
  const nameOf = (word: Word): string => word.map((at) => letters[at]?.id).join("+");
  return Promise.all(
    states.map(({ access }) =>
      Promise.all(
        letters.map(async ({ message }, at) => {
          const word = [...access, at];
          const { request, reply } = await teacher.send(word);
          if (message === undefined || request === undefined || reply === undefined) return null;
          const reason = word.map((each) => letters[each]?.title).join(", then ");
          const evidence = { name: `states/${nameOf(word)}`, reason, clauses: CLAUSES, request };
          return target.keep(evidence, [reply]);
        }),
      ),
    ),
  );
}
