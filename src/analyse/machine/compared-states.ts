import { FRESH_RANGES, rangeEnd } from "../../fresh-numbers.ts";
import { interfaceOf } from "../../contract/index.ts";
import { curlLine, letterRequests, stateLetters } from "../../generate/index.ts";
import type { ComparedStates, StatesFinding } from "../../model/index.ts";
import type { Taken } from "../../template/index.ts";
import { fillingOf } from "../explore/request-text.ts";
import type { RunFold } from "../run-fold.ts";
import { compareMachines, differText, equalText, outputsOf } from "./compare-machines.ts";

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
  const { letters: ids } = found;
  const targets = learned.map(({ name, fold, finding }) => {
    const responses = finding.machine === undefined ? [] : outputsOf(finding.machine, ids);
    return { name, responses, commands: commandsOf(fold, ids, finding, responses) };
  });
  return {
    sentence: differText(
      names,
      targets.map(({ responses }) => responses),
    ),
    difference: { letters: ids.map((id) => titleOf(learned[0]?.finding, id)), targets },
  };
}

const titleOf = (finding: StatesFinding | undefined, id: string): string =>
  finding?.letters.find((each) => each.id === id)?.title ?? id;

/** For commands that a person runs: a run that draws so many numbers for its checks does not exist. */
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
  const all = stateLetters(from, { named, tagged: true });
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
