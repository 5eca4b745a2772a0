import type { Template } from "../../model/template.ts";
import { DATE, ID, bytes } from "../bytes.ts";
import { chunks, FEW, replaced, without } from "./chunks.ts";
import { digitSteps } from "./digit-steps.ts";
import { holeSteps } from "./hole-steps.ts";
import { jsonCuts } from "./json-cuts.ts";
import { jsonSpans } from "./json-spans.ts";
import { skeleton } from "./skeleton.ts";
import { joined, unitsOf, type Unit } from "./units.ts";

const MOST_FOR_JSON = 10 * FEW;
const STATED_VALUES: Record<string, Unit[]> = {
  '"id"': [ID],
  '"date"': unitsOf(bytes`"${DATE}"`),
};

/** Templates that are one step simpler, most of them: parts left out, stated values, zeros. */
export function* templateSteps(template: Template, stated?: Template): Generator<Template> {
  const units = unitsOf(template);
  if (units.length === 0) return;
  yield [];
  if (stated !== undefined) yield stated;
  for (const step of unitSteps(units)) yield joined(step);
}

/** The same for units. */
export function* unitSteps(units: Unit[]): Generator<Unit[]> {
  if (units.length <= MOST_FOR_JSON) yield* jsonSteps(units);
  for (const [index, unit] of units.entries())
    for (const by of holeSteps(unit, templateSteps)) yield replaced(units, [index, index + 1], by);
  for (const range of chunks(units.length)) yield without(units, [range]);
  yield* digitSteps(units);
}

function* jsonSteps(units: Unit[]): Generator<Unit[]> {
  const text = skeleton(units);
  const spans = jsonSpans(text);
  const cuts = [...jsonCuts(text, spans)];
  for (const cut of units.length <= FEW ? cuts : cuts.slice(0, FEW)) yield without(units, cut);
  for (const { key, at } of spans.values.slice(0, FEW)) {
    const value = STATED_VALUES[key ?? ""];
    if (value !== undefined) yield replaced(units, at, value);
    if (at[1] - at[0] > 1) yield replaced(units, at, ["0"]);
  }
}
