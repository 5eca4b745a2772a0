import { interfaceOf } from "../contract/index.ts";
import type { LimitSummary, Remark, RunConclusion, Summary } from "../model/index.ts";
import { classOf } from "../model/index.ts";
import { speedText, sum } from "../stats/index.ts";
import { counted, joinedWords, shortList, textsOf, whole } from "../text/index.ts";
import { cutOff, errors, exampleOf, one, refuses, silence, UNOWED } from "./failing-cases.ts";
import { isNotJson, refusedForms, uncheckedText } from "./leniencies.ts";
import { reasonIn } from "./response-message.ts";
import { signText } from "./refusal-signs.ts";
import { worded } from "./note-text.ts";
import { returnedValues } from "./returned/returned-values.ts";
import { valuesOfOthers } from "./returned/values-of-others.ts";
import type { RunFold } from "./run-fold.ts";
import { hasSeveralServers } from "./stability.ts";
import { isClosedAfterFirst } from "./state/sequences.ts";

type Concluded = Pick<
  Summary,
  "deaths" | "growths" | "notes" | "state" | "suites" | "remarks" | "limits" | "load"
>;

/**
 * The conclusions of a run, one sentence for each kind, the most surprising first: what ends the server or loses data, what
 * another reader takes for something else, valid requests that fail, errors and silence; then limits, memory, speed and oddities.
 */
export function conclusionsOf(run: RunFold, found: Concluded): RunConclusion[] {
  const { notes, state = [], remarks, limits, load } = found;
  const lenient = remarks.filter(({ kind }) => kind === "lenient");
  const isDangerous = lenient.some(({ case: id }) => !isMereJson(run, id) && !isOfHost(id));
  const accepts = acceptsSentence(run, lenient);
  // What a cache responds says nothing about the request.
  const isOfOthers = valuesOfOthers(run) !== undefined;
  const returned = isOfOthers ? [] : returnedValues(run);
  const silent = silence(run, found);
  const { isUnmade, failing } = errors(run, found);
  const isUnowed = silent.every(({ case: id }) => UNOWED.test(id ?? ""));
  // That results are in doubt follows from what comes first, and asks for nothing.
  const inDoubt = new Set(
    run.notes.flatMap((note) => (note.code === "in-doubt" ? [worded(note).text] : [])),
  );
  const surroundings = notes.filter(
    ({ kind, text }) => kind === "surroundings" && !inDoubt.has(text),
  );
  return [
    ...ended(found),
    ...surroundings.flatMap(({ text, cases }) => one("surroundings", text, cases?.[0])),
    ...state.flatMap(({ code, text, case: id }) =>
      code === "race" || code === "race-other" ? one("race", text, id) : [],
    ),
    ...returned.flatMap((each) => (each.isLoss ? one("returned", each.text, each.case) : [])),
    ...surplus(run),
    ...refusesBySuccess(run, found),
    ...(isDangerous ? accepts : []),
    ...refuses(run, remarks),
    ...(isUnmade ? [] : failing),
    ...(isUnowed ? [] : silent),
    ...notSeen(run, isOfOthers),
    ...limitSentence(run, limits),
    ...(isDangerous ? [] : accepts),
    ...returned.flatMap((each) => (each.isLoss ? [] : one("returned", each.text, each.case))),
    ...state
      .filter(({ code }) => code !== "race" && code !== "race-other")
      .slice(0, 1)
      .flatMap(({ text, case: id }) => one("state", text, id)),
    ...(load === undefined ? [] : one("speed", speedText(load))),
    ...anywhere(run),
    ...closes(run),
    ...odd(remarks),
    ...(isUnmade ? failing : []),
    ...(isUnowed ? silent : []),
  ];
}

/** Ends of responses that were not read, and values that no response shows. */
const notSeen = (run: RunFold, isOfOthers: boolean): RunConclusion[] => [
  ...cutOff(run),
  ...one("accepts", isOfOthers ? "" : uncheckedText(run)),
];

/** Responses that are longer than they say: what is left of one is read as the beginning of the next. */
function surplus({ conduct }: RunFold): RunConclusion[] {
  const all = [...conduct.surplus.values()];
  const [lead] = all.toSorted((a, b) => b.count - a.count);
  const count = sum(all.map((each) => each.count));
  const text = `${counted(count, "response is", "responses are")} longer than their Content-Length says: clients get a body that is cut short, and what is left of it comes before the next response on the connection`;
  return one("errors", count === 0 ? "" : text, lead?.case);
}

/** A server that says in the bodies of successes what it refuses. */
function refusesBySuccess(run: RunFold, { suites }: Concluded): RunConclusion[] {
  const note = run.notes.find((each) => each.code === "refusals-in-bodies");
  if (note?.code !== "refusals-in-bodies") return [];
  const refused = [...run.cases.values()].filter(
    ({ signatures: [first = ""] }) => classOf(first) === "refusal",
  );
  const count = sum(suites.map(({ classes }) => classes.refusal));
  const signs = joinedWords(note.signs.map(signText), "or");
  const text = `refuses with ${note.got}, too: in ${counted(count, "case")}, ${signs}, e.g. ${note.body}; they count as refused (${note.got}-refusal)`;
  return one("refuses", count === 0 ? "" : text, refused[0]?.case.id);
}

/** Cases of paths, and of methods, that a server with one operation refuses. */
const ELSEWHERE = ["target-forms/segments-10", "target-forms/long-path-256"];
const OTHER_METHODS = ["methods/put-body", "methods/mkcol-body", "methods/purge-body"];

/** A server that does not look at the whole path, or at the method. */
function anywhere(run: RunFold): RunConclusion[] {
  const areAccepted = (ids: readonly string[]): boolean =>
    ids.every((id) => classOf(run.cases.get(id)?.signatures[0] ?? "") === "2xx");
  const found = [
    { of: ELSEWHERE, where: "at other paths", how: "with further segments of the path" },
    { of: OTHER_METHODS, where: "with other methods", how: "as PUT, MKCOL and PURGE" },
  ].filter(({ of }) => areAccepted(of));
  const told = (part: "where" | "how"): string => found.map((each) => each[part]).join(" and ");
  if (found.length === 0) return [];
  const text = `accepts the stated request ${told("where")}: it gets 2xx ${told("how")}`;
  return one("odd", text, found[0]?.of[0]);
}

/** Cases of several requests on one connection, one after the other. */
const IN_TURN = ["connection/sequence-2", "connection/sequence-3", "connection/sequence-5"];

/** A server that takes one request on a connection: clients open one for each. */
function closes(run: RunFold): RunConclusion[] {
  const takesOne = IN_TURN.every((id) => isClosedAfterFirst(run.cases.get(id)));
  const text = "closes the connection after every response: a second request on it gets none";
  return takesOne ? one("odd", text, IN_TURN[0]) : [];
}

const ended = ({ deaths = [], growths = [], notes }: Concluded): RunConclusion[] => [
  ...deaths.flatMap(({ text, cases }) => one("ended", text, cases.at(-1))),
  ...notes.flatMap(({ kind, text, cases = [] }) =>
    kind === "culprit" || kind === "target-lost"
      ? one("ended", kind === "culprit" ? text : `${text}${candidates(cases)}`, cases[0])
      : [],
  ),
  ...notes.flatMap(({ kind, text }) => (kind === "memory" ? one("ended", text) : [])),
  ...growths.flatMap(({ text, case: id }) => one("ended", text, id)),
];

function candidates(cases: readonly string[]): string {
  if (cases.length === 0) return "";
  const named = shortList(cases, MOST_CANDIDATES, String, (more) => `and ${whole(more)} more`);
  return `: ${named.join(", ")} (${counted(cases.length, "case")})`;
}

const MOST_CANDIDATES = 3;

/** Whether the case of a remark is only a body that is not JSON: no other reader takes it for another request. */
function isMereJson(run: RunFold, id = ""): boolean {
  const sent = run.cases.get(id)?.case;
  return sent !== undefined && isNotJson(sent, interfaceOf(run.header ?? {}));
}

/** Forms of Host that most platforms accept where one server has the port: dangerous only behind others. */
const isOfHost = (id = ""): boolean => id.startsWith("headers/host-");

/** What a standard calls wrong: the costliest form in full, two more by name. */
function acceptsSentence(run: RunFold, lenient: readonly Remark[]): RunConclusion[] {
  const [lead, ...more] = lenient;
  const refused = refusedForms(run);
  if (lead === undefined) {
    const none = `accepts none of ${whole(refused)} forms of requests that a standard calls wrong`;
    return refused < FEWEST_FORMS || hasSeveralServers(run) ? [] : one("accepts", none);
  }
  const nameOf = ({ text }: Remark): string => text.split(/[:(,]/, 1)[0]?.trim() ?? "";
  const others = shortList(more, MOST_NAMED, nameOf, (rest) => counted(rest, "more form"));
  const also = others.length === 0 ? "" : `; also ${others.join(", ")}`;
  return one("accepts", `accepts ${lead.text}${also}`, lead.case);
}

const FEWEST_FORMS = 3;
const MOST_NAMED = 2;

const MOST_LIMITS = 3;

/** Limits that exist, and those that were looked for and not found. */
function limitSentence(run: RunFold, limits: readonly LimitSummary[]): RunConclusion[] {
  const withReason = (limit: LimitSummary): string => limitText(limit) + limitReason(run, limit);
  const found = limits.filter(({ outcome }) => outcome !== undefined);
  const none = limits.filter(({ outcome }) => outcome === undefined);
  const [lead] = [...found, ...none];
  if (lead === undefined) return [];
  const parts = textsOf(
    found.length > 0 && `${counted(found.length, "limit")}: ${listed(found, withReason)}`,
    none.length > 0 && `no limit found: ${listed(none, limitText)}`,
  );
  return one("limits", parts.join(". ").replace(". no", ". No"), lead.case);
}

const listed = (limits: readonly LimitSummary[], words: (limit: LimitSummary) => string): string =>
  shortList(limits, MOST_LIMITS, words, (more) => `and ${whole(more)} more`).join("; ");

/** `body up to 102,400 bytes, then 413`; `id up to 100, 422 at 1000` where nothing between was sent. */
function limitText({ of: [title = ""], last, next, outcome, lower, only }: LimitSummary): string {
  const [what = "", ...how] = title.split(", ");
  const name = how.length === 0 ? what : `${what} (${how.join(", ")})`;
  const isExact = next === undefined || areNeighbours(last, next);
  const then =
    outcome === undefined ? "" : isExact ? `, then ${outcome}` : `, ${outcome} at ${next}`;
  if (only === true) return `${name} only ${last}, else ${outcome}`;
  return `${name} ${lower === true ? "down to" : "up to"} ${last}${then}`;
}

const MOST_OF_REASON = 60;

/** Why a value beyond a limit is refused, in the server's words, where they have a figure. */
function limitReason({ cases }: RunFold, { case: id, outcome }: LimitSummary): string {
  const observation = cases.get(id)?.first.get(outcome ?? "");
  const reason = observation && reasonIn(observation);
  const isTelling = reason !== undefined && /\d/.test(reason) && reason.length <= MOST_OF_REASON;
  return isTelling ? ` ("${reason}")` : "";
}

/** Whether no whole number is between two values; of other values, and of those that are shown in part, an exploration has made sure. */
function areNeighbours(last: string, next: string): boolean {
  const [one, other] = [last, next].map(
    (text) => /^(-?\d+)(?: |$)/.exec(text.replaceAll(",", ""))?.[1],
  );
  if (/^-?10\^/.test(last)) return false;
  if (one === undefined || other === undefined) return true;
  const apart = BigInt(one) - BigInt(other);
  return apart <= 1n && apart >= -1n;
}

/** Cases that got the response of a valid request, or another one, unlike nearly all similar ones. */
function odd(remarks: readonly Remark[]): RunConclusion[] {
  const of = (kind: Remark["kind"]): Remark[] => remarks.filter((each) => each.kind === kind);
  const [alike, odd] = [of("like-valid"), of("odd-one-out")];
  const [lead] = [...alike, ...odd];
  if (lead === undefined) return [];
  const count = alike.length > 0 ? alike.length : odd.length;
  const how =
    alike.length > 0 ? "accepted unlike similar ones" : "with a response unlike similar ones";
  return one("odd", `${counted(count, "case")} ${how}${exampleOf(count, lead.text)}`, lead.case);
}
