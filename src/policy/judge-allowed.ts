import { statedValues } from "../contract/index.ts";
import type { Baseline, Breach, Interface, StatedValue } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { type Ruled, ruled } from "./judged-run.ts";

/** These allow more; all other rules allow less. */
const ALLOWING = new Set(["nullable", "alternatives"]);

type Rule = StatedValue["rules"][string];
/** `of` a value (`name:`), or of one of its keywords (`name: maxLength`). */
type Change = { of: string; before: string; now: string; isNarrower: boolean };

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
  const breaches = narrower.map(({ of, before: was, now: is }): Breach => ({
    expected: `${of} ${was}`,
    observed: `${of} ${is}`,
  }));
  return { ...ruled("fail", narrower.map(textOf).join("; "), breaches), wider };
}

const textOf = ({ of, before, now }: Change): string => `${of} ${before} before, ${now} now`;

function changesBetween(
  before: Record<string, StatedValue>,
  now: Record<string, StatedValue>,
): Change[] {
  const gone = Object.keys(before).filter((path) => now[path] === undefined);
  return [
    ...Object.entries(now).flatMap(([path, is]) =>
      changesOf(`${path || "body"}:`, before[path], is),
    ),
    ...gone.map((path) => ({
      of: `${path}:`,
      before: "there",
      now: "not there",
      isNarrower: false,
    })),
  ];
}

function changesOf(of: string, was: StatedValue | undefined, is: StatedValue): Change[] {
  const isNeeded = is.required === true;
  const need = isNeeded ? "required" : "optional";
  if (was === undefined) return [{ of, before: "not there", now: need, isNarrower: isNeeded }];
  if (was.kind !== is.kind) return [{ of, before: was.kind, now: is.kind, isNarrower: true }];
  const wasNeeded = was.required === true ? "required" : "optional";
  const keys = [...new Set([...Object.keys(was.rules), ...Object.keys(is.rules)])];
  return [
    ...(need === wasNeeded ? [] : [{ of, before: wasNeeded, now: need, isNarrower: isNeeded }]),
    ...keys.flatMap((key): Change[] => {
      const [before, now] = [ruleText(was.rules[key]), ruleText(is.rules[key])];
      if (before === now) return [];
      const isNarrower = isTighter(key, was.rules[key], is.rules[key]);
      return [{ of: `${of} ${KEYWORDS[key] ?? key}`, before, now, isNarrower }];
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
