import { interfaceOf } from "../contract/index.ts";
import { isIncomplete } from "../generate/index.ts";
import type { Case, Remark, RunConclusion, Summary } from "../model/index.ts";
import { classOf, signatureWords } from "../model/index.ts";
import { groupBy, sum } from "../stats/index.ts";
import { counted, whole } from "../text/index.ts";
import { isAfterClose } from "./observation-folds.ts";
import { ofLoss } from "./remarks.ts";
import { originOf } from "./response-origin.ts";
import type { RunFold } from "./run-fold.ts";
import {
  hasSeveralServers,
  judgedSignatures,
  repeatedIdResponses,
  stabilityOf,
  varies,
} from "./stability.ts";
import { refusedInCommon } from "./document/refused-valid.ts";
import { NOT_SUPPORTED } from "./document/server-errors.ts";

export const one = (kind: RunConclusion["kind"], text: string, id?: string): RunConclusion[] =>
  text === "" ? [] : [{ kind, text: fullSentence(text), case: id }];

/** With a full stop, and a capital at its beginning unless that is the id of a case. */
const fullSentence = (text: string): string =>
  (/^[a-z][\w-]*\//.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1)) +
  (/[.!?]$/.test(text) ? "" : ".");

const MOST_ORIGINS = 3;

/** Valid requests that got a 4xx, or all of them. */
export function refuses(run: RunFold, remarks: readonly Remark[]): RunConclusion[] {
  const drawn = drawnValid(run);
  const valid =
    drawn.all + [...run.cases.values()].filter((fold) => fold.case.valid === true).length;
  const refused = remarks.filter(
    ({ kind, signature }) => kind === "valid-not-2xx" && isRefusal(signature),
  );
  const [lead] = refused.toSorted((a, b) => b.count - a.count);
  if (lead === undefined) return [];
  const count = drawn.refused + sum(refused.map((each) => each.count));
  // Of several servers, chance decides which one got a request.
  if (hasSeveralServers(run) && count < valid) return [];
  const failed = sum(
    remarks
      .filter(({ kind, signature }) => kind === "valid-not-2xx" && classOf(signature) === "5xx")
      .map((each) => each.count),
  );
  const also = failed === 0 ? "" : `; ${whole(failed)} more ${failed === 1 ? "gets" : "get"} a 5xx`;
  const common = refusedInCommon(run, count);
  const example = exampleOf(count, `${lead.text} (${lead.signature})`);
  const which = common === undefined ? example : `: ${common}${example}`;
  const text = `refuses ${whole(count)} of ${counted(valid, "valid case")}${which}${also}`;
  return one("refuses", text, lead.case);
}

const isRefusal = (signature: string): boolean => ["4xx", "refusal"].includes(classOf(signature));

function drawnValid({ properties }: RunFold): { all: number; refused: number } {
  const total = { all: 0, refused: 0 };
  for (const { valid } of properties.values())
    for (const [signature, count] of valid) {
      total.all += count;
      if (isRefusal(signature) && signature !== "429") total.refused += count;
    }
  return total;
}

/** An example of several is marked as one. */
export const exampleOf = (count: number, text: string): string =>
  count === 1 ? `: ${text}` : `, e.g. ${text}`;

const casesOf = ({ suites }: Pick<Summary, "suites">, key: "5xx" | "noAnswer"): number =>
  sum(suites.map(({ classes }) => classes[key]));

/** Cases with a 5xx, by what their responses show of who made them. `isUnmade`: they only ask for what the server does not have. */
export function errors(
  run: RunFold,
  found: Pick<Summary, "suites">,
): { failing: RunConclusion[]; isUnmade: boolean } {
  const limits = run.notes.flatMap((note) =>
    note.code === "turned-away" && note.isRate === true ? [note.got] : [],
  );
  const repeated = repeatedIdResponses(run);
  const every = [...run.cases.values()].flatMap((fold) => {
    const [first = ""] = fold.signatures;
    const answers = fold.first.get(first)?.answers ?? [];
    const word = signatureWords(first).at(-1) ?? "";
    // Of many requests at once, a rate limit turns some away, whatever they are.
    const isOfLimit = answers.length > 1 && limits.includes(word);
    return classOf(first) === "5xx" && !varies(stabilityOf(fold, repeated))
      ? [{ origin: originOf(answers) || "an empty response", fold, word, isOfLimit }]
      : [];
  });
  const all = every.filter(({ isOfLimit }) => !isOfLimit);
  const ofLimit = every.length - all.length;
  const own = all.filter(({ word, fold }) => fold.case.valid === true || !NOT_SUPPORTED.has(word));
  const unmade = all.length - own.length;
  const isUnmade = own.length === 0 && casesOf(found, "5xx") - ofLimit <= unmade;
  const failing = isUnmade ? all : own;
  const count = casesOf(found, "5xx") - ofLimit - (isUnmade ? 0 : unmade);
  if (count <= 0) return { failing: [], isUnmade };
  const origins = [...groupBy(failing, ({ origin }) => origin)].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
  const [lead] = origins[0]?.[1] ?? [];
  // Of most generated cases only the class is known.
  const isOfAll = failing.length === count && origins.length > 1;
  const named = origins
    .slice(0, MOST_ORIGINS)
    .map(([origin, of]) => (isOfAll ? `${whole(of.length)} with ${origin}` : origin));
  const by = named.length === 0 ? "" : ` (${named.join("; ")})`;
  const example = lead === undefined ? "" : exampleOf(count, lead.fold.case.reason);
  const also =
    isUnmade || unmade === 0
      ? ""
      : `; ${whole(unmade)} more ${unmade === 1 ? "gets" : "get"} 501 or 505`;
  const got = isUnmade ? [...new Set(all.map(({ word }) => word))].join(" or ") : "a 5xx";
  const text = `${counted(count, `case gets ${got}`, `cases get ${got}`)}${by}${example}${also}`;
  return { failing: one("errors", text, lead?.fold.case.id), isUnmade };
}

/** Whole requests without a response. Most servers wait for the rest of an incomplete one. */
export function silence(run: RunFold, found: Pick<Summary, "suites">): RunConclusion[] {
  const from = interfaceOf(run.header ?? {});
  // What was abandoned or is in doubt shows nothing.
  const isOfLoss = ofLoss(run);
  const culprits = run.notes.flatMap((note) => (note.code === "culprit" ? note.cases : []));
  const deadly = new Set([...run.deaths.flatMap(({ cases }) => cases), ...culprits]);
  const all = [...run.cases.values()].flatMap((fold) => {
    const [first] = judgedSignatures(fold);
    const { id } = fold.case;
    if (first === undefined || deadly.has(id) || isOfLoss(id, first)) return [];
    return classOf(first) === "noAnswer" && !isCutOff(first) ? [{ fold, first }] : [];
  });
  const closed = all.filter(({ fold, first }) => isAfterClose(fold, first));
  const silent = all
    .filter((each) => !closed.includes(each) && !isIncomplete(each.fold.case.request, from))
    .map(({ fold, first }) => ({ case: fold.case, first }));
  const [lead] = silent.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (lead === undefined) return [];
  const rest = casesOf(found, "noAnswer") - silent.length - cutOffIn(run).count;
  const after = closed.length > 0 ? " and some after a response that ends the connection" : "";
  const also =
    rest > 0
      ? `; ${counted(rest, "other gets", "others get")} none either, incomplete ones${after} among them`
      : "";
  const example = exampleOf(silent.length, `${lead.case.reason} (${lead.first})`);
  const text = `${counted(silent.length, "complete request gets", "complete requests get")} no HTTP response${example}${also}`;
  return one("silence", text, lead.case.id);
}

const isCutOff = (signature: string): boolean => signatureWords(signature).includes("too-large");

/** Cases and generated cases with a response that was not read to its end, and the first of them. */
function cutOffIn({ cases, properties }: RunFold): { count: number; first: Case | undefined } {
  const chosen = [...cases.values()].filter((fold) =>
    judgedSignatures(fold).slice(0, 1).some(isCutOff),
  );
  const drawn = [...properties.values()].flatMap(({ outcomes }) => [...outcomes]);
  const counts = drawn.flatMap(([signature, count]) => (isCutOff(signature) ? [count] : []));
  return { count: chosen.length + sum(counts), first: chosen[0]?.case };
}

/** Responses over a limit of witness, which are responses all the same. */
export function cutOff(run: RunFold): RunConclusion[] {
  const { count, first } = cutOffIn(run);
  if (first === undefined) return [];
  const text = `${counted(count, "case gets a response", "cases get a response")} that is larger than is read (--read-limit)`;
  return one("silence", `${text}${exampleOf(count, first.reason)}`, first.id);
}

/** A valid request counts most, then what waits until the time-out. Many platforms respond to none of `UNOWED`. */
const weightOf = ({ case: { id, valid }, first }: { case: Case; first: string }): number =>
  (valid === true ? 2 : 0) +
  (signatureWords(first).includes("timed-out") ? 1 : 0) -
  (UNOWED.test(id) ? 4 : 0);

/** Cases that ask for a tunnel, and one whose body most platforms read as a request of its own. */
export const UNOWED = /^(?:methods|target-forms)\/.*connect|^framing\/get-without-length$/;
