import {
  classOf,
  type StateMachine,
  type StatesCompared,
  type StatesFinding,
  type ComparedStates,
} from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { FRESH_RANGES, rangeEnd } from "../../fresh-numbers.ts";
import { interfaceOf } from "../../contract/index.ts";
import { curlLine, letterRequests, PAUSE_MS, stateLetters } from "../../generate/index.ts";
import type { Taken } from "../../template/index.ts";
import { fillingOf } from "../explore/request-text.ts";
import type { RunFold } from "../run-fold.ts";

/** What of a response is compared: the class of its status, its status, or also the form of its body. */
type ComparedOutput = "class" | "status" | "form";

/**
 * The shortest sequence of these letters, by their ids, to which machines respond differently; undefined if they are equal. It
 * walks all machines together, breadth first.
 */
function shortestWith(
  letters: readonly string[],
  machines: readonly StateMachine[],
  by: ComparedOutput,
): string[] | undefined {
  const seen = new Set([machines.map(() => 0).join()]);
  const queue = [{ at: machines.map(() => 0), word: [] as string[] }];
  for (const { at, word } of queue)
    for (const id of letters) {
      const steps = machines.map((machine, index) => stepOf(machine, at[index] ?? 0, id));
      const longer = [...word, id];
      if (new Set(steps.map(({ output }) => outputBy(output, by))).size > 1) return longer;
      const next = steps.map(({ state }) => state);
      if (seen.has(next.join())) continue;
      seen.add(next.join());
      queue.push({ at: next, word: longer });
    }
  return undefined;
}

/** `unusual`: a sequence with requests that few clients send, on which machines differ too; it may be shorter. */
type Shortest = { letters: string[]; unusual?: string[] };

/** Another spelling of an identity, and an invalid request. */
const UNUSUAL = new Set(["respelled", "invalid"]);

/** The shortest sequence without unusual requests, if there is one. Letters that one machine does not have are left out. */
function shortestDifference(
  machines: readonly StateMachine[],
  by: ComparedOutput,
): Shortest | undefined {
  const letters = sharedLetters(machines);
  const shortest = shortestWith(letters, machines, by);
  if (shortest?.some((id) => UNUSUAL.has(id)) !== true) return shortest && { letters: shortest };
  const usual = shortestWith(
    letters.filter((id) => !UNUSUAL.has(id)),
    machines,
    by,
  );
  return usual === undefined ? { letters: shortest } : { letters: usual, unusual: shortest };
}

/**
 * The same by the class of statuses, since servers often refuse with another status; else by status; else by the form of bodies,
 * unless only the status counts.
 */
const differenceBy = (
  machines: readonly StateMachine[],
  by: "status" | "form",
): Shortest | undefined =>
  shortestDifference(machines, "class") ??
  shortestDifference(machines, "status") ??
  (by === "form" ? shortestDifference(machines, "form") : undefined);

export const differenceOf = (
  machines: readonly StateMachine[],
  by: "status" | "form" = "form",
): string[] | undefined => differenceBy(machines, by)?.letters;

type TimeOuts = NonNullable<StatesFinding["timeOuts"]>;

/**
 * The shortest sequence with pauses after which the state of one target has ended, while that of another was seen to last as long.
 * Undefined if there is none, or if it is not known of one of them.
 */
function timeOutDifference(found: readonly StatesFinding[]): string[] | undefined {
  const shared = sharedLetters(found.flatMap(({ machine }) => machine ?? []));
  const words = found.flatMap(({ machine, timeOuts = [] }) =>
    timeOuts.flatMap(({ state, ended }) => {
      if (ended === undefined) return [];
      const access = (machine?.states[state]?.access ?? []).map(
        (at) => machine?.letters[at]?.id ?? "",
      );
      const lasts = found.map((each) => isLasting(each, access, ended.afterMs));
      const pauses = Array<string>(ended.afterMs / PAUSE_MS).fill("pause");
      const word = [...access, ...pauses, ended.letter];
      const isKnown = !lasts.includes(undefined) && word.every((id) => shared.includes(id));
      return isKnown && lasts.includes(true) ? [word] : [];
    }),
  );
  return words.toSorted((one, other) => one.length - other.length)[0];
}

/** Whether the state after these requests lasts for a pause of that length; undefined if that is not known. */
function isLasting(
  { machine, timeOuts = [] }: StatesFinding,
  access: readonly string[],
  ms: number,
): boolean | undefined {
  if (machine === undefined) return undefined;
  const at = access.reduce((state, id) => stepOf(machine, state, id).state, 0);
  const known = timeOuts.find(({ state }) => state === at);
  if (known === undefined) return undefined;
  if (known.keptForMs >= ms) return true;
  return known.ended !== undefined && known.ended.afterMs <= ms ? false : undefined;
}

type Equal = Pick<StatesCompared, "onOne"> & { equalUpTo: number };

/**
 * How the machines of targets compare: the shortest sequence on which they differ, or how many requests after each state they are
 * equal.
 * Where the forms of one vary, those of all are ignored. Undefined if a machine is missing.
 */
export function compareMachines(found: readonly StatesFinding[]): Shortest | Equal | undefined {
  const machines = found.flatMap(({ machine }) => machine ?? []);
  if (machines.length < Math.max(2, found.length)) return undefined;
  const byStatus = found.some((each) => each.byStatus === true);
  const difference = differenceBy(machines, byStatus ? "status" : "form");
  if (difference !== undefined) return difference;
  const letters = timeOutDifference(found);
  if (letters !== undefined) return { letters };
  const isOnOne = new Set(found.map(({ perConnection }) => perConnection)).size > 1;
  return { equalUpTo: Math.min(...found.map(stepsTried)), ...(isOnOne && { onOne: true }) };
}

/** How many requests all sequences had that were tried from each state, pauses apart; 0 where not every transition was tested. */
const stepsTried = ({ depth }: StatesFinding): number => (depth === undefined ? 0 : depth + 1);

/** That machines are equal, and how far that was tested. */
export const equalText = (names: string, { equalUpTo: upTo = 0, onOne }: Partial<Equal>): string =>
  onOne === true
    ? `${names} are equal as machines on one connection; on several, their responses differ`
    : upTo === 0
      ? `${names} are equal as machines as far as known: not every transition was tested`
      : `${names} are equal as machines: no ${upTo === 1 ? "request" : `sequence of up to ${counted(upTo, "request")}`} from any state gets another response`;

/** That machines differ after a sequence, and in what, by the last response of each; `unusual`: the titles of another sequence. */
export function differText(
  names: string,
  responses: readonly (readonly string[])[],
  unusual?: readonly string[],
): string {
  const last = responses.map((each) => each.at(-1) ?? "");
  const isBy = (by: ComparedOutput): boolean =>
    new Set(last.map((output) => outputBy(output, by))).size > 1;
  const what = isBy("class") ? "class of a status" : isBy("status") ? "status" : "form of a body";
  const steps = counted(responses[0]?.length ?? 0, "step");
  const [of, also] =
    unusual === undefined
      ? ["", ""]
      : [" of usual requests", `; they also differ after ${unusual.join(", then ")}`];
  return `the shortest sequence${of} on which ${names} differ in the ${what} has ${steps}${also}`;
}

/** The responses of a machine to letters by their ids; after enough pauses in a row, those of a state that has ended. */
export function outputsOf(
  machine: StateMachine,
  ids: readonly string[],
  timeOuts: TimeOuts = [],
): string[] {
  let [state, pausedMs] = [0, 0];
  return ids.map((id) => {
    const ended = timeOuts.find((each) => each.state === state)?.ended;
    const isOver = ended?.letter === id && pausedMs >= ended.afterMs;
    const step = stepOf(machine, state, id);
    pausedMs = id === "pause" && step.state === state ? pausedMs + PAUSE_MS : 0;
    ({ state } = step);
    return isOver ? ended.response : step.output;
  });
}

function sharedLetters(machines: readonly StateMachine[]): string[] {
  const [first, ...others] = machines.map(({ letters }) => letters.map(({ id }) => id));
  return (first ?? []).filter((id) => others.every((each) => each.includes(id)));
}

function stepOf({ letters, states }: StateMachine, state: number, id: string) {
  const letter = letters.findIndex((each) => each.id === id);
  const { outputs = [], next = [] } = states[state] ?? {};
  return { output: outputs[letter] ?? "", state: next[letter] ?? 0 };
}

/** Of `201 {id: number}`, `201` where only statuses are compared, and `2xx` for their class. */
function outputBy(output: string, by: ComparedOutput): string {
  const status = output.split(" ", 1)[0] ?? output;
  return by === "form" ? output : by === "class" ? classOf(status) : status;
}

type Named = { name: string; fold: RunFold };

/**
 * The state machines of runs side by side: equal, or the shortest sequence on which they differ, with the responses of each
 * machine and a command for each step. Undefined if fewer than two runs have one.
 */
export function comparedStates(runs: readonly Named[]): ComparedStates | undefined {
  const learned = runs.flatMap(({ name, fold }) => {
    const finding = fold.findings.find((each) => each.kind === "states");
    return finding?.machine === undefined ? [] : [{ name, fold, finding }];
  });
  const found = compareMachines(learned.map(({ finding }) => finding));
  if (found === undefined) return undefined;
  const names = learned.map(({ name }) => name).join(" and ");
  if ("equalUpTo" in found) return { sentence: equalText(names, found) };
  const { letters: ids, unusual } = found;
  const titleOf = (id: string): string =>
    learned[0]?.finding.letters.find((each) => each.id === id)?.title ?? id;
  const targets = learned.map(({ name, fold, finding }) => {
    const { machine, timeOuts } = finding;
    const responses = machine === undefined ? [] : outputsOf(machine, ids, timeOuts);
    return { name, responses, commands: commandsOf(fold, ids, finding, responses) };
  });
  return {
    sentence: differText(
      names,
      targets.map(({ responses }) => responses),
      unusual?.map(titleOf),
    ),
    difference: { letters: ids.map(titleOf), targets },
  };
}

/** The first fresh number in commands for a person. No run draws so many numbers. */
const SHOWN_FRESH = rangeEnd(FRESH_RANGES.moreChecks) - 100;

/** A command of curl for each request of a sequence, to a new identity; a pause is `sleep`. */
function commandsOf(
  { header }: RunFold,
  ids: readonly string[],
  { named }: StatesFinding,
  outputs: readonly string[],
): string[] {
  if (header === undefined) return [];
  const from = interfaceOf(header);
  const all = stateLetters(from, { named, tagged: true, guarded: true });
  const sequence = ids.flatMap((id) => all.filter((letter) => letter.id === id));
  const filling = fillingOf(header, SHOWN_FRESH);
  const takes: { of: number; script: string }[] = [];
  const requests = letterRequests(
    sequence.map((letter) => ({ letter })),
    from,
    {
      named,
      take: ({ taken, of }) => {
        takes.push({ of: of.findLast(isSuccess) ?? of.at(-1) ?? 0, script: scriptFor(taken) });
        return `${MARK}${takes.length - 1}-`;
      },
    },
  );
  const sent = requests.filter((each) => each !== undefined);
  // Of a letter with several requests, only the last response is known.
  function isSuccess(at: number): boolean {
    return /^2\d\d(?!-)/.test(outputs[sent[at]?.letter ?? -1] ?? "");
  }
  const kept = new Set(takes.map(({ of }) => of));
  return requests.map((each) => {
    if (each === undefined) return "sleep 1";
    const { curl } = curlLine(each.request, filling, header.options);
    if (curl === null) return "no command";
    const at = sent.indexOf(each);
    const taking = curl.replace(MARKED, (_, nth: string) => {
      const take = takes[Number(nth)];
      return `'"$(${take?.script ?? ""} ${fileOf(take?.of ?? 0)})"'`;
    });
    return kept.has(at) ? `${taking} | tee ${fileOf(at)}` : taking;
  });
}

/** Stands for a value of an earlier response, within the quotes of a shell. */
const MARK = "witness-taken-";
const MARKED = /witness-taken-(\d+)-/g;
const fileOf = (at: number): string => `response-${at + 1}.txt`;

/** What finds a value in a response. */
function scriptFor(taken: Taken): string {
  if (taken === "location")
    return String.raw`sed -nE 's#^location: *(https?://[^/]*)?([^[:space:]]*).*#\2#ip'`;
  if (taken === "etag") return String.raw`sed -nE 's/^etag: *([^[:space:]]*).*/\1/ip'`;
  return String.raw`sed -nE 's/.*"${taken.member}": *"?([^",}]*).*/\1/p'`;
}
