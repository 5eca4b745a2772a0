import { interfaceOf } from "../../contract/index.ts";
import { layoutOf } from "../../generate/index.ts";
import { rawText } from "../../model/index.ts";
import { clippedText, counted } from "../../text/index.ts";
import { isFreshMember } from "../declared/changed-value.ts";
import { seenValues, type SeenValue } from "../declared/seen-values.ts";
import type { RunFold } from "../run-fold.ts";
import { bodyOf, lastResponse } from "./seen-responses.ts";

type Echo = { sent: string; back: string };

/** With fewer values nothing is said about a field. */
const FEWEST = 5;
const MOST_SHOWN = 2;

const ofNumber =
  (read: (value: number) => number) =>
  (sent: string): string | undefined =>
    /^-?\d/.test(sent) ? JSON.stringify(read(Number(sent))) : undefined;
const ofText =
  (read: (text: string) => string | undefined) =>
  (sent: string): string | undefined => {
    if (!sent.startsWith('"')) return undefined;
    const text = read(JSON.parse(sent) as string);
    return text === undefined ? undefined : JSON.stringify(text);
  };

function utcText(text: string): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Ways to read a value that its response shows, the likelier ones first. */
const READINGS: readonly [name: string, read: (sent: string) => string | undefined][] = [
  ["read as an IEEE 754 double", ofNumber((value) => value)],
  ["the fraction is cut off", ofNumber(Math.trunc)],
  ["rounded to an integer", ofNumber(Math.round)],
  ["written in UTC with milliseconds", ofText(utcText)],
  ["white space at the ends is cut off", ofText((text) => text.trim())],
  ["written in small letters", ofText((text) => text.toLowerCase())],
  ["in Unicode's form NFC", ofText((text) => text.normalize("NFC"))],
];

/**
 * How the server read values, from responses that repeat them: one sentence for each field whose accepted values are
 * returned under the same name.
 */
export function echoedSentences(run: RunFold): string[] {
  const values = seenValues(run);
  if (values === undefined) return [];
  const { fields } = layoutOf(interfaceOf(run.header ?? {}));
  return fields.flatMap(({ slot, in: place }) => {
    if (place !== "body" || slot.key === undefined || /[.[]/.test(slot.path)) return [];
    const isText = slot.valid().join("").startsWith('"');
    const all = (values.get(slot.path) ?? [])
      .filter(
        ({ what, accepted, value }) =>
          what === "value" && accepted && typeof value === (isText ? "string" : "number"),
      )
      .flatMap((seen) => echoOf(run, seen, slot.key ?? "") ?? []);
    return all.length < FEWEST ? [] : [`${slot.label}: ${wordsOf(all)}`];
  });
}

function echoOf(run: RunFold, seen: SeenValue, key: string): Echo | undefined {
  const sent = run.cases.get(seen.case);
  const observation = sent?.first.get(seen.signature);
  if (sent === undefined || isFreshMember(sent.case.request, key, interfaceOf(run.header ?? {})))
    return undefined;
  const response = observation && lastResponse(observation);
  const body = response && bodyOf(response)?.json;
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, key)) return undefined;
  const kept = (response?.decoded ?? response?.body)?.text;
  const text = kept === undefined ? "" : rawText(kept);
  const place = text.indexOf(`${JSON.stringify(key)}:`);
  const token = /^\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|null|true|false)/.exec(
    text.slice(place + JSON.stringify(key).length + 1),
  )?.[1];
  if (place === -1 || token === undefined) return undefined;
  const back = token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
  return { sent: seen.text, back };
}

function wordsOf(all: readonly Echo[]): string {
  const changed = all.filter(({ sent, back }) => sent !== back);
  if (changed.length === 0) return `comes back as sent (${counted(all.length, "value")})`;
  const [back, ...others] = new Set(all.map((each) => each.back));
  const isConstant = others.length === 0 && new Set(all.map(({ sent }) => sent)).size > 1;
  if (back !== undefined && isConstant)
    return `is ${clippedText(back)} whatever is sent (${counted(all.length, "value")})`;
  const at = READINGS.findIndex(([, read]) => all.every(({ sent, back }) => read(sent) === back));
  const reading = READINGS[at];
  // The same value may be in several cases.
  const different = new Map(changed.map((echo) => [`${echo.sent} ${echo.back}`, echo]));
  // A value that a likelier reading explains as well does not show this one.
  const earlier = READINGS.slice(0, Math.max(0, at));
  const isTelling = ({ sent, back }: Echo): boolean =>
    earlier.every(([, read]) => read(sent) !== back);
  const shown = [...different.values()]
    .toSorted(
      (one, other) =>
        Number(isTelling(other)) - Number(isTelling(one)) || one.sent.length - other.sent.length,
    )
    .slice(0, MOST_SHOWN)
    .map(({ sent, back }) => `${clippedText(sent)} comes back as ${clippedText(back)}`);
  const often = `${changed.length} of ${counted(all.length, "value")} changed`;
  const isSame = all.every(({ sent, back }) => /^-?\d/.test(sent) && Number(sent) === Number(back));
  const unknown = isSame
    ? "comes back as the same number, written differently"
    : "comes back changed";
  return `${reading === undefined ? unknown : reading[0]}: ${shown.join(", ")} (${often})`;
}
