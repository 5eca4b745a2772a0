import { statedValues } from "../contract/index.ts";
import type { Baseline, Breach, Interface, StatedValue } from "../model/index.ts";
import { groupBy } from "../stats/index.ts";
import { counted } from "../text/index.ts";
import type { Drift } from "./compare-baseline.ts";
import { type Ruled, ruled } from "./judged-run.ts";

/** These allow more; all other rules allow less. */
const ALLOWING = new Set(["nullable", "alternatives"]);

type Rule = StatedValue["rules"][string];
/** Of a value, or of one of its keywords. */
type Change = { path: string; keyword?: string; before: string; now: string; isNarrower: boolean };

/**
 * Compares what the document allows with a baseline's. Cases follow the document, so a server that changed together with it would
 * pass: requests that were valid before are not sent any more.
 */
export function judgeAllowed(
  before: Baseline["stated"],
  now: Interface | undefined,
): (Ruled & { wider: string[] }) | undefined {
  if (before === undefined || now === undefined) return undefined;
  const all = changesBetween(before, statedValues(now));
  const narrower = all.filter(({ isNarrower }) => isNarrower);
  const wider = all.filter(({ isNarrower }) => !isNarrower).map(textOf);
  if (narrower.length === 0) {
    const same = counted(Object.keys(before).length, "value");
    return { ...ruled("pass", `${same}${wider.length === 0 ? " as before" : ""}`), wider };
  }
  const breaches = narrower.map((each): Breach => ({
    expected: `${placeOf(each)} ${wordsOf(each, each.before)}`,
    observed: `${placeOf(each)} ${wordsOf(each, each.now)}`,
  }));
  return { ...ruled("fail", narrower.map(textOf).join("; "), breaches), wider };
}

/** What `--accept` calls the value: a path alone may be the name of an axis. */
export const statedName = (path: string): string => `stated/${path || "body"}`;

/** What the document states otherwise than the baseline, for each value. */
export function statedDrifts(before: Baseline["stated"], now: Baseline["stated"]): Drift[] {
  if (before === undefined || now === undefined) return [];
  return [...groupBy(changesBetween(before, now), ({ path }) => path)].map(([path, all]) => ({
    kind: before[path] === undefined ? "new" : now[path] === undefined ? "vanished" : "changed",
    name: statedName(path),
    before: all.map((each) => wordsOf(each, each.before)).join(", "),
    now: all.map((each) => wordsOf(each, each.now)).join(", "),
  }));
}

const placeOf = ({ path }: Change): string => `${path || "body"}:`;

/** `maxLength 40` */
const wordsOf = ({ keyword }: Change, value: string): string =>
  keyword === undefined ? value : `${keyword} ${value}`;

const textOf = (change: Change): string =>
  `${placeOf(change)} ${wordsOf(change, change.before)} before, ${change.now} now`;

function changesBetween(
  before: Record<string, StatedValue>,
  now: Record<string, StatedValue>,
): Change[] {
  const gone = Object.keys(before).filter((path) => now[path] === undefined);
  return [
    ...Object.entries(now).flatMap(([path, is]) => changesOf(path, before[path], is)),
    ...gone.map((path) => ({
      path,
      before: "there",
      now: "not there",
      isNarrower: false,
    })),
  ];
}

function changesOf(path: string, was: StatedValue | undefined, is: StatedValue): Change[] {
  const isNeeded = is.required === true;
  const need = isNeeded ? "required" : "optional";
  if (was === undefined) return [{ path, before: "not there", now: need, isNarrower: isNeeded }];
  if (was.kind !== is.kind) return [{ path, before: was.kind, now: is.kind, isNarrower: true }];
  const wasNeeded = was.required === true ? "required" : "optional";
  const keys = [...new Set([...Object.keys(was.rules), ...Object.keys(is.rules)])];
  return [
    ...(need === wasNeeded ? [] : [{ path, before: wasNeeded, now: need, isNarrower: isNeeded }]),
    ...keys.flatMap((key): Change[] => {
      const [before, now] = [ruleText(was.rules[key]), ruleText(is.rules[key])];
      if (before === now) return [];
      const isNarrower = isTighter(key, was.rules[key], is.rules[key]);
      return [{ path, keyword: KEYWORDS[key] ?? key, before, now, isNarrower }];
    }),
  ];
}

function isTighter(key: string, before: Rule | undefined, now: Rule | undefined): boolean {
  if (key === "further") return now === false;
  if (before === undefined) return !ALLOWING.has(key);
  if (now === undefined) return ALLOWING.has(key);
  if (/^(exclusiveM|m)ax/.test(key)) return Number(now) < Number(before);
  if (/^(exclusiveM|m)in/.test(key)) return Number(now) > Number(before);
  if (!Array.isArray(before) || !Array.isArray(now)) return true;
  const left = new Set(now.map(ruleText));
  return !before.every((each) => left.has(ruleText(each)));
}

/** The keyword of JSON Schema, where that is another word. */
const KEYWORDS: Readonly<Record<string, string>> = {
  max: "maximum",
  min: "minimum",
  exclusiveMax: "exclusiveMaximum",
  exclusiveMin: "exclusiveMinimum",
  values: "enum",
  unique: "uniqueItems",
  further: "additionalProperties",
};

const ruleText = (value: Rule | undefined): string =>
  value === undefined ? "none" : typeof value === "string" ? value : JSON.stringify(value);
