import type {
  Letter,
  SequenceSummary,
  StateMachine,
  StatesCompared,
  StatesFinding,
  StatesSummary,
} from "../../model/index.ts";
import { groupBy } from "../../stats/index.ts";
import { counted, durationText, textsOf, whole } from "../../text/index.ts";
import { cutWords } from "../explore/axis-view.ts";
import type { RunFold } from "../run-fold.ts";
import { differText, equalText } from "./compare-machines.ts";

/** The state machine of a run in words; undefined if none was searched for. */
export function statesView({ findings }: RunFold): StatesSummary | undefined {
  const finding = findings.find((each) => each.kind === "states");
  if (finding === undefined) return undefined;
  const compared = findings.find((each) => each.kind === "states-compared");
  const { machine, varies, unexplained = [], letters } = finding;
  return {
    sentence: sentenceOf(finding),
    about: aboutOf(finding),
    machine,
    ...drawing(finding),
    varies: varies && {
      letters: titlesOf(letters, varies.letters),
      outputs: varies.outputs.map(({ outputs: responses, times }) => {
        return { by: counted(times, "time"), responses };
      }),
      case: varies.case,
    },
    unexplained: unexplained.map((each) => ({
      letters: titlesOf(letters, each.letters),
      outputs: [
        { by: "expected", responses: each.expected },
        { by: "observed", responses: each.outputs },
      ],
      case: each.case,
    })),
    compared: compared && comparedView(compared, letters),
  };
}

function sentenceOf(finding: StatesFinding): string {
  const { machine, varies, cut } = finding;
  if (varies !== undefined)
    return "not deterministic: the same sequence with new identities gets different responses";
  if (machine === undefined)
    return cut === undefined ? "not learned" : `not learned: ${cutWords[cut]}`;
  const names = stateNames(machine);
  const isAlone = machine.letters.every(({ id }) => id === "create" || id === "pause");
  if (names.length === 1 && isAlone)
    return "1 state: the same request gets the same response each time; no value of it is new, so nothing else was tried";
  const ends = timeOutTexts(finding, machine);
  return names.length === 1
    ? "1 state: neither the status nor the form of a response depends on earlier requests"
    : [`${counted(names.length, "state")}: ${names.join(", ")}`, ...ends].join("; ");
}

function aboutOf(finding: StatesFinding): string[] {
  const { sequences, requests, needed, depth, cut, named, perConnection, byStatus, machine } =
    finding;
  const sent = `${counted(sequences, "sequence")} with new identities, each sent at least twice; ${counted(requests, "request")} in all`;
  if (machine === undefined) return [sent];
  // Pauses are not combined with each other: of a server that forgets, states beyond the known ones may stay unseen.
  const beyond = machine.letters.some(({ id }) => id === "pause") ? 0 : (depth ?? 0);
  const most = counted(machine.states.length + beyond, "state");
  const tested =
    depth === undefined
      ? "not every transition was tested: that takes more requests or time"
      : `no other machine with at most ${most} gives all these responses; random sequences were sent, too`;
  return textsOf(
    `${sent}, of which the machine needed ${whole(needed ?? 0)}`,
    tested + (cut === undefined ? "" : `; the tests ended early: ${cutWords[cut]}`),
    ...pauseTexts(finding, machine),
    named &&
      `the server names its resources: the path of one is ${typeof named === "string" ? "that of Location" : `made of its ${named.member}`} in the response to the request that created it`,
    perConnection === true &&
      "a sequence gets other responses on one connection than on several: each was sent on one",
    byStatus === true && "the form of bodies varies: responses were compared by status",
  );
}

/** What pauses do: a state that lasts, one that ends after a longer one, or nothing that is known of longer ones. */
function pauseTexts({ timeOuts = [] }: StatesFinding, machine: StateMachine): string[] {
  const names = stateNames(machine);
  const { letters, states } = machine;
  const lasting = timeOuts.filter(({ ended }) => ended === undefined);
  const kept = groupBy(lasting, ({ keptForMs }) => keptForMs);
  const open = letters.flatMap(({ id, title }, at) =>
    id === "pause" && states.every(({ next }, state) => next[at] === state)
      ? [`a ${title} leads to no other state; a longer one may`]
      : [],
  );
  return [
    ...(timeOuts.length === 0 ? open : []),
    ...[...kept].map(
      ([ms, all]) =>
        `a pause of ${durationText(ms)} leads to no other state from ${all.map(({ state }) => names[state]).join(", ")}; a longer one may`,
    ),
  ];
}

/** States that end by themselves: `"exists" ends after a pause of 3 to 4 s`. */
function timeOutTexts({ timeOuts = [], letters }: StatesFinding, machine: StateMachine): string[] {
  const [names, short] = [stateNames(machine), shortOutputs(machine)];
  return timeOuts.flatMap(({ state, keptForMs, ended }) => {
    if (ended === undefined) return [];
    const at = letters.findIndex(({ id }) => id === ended.letter);
    const before = machine.states[state]?.outputs[at] ?? "";
    const word = (output: string): string => short.get(output) ?? output;
    const title = letters[at]?.title ?? ended.letter;
    return [
      `"${names[state]}" ends after a pause of ${whole(keptForMs / 1000)} to ${durationText(ended.afterMs)}: then ${title} gets ${word(ended.response)}, and ${word(before)} before`,
    ];
  });
}

/**
 * Names of the states, from what the last request that reaches each is called: `new`, `exists`, `deleted`. Where two would be
 * called alike, all requests that reach them are named.
 */
function stateNames({ letters, states }: StateMachine): string[] {
  const words = states.map(({ access }) => access.map((at) => letters[at]?.leadsTo ?? ""));
  const short = words.map((each) => each.at(-1) ?? "new");
  return short.map((name, at) =>
    short.filter((each) => each === name).length === 1 ? name : (words[at] ?? []).join(" then "),
  );
}

function drawing({ machine, cases }: StatesFinding): Pick<StatesSummary, "states" | "edges"> {
  if (machine === undefined) return { states: [], edges: [] };
  const { letters, states } = machine;
  const short = shortOutputs(machine);
  const steps = (from: number, to: number): StatesSummary["edges"][number]["steps"] => {
    const { next = [], outputs = [] } = states[from] ?? {};
    const leading = letters.flatMap(({ title }, at) => {
      const output = outputs[at] ?? "";
      return next[at] !== to || (from === to && output === NOTHING) ? [] : [{ title, output }];
    });
    return [...groupBy(leading, ({ output }) => output)].map(([output, all]) => ({
      letters: all.map(({ title }) => title),
      response: short.get(output) ?? output,
    }));
  };
  const caseOf = (from: number, to: number): string | undefined => {
    const at = states[from]?.next.findIndex(
      (each, letter) => each === to && cases?.[from]?.[letter],
    );
    return at === undefined ? undefined : (cases?.[from]?.[at] ?? undefined);
  };
  const indexes = [...states.keys()];
  return {
    states: stateNames(machine).map((name, at) => ({ name, loops: steps(at, at) })),
    edges: indexes.flatMap((from) =>
      indexes.flatMap((to) => {
        const found = from === to ? [] : steps(from, to);
        return found.length === 0 ? [] : [{ from, to, steps: found, case: caseOf(from, to) }];
      }),
    ),
  };
}

/** The response to a pause. */
const NOTHING = "-";
const MOST_FORM = 60;

/** Responses of a machine as short as they stay different: `409`, or `200 {id: number}` where 200 has several forms. */
function shortOutputs({ states }: StateMachine): Map<string, string> {
  const all = [...new Set(states.flatMap(({ outputs }) => outputs))];
  const statusOf = (output: string): string => output.split(" ", 1)[0] ?? output;
  return new Map(
    all.map((output) => {
      const isOnly = all.filter((each) => statusOf(each) === statusOf(output)).length === 1;
      const form = output.length > MOST_FORM ? `${output.slice(0, MOST_FORM)}…` : output;
      return [output, isOnly ? statusOf(output) : form];
    }),
  );
}

function comparedView(
  { targets, difference, ...found }: StatesCompared,
  letters: readonly Letter[],
): NonNullable<StatesSummary["compared"]> {
  if (difference === undefined) return { sentence: equalText(targets.join(" and "), found) };
  return {
    sentence: differText(
      targets.join(" and "),
      difference.outputs.map(({ outputs }) => outputs),
      difference.unusual && titlesOf(letters, difference.unusual),
    ),
    difference: {
      letters: titlesOf(letters, difference.letters),
      outputs: difference.outputs.map(({ target, outputs }) => ({
        by: target,
        responses: outputs,
      })),
      case: difference.case,
    } satisfies SequenceSummary,
  };
}

/** Titles of letters by their ids; `create 2`, about the second identity, gets `(identity 2)`. */
const titlesOf = (letters: readonly Letter[], ids: readonly string[]): string[] =>
  ids.map((text) => {
    const [id, identity] = text.split(" ");
    const title = letters.find((each) => each.id === id)?.title ?? text;
    return identity === undefined ? title : `${title} (identity ${identity})`;
  });
