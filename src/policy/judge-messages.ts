import { isExplored, suiteOf, type Baseline } from "../model/index.ts";
import { type CaseFold, reasonIn, type RunFold } from "../analyse/index.ts";
import { groupBy } from "../stats/index.ts";
import { escapeUnseen, shortValue } from "../text/index.ts";
import { breachBy, type JudgedRun, type Ruled, ruled } from "./judged-run.ts";

/** Fewer runs do not show which messages vary. */
const FEWEST_RUNS = 2;
/** A change of fewer cases may be due to one of them. */
const FEWEST_CASES = 2;
const SHOWN = 60;

type Messages = NonNullable<Baseline["messages"]>;

/** The status and the message of an error, without figures: they may be an id, a place or a time. */
function messagesOf({ first, signatures }: CaseFold): string[] {
  return [...first].flatMap(([signature, observation]) => {
    const said = /^[45]\d\d$/.test(signature) ? reasonIn(observation) : undefined;
    return said === undefined || !signatures.includes(signature)
      ? []
      : [`${signature} ${withoutTimes(escapeUnseen(said))}`];
  });
}

const DAYS =
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*,?/g;

/** With a figure, a number, a UUID, an e-mail address, an address in memory, or the value that was sent. */
const WORD = /[\w@.+%-]+/g;

const withoutTimes = (text: string): string =>
  text.replaceAll(WORD, (word) => (/\d/.test(word) ? "0" : word)).replaceAll(DAYS, "day");

/** Older baselines have the other letters of such words. */
const asNow = (message: string): string =>
  `${message.slice(0, 4)}${withoutTimes(message.slice(4))}`;

/** The one message of each hand-chosen case, and those that sendings of a case share. */
function inRun(run: RunFold): Map<string, string> {
  return new Map(
    [...run.cases].flatMap(([id, fold]): [string, string][] => {
      const isFixed = !isExplored(id) && fold.case.generated === undefined;
      const all = isFixed ? messagesOf(fold) : [];
      return all.length === 1 && new Set(fold.signatures).size === 1 ? [[id, all[0] ?? ""]] : [];
    }),
  );
}

/** What the errors of each case say, where all runs say the same. Of several messages any may come: a server checks its fields in any order. */
export function commonMessages(runs: readonly RunFold[]): Messages | undefined {
  const [first, ...others] = runs.map(inRun);
  if (first === undefined || runs.length < FEWEST_RUNS) return undefined;
  const varying = new Set<string>();
  for (const [id, message] of first)
    for (const other of others) {
      const now = other.get(id);
      if (now === undefined || now === message) continue;
      varying.add(message).add(now);
    }
  const common = [...first].filter(
    ([id, message]) => !varying.has(message) && others.every((each) => each.get(id) === message),
  );
  if (common.length === 0) return undefined;
  const groups = groupBy(common, ([, message]) => message);
  return Object.fromEntries(
    [...groups]
      .map(([message, cases]) => [message, bySuite(cases.map(([id]) => id).toSorted())] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The names of cases, behind their suite: a baseline has thousands. */
const bySuite = (ids: readonly string[]): Messages[string] =>
  Object.fromEntries(
    [...groupBy(ids, suiteOf)].map(([suite, own]) => [
      suite,
      own.map((id) => id.slice(suite.length + 1)).join(" "),
    ]),
  );

/** `isKnown`: other cases got this message before. */
export type MessageCause = { text: string; cases: string[]; isKnown: boolean };

/** A message of other cases shows another order of checks. That only warns where the baseline is of one process, and so do new words. */
export function judgeMessages(
  { messages: before, ownProcesses }: Pick<Baseline, "messages" | "ownProcesses">,
  run: JudgedRun,
): (Ruled & { causes?: MessageCause[] }) | undefined {
  if (before === undefined) return undefined;
  const now = inRun(run.gate.run);
  const all = Object.entries(before).map(([said, suites]) => [asNow(said), suites] as const);
  const known = new Set(all.map(([was]) => was));
  const changes = all.flatMap(([was, suites]) =>
    Object.entries(suites)
      .flatMap(([suite, names]) => names.split(" ").map((name) => `${suite}/${name}`))
      .flatMap((id) => {
        const is = now.get(id);
        const isOther = is !== undefined && is !== was && statusOf(is) === statusOf(was);
        return isOther ? [{ id, was, is }] : [];
      }),
  );
  const changed = [...groupBy(changes, ({ was, is }) => `${was}\n${is}`).values()]
    .filter((same) => same.length >= FEWEST_CASES)
    .toSorted((a, b) => b.length - a.length);
  if (changed.length === 0) return ruled("pass", "as before");
  const isKnown = ([first]: typeof changes): boolean => first !== undefined && known.has(first.is);
  const causes = changed.flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const [was, is] = [textOf(first.was), textOf(first.is)];
    const how = isKnown(same) ? "; it said so of other cases before" : "";
    const text = `errors say ${is} instead of ${was}${how}`;
    return [{ text, cases: same.map(({ id }) => id), isKnown: isKnown(same) }];
  });
  const breaches = changed.flatMap((same) =>
    same.map(({ id, was, is }) => breachBy(run, id, shown(was), shown(is))),
  );
  const verdict = ownProcesses === true && changed.some(isKnown) ? "fail" : "warn";
  return { ...ruled(verdict, causes.map(({ text }) => text).join(", "), breaches), causes };
}

const statusOf = (message: string): string => message.slice(0, 3);
/** Without the words that `withoutTimes` left out: they may be any. */
const shown = (message: string): string =>
  shortValue(
    message.replaceAll(WORD, (word) => (word === "0" ? "…" : word)),
    SHOWN,
  );
const textOf = (message: string): string => `"${shown(message.slice(4))}"`;
