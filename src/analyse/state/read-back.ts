import type { RequestResult } from "../../model/index.ts";
import { classOf, rawText, stateCase } from "../../model/index.ts";
import { renderSend } from "../../generate/index.ts";
import { fillingOf } from "../explore/request-text.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { sendingsOf, shownOnce, type UnwordedState as Found } from "./sequences.ts";
import { isObject, parsedJson } from "../../text/index.ts";

/** A document that was sent, and the resource that was read afterwards. */
type ReadPair = { sent: Members; read: Members };

type Members = Record<string, unknown>;

type Stored = { field: string; how: string; sent: string; read: string };

const DEEPEST = 3;

/**
 * The resource in a response to reading it: the object that has most of the sent members, on its own or within others.
 * Undefined unless one of `values` comes back, which only that request had.
 */
export function readableIn(
  result: RequestResult | undefined,
  sent: Members,
  values: readonly string[],
): Members | undefined {
  if (result?.outcome !== "answered" || result.status !== 200) return undefined;
  const text = rawText((result.response.decoded ?? result.response.body).text ?? "");
  const all = objectsIn(parsedJson(text), DEEPEST);
  const isIt = (each: Members): boolean =>
    Object.entries(each).some(
      ([key, value]) => Object.hasOwn(sent, key) && values.some((own) => isLike(value, own)),
    );
  const shared = (each: Members): number =>
    Object.keys(each).filter((key) => Object.hasOwn(sent, key)).length;
  const [best] = all.filter(isIt).toSorted((a, b) => shared(b) - shared(a));
  return best;
}

/** The same value, the same instant, or the same to the minute or the day, as a date with less precision is. */
const isLike = (value: unknown, own: string): boolean =>
  String(value) === own ||
  instantOf(value) === (instantOf(own) ?? Number.NaN) ||
  (DATE.test(own) && typeof value === "string" && isCutTo(value, own));

const isCutTo = (value: string, own: string): boolean =>
  value === own.slice(0, DAY) || (DATE.test(value) && value.startsWith(own.slice(0, MINUTE)));

/** Characters of an ISO date up to the day, and up to the minute. */
const [DAY, MINUTE] = [10, 16];

function objectsIn(value: unknown, depth: number): Members[] {
  if (typeof value !== "object" || value === null || depth === 0) return [];
  const inner = Object.values(value).flatMap((each) => objectsIn(each, depth - 1));
  return Array.isArray(value) ? inner : [value as Members, ...inner];
}

const READ = new RegExp(`^${stateCase("read-")}(.+)$`);

/** What was stored and what was sent, field by field, in the cases that read a resource back. */
export function readBackIn(run: RunFold): Found[] {
  const { header } = run;
  if (header === undefined) return [];
  const pairs = [...run.cases.values()].flatMap((fold) => {
    const name = READ.exec(fold.case.id)?.[1];
    const pair = name === undefined ? undefined : pairOf(run, fold, name);
    return pair === undefined || name === undefined ? [] : [{ name, fold, ...pair }];
  });
  const stated = pairs.find(({ name }) => name === "stated");
  if (stated === undefined) return [];
  const kept = Object.keys(stated.sent).filter((key) => Object.hasOwn(stated.read, key));
  const found = new Map<string, Found>();
  const add = ({ field, how, sent, read }: Stored, fold: CaseFold): void => {
    const key = `${field} ${how}`;
    const stored = { field, how, sent, read };
    if (!found.has(key)) found.set(key, shownOnce("read-back", [], fold.case.id, { stored }));
  };
  for (const { name, fold, sent, read } of pairs) {
    if (name === "extra") {
      const has = Object.hasOwn(read, EXTRA);
      add({ field: EXTRA, how: has ? "extra-kept" : "extra-dropped", sent: "", read: "" }, fold);
    } else
      for (const each of differences(sent, read).filter(
        ({ field, how }) => how === "order" || kept.includes(field),
      ))
        add(each, fold);
  }
  const same = kept.filter(
    (field) => ![...found.values()].some((each) => each.stored?.field === field),
  );
  const base = { responses: [], count: 1, of: 1, case: stated.fold.case.id };
  return [
    ...replacedIn(run),
    ...(same.length === 0 ? [] : [{ ...base, code: "read-back-same" as const, fields: same }]),
    ...found.values(),
  ];
}

/** The member that is sent in addition. */
const EXTRA = "witnessExtra";

function pairOf(run: RunFold, fold: CaseFold, name: string): ReadPair | undefined {
  const [read] = [...fold.first.values()];
  const source = run.cases.get(stateCase(`stored-${name}`)) ?? fold;
  const [sent] = membersSent(run, source);
  if (read === undefined || sent === undefined) return undefined;
  const values = Object.values(sent).map(String);
  const found = readableIn(read.answers.at(-1), sent, values);
  return found && { sent, read: found };
}

/** The JSON objects that a case sent, one a request; undefined for another body. */
function membersSent({ header }: RunFold, { case: { request }, first }: CaseFold) {
  const [posted] = [...first.values()];
  if (header === undefined || posted === undefined || request.sender !== "wire") return [];
  const filling = fillingOf(header, posted.fresh);
  return request.steps.flatMap((step) =>
    step.do === "send" ? [membersOf(renderSend({ ...step, head: [] }, filling))] : [],
  );
}

/** Which of two values of an identity is stored, where they differ. What was refused and not stored is not said. */
function replacedIn(run: RunFold): Found[] {
  const fold = run.cases.get(stateCase("replaced"));
  const [only, ...others] = sendingsOf(fold)?.sendings ?? [];
  if (fold === undefined || only === undefined || others.length > 0) return [];
  const [one, other] = membersSent(run, fold);
  if (one === undefined || other === undefined) return [];
  const differing = Object.keys(one).filter((key) => String(one[key]) !== String(other[key]));
  // A list may have both.
  const both = [one, other].map((sent) =>
    readableIn(
      only.answers[2],
      sent,
      differing.map((key) => String(sent[key])),
    ),
  );
  const fields = differing.filter((key) => both.some((read) => Object.hasOwn(read ?? {}, key)));
  const [isFirst, isLater] = [one, other].map((sent, at) =>
    fields.every((key) => isLike(both[at]?.[key], String(sent[key]))),
  );
  const [first = "", again = ""] = only.words;
  if (fields.length === 0 || isFirst === isLater || classOf(first) !== "2xx") return [];
  if (isFirst && classOf(again) !== "2xx") return [];
  const code = isLater ? "replaced" : "first-kept";
  return [shownOnce(code, [first, again], fold.case.id, { fields })];
}

/** The members of a JSON object; undefined for anything else. */
export function membersOf(body: Buffer): Members | undefined {
  const value = parsedJson(body.toString("utf8"));
  return isObject(value) ? value : undefined;
}

/** The fields of both that differ, and how. Members that only one of them has are not compared. */
function differences(sent: Members, read: Members): Stored[] {
  const shared = Object.keys(sent).filter((key) => Object.hasOwn(read, key));
  const order = Object.keys(read).filter((key) => shared.includes(key));
  const inOrder = shared.every((key, at) => key === order[at]);
  return [
    ...shared.flatMap((field) => {
      const [one, other] = [sent[field], read[field]];
      if (JSON.stringify(one) === JSON.stringify(other)) return [];
      const texts = { sent: JSON.stringify(one), read: JSON.stringify(other) };
      return howOf(one, other).map((how) => ({ field, how, ...texts }));
    }),
    ...(inOrder
      ? []
      : [{ field: "members", how: "order", sent: shared.join(), read: order.join() }]),
  ];
}

/** The kinds of a difference, as codes: `state-text.ts` has the words. */
function howOf(sent: unknown, read: unknown): string[] {
  if (typeof sent === "number" && typeof read === "number")
    return [isRounded(sent, read) ? "rounded" : "other"];
  if (typeof sent !== "string" || typeof read !== "string")
    return [String(sent) === String(read) ? "type" : "other"];
  const [one, other] = [instantOf(sent), instantOf(read)];
  if (one !== undefined && other !== undefined)
    return howOfDates(sent, read, Math.abs(one - other));
  if (one !== undefined && read === sent.slice(0, DAY)) return ["day"];
  if (sent.normalize("NFC") === read) return ["composed"];
  if (sent.normalize("NFD") === read) return ["decomposed"];
  if (sent.trim() === read) return ["trimmed"];
  return [sent.toLowerCase() === read.toLowerCase() ? "letter-case" : "other"];
}

/** Of an integer, fewer significant digits are left; a fraction may get other ones, as the nearest binary fraction of 32 bits does. */
const isRounded = (sent: number, read: number): boolean =>
  Math.abs(sent - read) < Math.abs(sent) / 100 &&
  (!Number.isInteger(sent) || significantDigits(read) < significantDigits(sent));

const significantDigits = (value: number): number =>
  value.toExponential().replace(/e.*/, "").replaceAll(/\D/g, "").length;

const SECOND_MS = 1000;

function howOfDates(sent: string, read: string, apartMs: number): string[] {
  if (apartMs > SECOND_MS) return ["moved"];
  const [before, after] = [digitsOf(sent), digitsOf(read)];
  const isSame = before.replace(/0+$/, "") === after.replace(/0+$/, "");
  const zeros = after.length > before.length ? "zeros-added" : "zeros-dropped";
  const found = [
    ...(before === after ? [] : [isSame ? zeros : `digits-${after.length}`]),
    ...(zoneOf(sent) === zoneOf(read) ? [] : [zoneOf(read) === "" ? "no-zone" : "zone"]),
  ];
  return found.length > 0 ? found : ["form"];
}

const digitsOf = (date: string): string => /\.(\d+)/.exec(date)?.[1] ?? "";
const zoneOf = (date: string): string =>
  (/(?:Z|[+-]\d\d:?\d\d)$/i.exec(date)?.[0] ?? "").replace(/^\+00:?00$|^z$/i, "Z");

const DATE = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;

/** Milliseconds since 1970; undefined for what is not a date and time. A date without a zone is taken as UTC. */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== "string" || !DATE.test(value)) return undefined;
  const ms = Date.parse(zoneOf(value) === "" ? `${value}Z` : value);
  return Number.isNaN(ms) ? undefined : ms;
}
