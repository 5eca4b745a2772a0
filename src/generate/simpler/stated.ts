import { parsedJson } from "../../text/index.ts";
import type { Template } from "../../template/index.ts";
import { withInner, type FieldSlot, commaSeparated, kindOf } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { layoutOf, perInterface, type FreshBytes, type Layout } from "../layout.ts";
import { requestsOf } from "../requests.ts";
import type { RequestHeader } from "../steps.ts";
import { unitsOf, type Unit, joined, plainText } from "./units.ts";
import type { ParameterSlot } from "../../contract/index.ts";
import { isHeaderText, parameterHeader } from "../form-text.ts";
import { targetTemplate, unquoted } from "../request-target.ts";

export type StatedParts = ReturnType<typeof statedOf>;

const bodySlots = (from: Interface): FieldSlot[] => {
  const { body } = layoutOf(from);
  return body === undefined ? [] : withInner(body);
};

/** The stated request of an interface, split into parts: a simpler request uses them instead of deviating ones. */
export const statedOf = perInterface((from) => {
  const on = requestsOf(from);
  const { headers, freshBytes: fresh, fixedPath } = layoutOf(from);
  return {
    /** The request target of the ordinary client, if it is not constant. */
    path: fixedPath === undefined ? on.path() : undefined,
    headers,
    /** The lines of the head with their ends: request line first, then the headers. */
    lines: on.headLines().map((line) => [...unitsOf(line, fresh), ...LINE_END]),
    body: on.body(),
    values: new Map(
      bodySlots(from).map((slot) => [slot.path, { slot, units: unitsOf(slot.valid(), fresh) }]),
    ),
    parameters: statedParameters(from),
    fresh,
  };
});

export type SplitHead = { lines: Unit[][]; empty: Unit[]; rest: Unit[] };

/** The line end that the specification's protocol requires. */
export const LINE_END: Unit[] = ["\r", "\n"];

export function splitHead(template: Template, fresh: FreshBytes): SplitHead {
  const units = unitsOf(template, fresh);
  const lines: Unit[][] = [];
  let from = 0;
  for (const [index, unit] of units.entries()) {
    if (unit !== "\n") continue;
    const line = units.slice(from, index + 1);
    from = index + 1;
    const isEmpty = line.every((each) => each === "\r" || each === "\n");
    if (isEmpty && lines.length > 0) return { lines, empty: line, rest: units.slice(from) };
    lines.push(line);
  }
  if (from < units.length) lines.push(units.slice(from));
  return { lines, empty: [], rest: [] };
}

export const joinHead = ({ lines, empty, rest }: SplitHead): Template =>
  joined([...lines.flat(), ...empty, ...rest]);

export const sameLine = (one: Unit[], other: Unit[]): boolean =>
  one.length === other.length && one.every((unit, at) => isSame(unit, other[at]));

const isSame = (one: Unit, other: Unit | undefined): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

/** The name of a header line in lower case; undefined for a line without a name. */
export function headerName(line: Unit[]): string | undefined {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0));
  return colon < 1 || name.some((unit) => typeof unit !== "string")
    ? undefined
    : name.join("").trim().toLowerCase();
}

/** A value in the request target: the parts of a target with `MARK` in its place. */
type Spot = { slot: FieldSlot; parts: Unit[][]; index: number; at: number };

/** The values of an interface outside its body. */
type StatedParameters = { spots: Spot[]; headers: ParameterSlot[]; from: Interface };

/** A character of private use, which no stated target has. */
const MARK = "\ue000";

function statedParameters(from: Interface): StatedParameters {
  const layout = layoutOf(from);
  const inTarget = layout.parameters.filter((each) => each.in !== "header");
  return {
    spots: inTarget.flatMap(withInner).flatMap((slot) => spotOf(slot, layout)),
    headers: layout.parameters.filter((each) => each.in === "header"),
    from,
  };
}

const isMark = (unit: Unit): boolean =>
  typeof unit === "object" && "encode" in unit && unit.encode[0] === MARK;

function spotOf(slot: FieldSlot, layout: Layout): Spot[] {
  const over = { [slot.path]: [`"${MARK}"`] };
  const parts = partsOfTarget(unitsOf(targetTemplate(layout, { over }), layout.freshBytes));
  const index = parts.findIndex((part) => part.some(isMark));
  const at = parts[index]?.findIndex(isMark);
  return at === undefined ? [] : [{ slot, parts, index, at }];
}

/** A target split before each slash, question mark and ampersand. */
export function partsOfTarget(units: Unit[]): Unit[][] {
  const parts: Unit[][] = [[]];
  for (const unit of units) {
    if (unit === "/" || unit === "?" || unit === "&") parts.push([]);
    parts.at(-1)?.push(unit);
  }
  return parts;
}

export function* parameterSteps(units: Unit[], { spots }: StatedParameters): Generator<Template> {
  const own = partsOfTarget(units);
  for (const { slot, parts, index, at } of spots) {
    const [stated = [], part = []] = [parts[index], own[index]];
    const behind = stated.slice(at + 1);
    const end = part.length - behind.length;
    if (own.length !== parts.length || end < at) continue;
    if (!areSame(part.slice(0, at), stated.slice(0, at)) || !areSame(part.slice(end), behind))
      continue;
    const text = plainText(part.slice(at, end).flatMap(decoded));
    for (const value of simplerValues(slot, text)) {
      const encoded: Unit = { encode: unquoted(value), as: "percent" };
      const step = [...part.slice(0, at), encoded, ...behind];
      yield joined(own.with(index, step).flat());
    }
  }
}

const decoded = (unit: Unit): Unit[] =>
  typeof unit === "object" && "encode" in unit ? unit.encode : [unit];

const areSame = (one: Unit[], other: Unit[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function* headerValueSteps(
  headers: RequestHeader[] | undefined,
  { headers: stated, from }: StatedParameters,
): Generator<RequestHeader[]> {
  for (const [index, [name, text]] of (headers ?? []).entries()) {
    const slot = stated.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (slot === undefined || headers === undefined) continue;
    for (const value of headerValues(slot, text)) {
      const written = parameterHeader(slot, { [slot.path]: value }, from);
      if (isHeaderText(written)) yield headers.with(index, [name, written]);
    }
  }
}

function* headerValues(slot: ParameterSlot, text: string): Generator<Template> {
  const [item] = slot.inner;
  if (item === undefined) return yield* simplerValues(slot, text);
  const items = text.split(",").map((each): Template => [jsonOf(item, each)]);
  yield* simplerValues(slot, `[${items.join(",")}]`);
  for (const [at, own] of items.entries())
    for (const value of simplerValues(item, unquoted(own).join("")))
      yield ["[", ...commaSeparated(items.with(at, value)), "]"];
}

const jsonOf = ({ type }: FieldSlot, text: string): string =>
  kindOf(type).quoted ? JSON.stringify(text) : text;

function simplerValues(slot: FieldSlot, text: string | undefined): Template[] {
  if (text === undefined) return [];
  const json = jsonOf(slot, text);
  return parsedJson(json) !== undefined ? kindOf(slot.type).simpler(slot, json) : [];
}
