import { counted } from "../text/index.ts";
import { interfaceOf } from "../contract/index.ts";
import type { ResourceTraits, StateLetter } from "../generate/index.ts";
import { allowedBy, letterSequence, namesIn, stateLetters, takenValue } from "../generate/index.ts";
import type { Word } from "../learn/index.ts";
import { breadthFirst, Contradiction, learnMachine, machineTests } from "../learn/index.ts";
import { seededNumbers, Spent, untilSpent } from "../learn/index.ts";
import type { Cut, Letter, MachineState, RequestResult, RunHeader } from "../model/index.ts";
import type { StatesFinding } from "../model/index.ts";
import { isSuccess, resultWord } from "../model/index.ts";
import type { ExploredTarget } from "./explored-target.ts";
import { findTimeOuts } from "./find-time-outs.ts";
import { findUnexplained } from "./find-unexplained.ts";
import type { SentSequence, VaryingSequence } from "./state-teacher.ts";
import { OtherProtocol, StateTeacher } from "./state-teacher.ts";

/** Requests for each state and letter after which tests end; fewer where the rest of an exploration follows. */
const TESTED_EACH = { alone: 150, first: 25 };
/** The rest of the budget is for what follows: evidence, and a comparison. */
const TESTED_SHARE = 0.8;
/** Further states that are looked for, if the budget suffices. */
const DEPTH = 2;
const LONGEST_WALK = 8;
const BATCH = 4;

/** `cut`: the budget ended before the tests did. */
type Learned = { states: readonly MachineState[]; needed: number; depth?: number; cut?: Cut };

function allowedLetters(header: RunHeader, traits: ResourceTraits): StateLetter[] {
  const from = interfaceOf(header);
  const isAllowed = allowedBy(header.options.profile, from);
  return stateLetters(from, traits).filter(
    (letter) =>
      letter.requests === undefined ||
      isAllowed(letterSequence([{ letter }], from, { ...traits, one: false }).request),
  );
}

/** What is known of the states of a target, and what sends it further sequences. */
export type LearnedStates = { finding: StatesFinding; teacher: StateTeacher };

/** Learns what a target remembers of requests with the same identity. If it is not deterministic, a sequence shows it. */
export async function learnStates(
  target: ExploredTarget,
  header: RunHeader,
  progress: (text: string) => void,
): Promise<LearnedStates> {
  const isAlone = header.options.explore?.parts.every((part) => part === "states") === true;
  const found = await untilSpent(() => resourceTraits(target, header));
  const traits = found instanceof Spent ? {} : found;
  const teacher = new StateTeacher(target, allowedLetters(header, traits), {
    from: interfaceOf(header),
    firstId: header.firstId,
    seed: header.seed,
    traits,
  });
  const each = TESTED_EACH[isAlone ? "alone" : "first"];
  const result = await untilSpent(() => learnWith(teacher, { progress, each }));
  const letters = teacher.letters.map(({ id, title, leadsTo }) => ({ id, title, leadsTo }));
  const isLearned = !(result instanceof Spent || result instanceof Contradiction);
  const learned = isLearned ? await withEvidence(target, teacher, { ...result, letters }) : {};
  const finding: StatesFinding = {
    type: "finding",
    kind: "states",
    letters,
    ...(result instanceof Spent && { cut: result.cut }),
    ...learned,
    ...(traits.named !== undefined && { named: traits.named }),
    ...(teacher.perConnection && { perConnection: true as const }),
    ...(teacher.byStatus && { byStatus: true as const }),
    ...(teacher.variation && { varies: keepVariation(target, teacher, teacher.variation) }),
    sequences: teacher.sequences,
    requests: target.budget.requests,
  };
  return { finding, teacher };
}

export const STATE_CLAUSES = ["states", "transitions", "behaviour"];

/** The machine as the record has it, with a case for each transition, and what does not fit it. */
async function withEvidence(
  target: ExploredTarget,
  teacher: StateTeacher,
  { states, letters, ...rest }: Learned & { letters: Letter[] },
): Promise<Partial<StatesFinding>> {
  const cases = await untilSpent(() => keepTransitions(target, teacher, states));
  const keep = (name: string, reason: string, { request, reply }: SentSequence) => {
    if (request === undefined || reply === undefined) return undefined;
    return target.keep({ name, reason, clauses: STATE_CLAUSES, request }, [reply]);
  };
  const why = "a sequence that the state machine does not explain";
  const [unexplained, timeOuts] = await Promise.all([
    findUnexplained(teacher, states, {
      seed: teacher.seed,
      keep: (nth, sent, words) => keep(`states/unexplained-${nth}`, `${why}: ${words}`, sent),
    }),
    findTimeOuts(teacher, states, (sent, state) =>
      keep(`states/ended-${state}`, "a state ends after a pause", sent),
    ),
  ]);
  return {
    machine: { letters, states: [...states] },
    ...rest,
    ...(Array.isArray(cases) && { cases }),
    ...(unexplained.length > 0 && { unexplained }),
    ...(timeOuts.length > 0 && { timeOuts }),
  };
}

function keepVariation(
  target: ExploredTarget,
  { letters }: StateTeacher,
  { word, outputs, request, replies }: VaryingSequence,
): StatesFinding["varies"] {
  const reason = "the same sequence with new identities gets different responses";
  const evidence = { name: "states/varies", reason, clauses: STATE_CLAUSES, request };
  return {
    letters: word.map((at) => letters[at]?.id ?? ""),
    outputs,
    case: target.keep(evidence, replies),
  };
}

type Effort = { progress: (text: string) => void; each: number };

/** Learns until no test refutes the machine; begins again when the teacher has to send or read otherwise. */
async function learnWith(teacher: StateTeacher, effort: Effort): Promise<Learned | Contradiction> {
  for (;;) {
    try {
      return await learnOnce(teacher, effort);
    } catch (error) {
      if (error instanceof Contradiction) {
        const found = await repeated(teacher, error);
        if (found !== undefined) return found;
      } else if (!(error instanceof OtherProtocol)) throw error;
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
    if (thrown instanceof OtherProtocol) return undefined;
    return thrown instanceof Contradiction ? thrown : error;
  }
}

async function learnOnce(teacher: StateTeacher, { progress, each }: Effort): Promise<Learned> {
  const letters = teacher.letters.length;
  const found: Omit<Learned, "states"> = { needed: 0 };
  // The machine that the next batch is to test, and the one that the newest batch tests.
  let next: readonly MachineState[] | undefined;
  let tested: readonly MachineState[] | undefined;
  const learning = {
    letters,
    ask: async (words: readonly Word[]) => {
      [tested, next] = [next, undefined];
      return teacher.ask(words);
    },
    *tests(known: readonly MachineState[], isKnown: (word: Word) => boolean) {
      found.needed = teacher.requests;
      delete found.depth;
      const most = teacher.requests + each * known.length * letters;
      const reached = (depth: number): void => void (found.depth = depth);
      for (const words of machineTests(known, isKnown, { ...planOf(teacher), reached })) {
        progress(`state machine  ${counted(known.length, "state")} so far`);
        if (teacher.requests >= most || teacher.share >= TESTED_SHARE) return;
        next = known;
        yield words;
      }
    },
  };
  const states = await untilSpent(() => learnMachine(learning));
  if (!(states instanceof Spent)) return { states, ...found };
  // Nothing that was observed contradicts the machine that was being tested.
  if (tested === undefined) throw states;
  return { states: breadthFirst(tested), ...found, cut: states.cut };
}

function planOf({ letters, seed }: StateTeacher) {
  const slow = [...letters.keys()].filter((at) => letters[at]?.requests === undefined);
  const plan = { depth: DEPTH, batch: BATCH, longest: LONGEST_WALK, random: seededNumbers(seed) };
  return { letters: letters.length, slow, ...plan };
}

/** Sends each transition once more, as evidence. Returns the ids of the cases by state and letter. */
async function keepTransitions(
  target: ExploredTarget,
  teacher: StateTeacher,
  states: readonly MachineState[],
): Promise<(string | null)[][]> {
  const { letters } = teacher;
  const keep = async (word: Word): Promise<string | null> => {
    if (letters[word.at(-1) ?? 0]?.requests === undefined) return null;
    const { request, reply } = await teacher.send(word);
    if (request === undefined || reply === undefined) return null;
    const name = `states/${word.map((at) => letters[at]?.id).join("+")}`;
    const reason = word.map((at) => letters[at]?.title).join(", then ");
    return target.keep({ name, reason, clauses: STATE_CLAUSES, request }, [reply]);
  };
  return Promise.all(
    states.map(({ access }) =>
      Promise.all([...letters.keys()].map((letter) => keep([...access, letter]))),
    ),
  );
}

/**
 * Finds out how the resource of an accepted request is reached: by the identity of the request or, where the server makes the
 * name, by its `Location` or a member of the response; and whether a response to GET of it has an ETag. A name counts only if
 * two requests get two names, so that a collection is not taken for a resource. With an ETag, whether DELETE requires `If-Match`.
 */
async function resourceTraits(target: ExploredTarget, header: RunHeader): Promise<ResourceTraits> {
  const from = interfaceOf(header);
  const letters = stateLetters(from, { named: "location" });
  const life = ["create", "get", "delete"].flatMap((id) =>
    letters.filter((each) => each.id === id),
  );
  const isLife = life.some(({ id }) => id === "get") && from.body !== undefined;
  const isAllowed = allowedBy(header.options.profile, from);
  type Answers = (RequestResult | undefined)[];
  /** Creates a resource, and sends GET or DELETE of it. */
  const ask = async (then: "get" | "delete", traits: ResourceTraits = {}): Promise<Answers> => {
    const steps = life.filter(({ id }) => id === "create" || id === then);
    const sequence = steps.map((letter) => ({ letter }));
    const { request } = letterSequence(sequence, from, { ...traits, one: false });
    return isAllowed(request) ? (await target.ask(request)).replied.answers : [];
  };
  const versionsOf = async (
    read: RequestResult,
    named?: ResourceTraits["named"],
  ): Promise<ResourceTraits> => {
    if (takenValue("etag", [read]) === undefined) return { named, tagged: false };
    const [, deleted] = await ask("delete", { named });
    return { named, tagged: true, guarded: deleted !== undefined && isUnconditional(deleted) };
  };
  if (!isLife) return {};
  const [made, own] = await ask("get");
  if (made === undefined || !isSuccess(made)) return {};
  if (isSuccess(own)) return versionsOf(own);
  for (const named of namesIn(made)) {
    const [other, read] = await ask("get", { named });
    const isNew = takenValue(named, [made]) !== takenValue(named, [other]);
    if (isNew && isSuccess(read)) return versionsOf(read, named);
  }
  return {};
}

/** Whether a request was refused because it has no condition: RFC 6585 (3) and RFC 9110 (15.5.13). */
const isUnconditional = (result: RequestResult): boolean =>
  ["412", "428"].includes(resultWord(result));
