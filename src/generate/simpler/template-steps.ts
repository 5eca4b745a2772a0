import { parsedJson } from "../../text/index.ts";
import type { Template } from "../../template/index.ts";
import { kindOf, type FieldSlot } from "../../kinds/index.ts";
import type { FreshBytes } from "../layout.ts";
import type { Range, Unit } from "./units.ts";
import { chunks, FEW, replaced, without, plainText, joined, unitsOf } from "./units.ts";
import { jsonCuts, jsonSpans } from "./json-spans.ts";
import type { StatedParts } from "./stated.ts";

const MOST_FOR_JSON = 10 * FEW;

/** Bodies that are one step simpler: no body, the stated one, and the steps of `templateSteps`. */
export function* bodySteps(body: Template, stated: StatedParts): Generator<Template> {
  let isFirst = true;
  for (const step of templateSteps(body, stated)) {
    yield step;
    if (isFirst) yield stated.body;
    isFirst = false;
  }
}

export function* templateSteps(template: Template, stated: StatedParts): Generator<Template> {
  const units = unitsOf(template, stated.fresh);
  if (units.length === 0) return;
  yield [];
  for (const step of unitSteps(units, stated)) yield joined(step);
}

export function* unitSteps(units: Unit[], stated: StatedParts): Generator<Unit[]> {
  if (units.length <= MOST_FOR_JSON) yield* jsonSteps(units, stated);
  for (const [index, unit] of units.entries())
    for (const by of holeSteps(unit, stated)) yield replaced(units, [index, index + 1], by);
  for (const range of chunks(units.length)) yield without(units, [range]);
  yield* digitSteps(units);
}

function* jsonSteps(units: Unit[], stated: StatedParts): Generator<Unit[]> {
  const text = skeleton(units);
  const spans = jsonSpans(text);
  const cuts = [...jsonCuts(text, spans)];
  for (const cut of units.length <= FEW ? cuts : cuts.slice(0, FEW)) yield without(units, cut);
  for (const { path, at } of spans.values.slice(0, FEW)) {
    const value = stated.values.get(path);
    if (value !== undefined) yield* valueSteps(units, at, { ...value, fresh: stated.fresh });
    if (at[1] - at[0] > 1) yield replaced(units, at, ["0"]);
  }
}

type StatedValue = { slot: FieldSlot; units: Unit[]; fresh: FreshBytes };

function* valueSteps(units: Unit[], at: Range, { slot, units: own, fresh }: StatedValue) {
  yield replaced(units, at, own);
  const text = jsonText(units.slice(...at));
  if (text === undefined) return;
  for (const value of kindOf(slot.type).simpler(slot, text))
    yield replaced(units, at, unitsOf(value, fresh));
}

/** JSON text; undefined if something in it is not text, or it is not JSON. */
function jsonText(units: Unit[]): string | undefined {
  const json = plainText(units)?.trim();
  return json !== undefined && parsedJson(json) !== undefined ? json : undefined;
}

const isDigit = (unit: Unit | undefined): boolean =>
  typeof unit === "string" && unit >= "0" && unit <= "9" && unit.length === 1;

/** Zeros instead of digits: one for all, the same number, one by one. */
function* digitSteps(units: Unit[]): Generator<Unit[]> {
  let runs = 0;
  for (let from = 0; from < units.length && runs < FEW; from += 1) {
    if (!isDigit(units[from])) continue;
    let to = from + 1;
    while (isDigit(units[to])) to += 1;
    runs += 1;
    if (to - from > 1) {
      yield replaced(units, [from, to], ["0"]);
      yield replaced(units, [from, to], Array<Unit>(to - from).fill("0"));
    }
    if (units.length <= FEW)
      for (let at = from; at < to; at += 1) if (units[at] !== "0") yield units.with(at, "0");
    from = to;
  }
}

function* holeSteps(unit: Unit, stated: StatedParts): Generator<Unit[]> {
  if (typeof unit === "string") return;
  const { fresh } = stated;
  if ("repeat" in unit) {
    for (const times of fewer(unit.times)) yield unitsOf([{ ...unit, times }], fresh);
    for (const repeat of templateSteps(unit.repeat, stated))
      yield unitsOf([{ ...unit, repeat }], fresh);
  } else if ("encode" in unit) {
    yield unitsOf(unit.encode, fresh);
    for (const encode of templateSteps(unit.encode, stated)) yield [{ ...unit, encode }];
  } else if ("slice" in unit) {
    yield unitsOf(unit.slice, fresh);
    yield ["0"];
  }
}

/** One, then less by a half, a quarter, and so on to less by one. */
function* fewer(times: number): Generator<number> {
  if (times <= 1) return;
  yield 1;
  for (let less = Math.floor(times / 2); less >= 1; less = Math.floor(less / 2)) {
    if (times - less > 1) yield times - less;
  }
}

/** The units as text with one UTF-16 unit for each, so that both have the same indexes. */
const skeleton = (units: Unit[]): string => units.map(letterOf).join("");

function letterOf(unit: Unit): string {
  if (typeof unit === "string") return unit.length === 1 ? unit : OTHER;
  if ("base64" in unit) return ascii(Buffer.from(unit.base64, "base64"));
  if ("repeat" in unit) return firstLetter(unit.repeat[0]);
  if ("slice" in unit) return firstLetter(unit.slice[0]);
  return OTHER;
}

const OTHER = "x";

function ascii(bytes: Buffer): string {
  const [first = 0xff] = bytes;
  return first < 0x80 ? String.fromCharCode(first) : OTHER;
}

const firstLetter = (part: Unit | undefined): string =>
  part === undefined
    ? OTHER
    : letterOf(typeof part === "string" ? (Array.from(part)[0] ?? "") : part);
