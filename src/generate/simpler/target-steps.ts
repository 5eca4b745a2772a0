import type { ClientRequest } from "../../model/index.ts";
import type { Template } from "../../template/index.ts";
import { chunks, replaced, without } from "./chunks.ts";
import { parameterSteps, partsOfTarget } from "./parameter-steps.ts";
import { unitsSize } from "./size.ts";
import type { StatedParts } from "./stated.ts";
import { templateSteps } from "./template-steps.ts";
import { joined, unitsOf, type Unit } from "./units.ts";

type Path = ClientRequest["path"];

const CHARACTER = 3;

/** The length of a request target of the ordinary client; 0 if it is the stated one. */
export function targetSize(path: Path, stated: StatedParts): number {
  if (path === undefined || JSON.stringify(path) === JSON.stringify(stated.path)) return 0;
  if (typeof path === "string") return CHARACTER * path.length;
  return 1 + unitsSize(unitsOf(path, stated.fresh), stated.fresh);
}

/** Request targets that are one step simpler: parts as stated, characters left out. */
export function* targetSteps(path: Path, stated: StatedParts): Generator<string | Template> {
  if (path === undefined) return;
  if (typeof path === "string") {
    const characters = Array.from(path.slice(1));
    for (const range of chunks(characters.length))
      yield `/${without(characters, [range]).join("")}`;
    return;
  }
  const units = unitsOf(path, stated.fresh);
  yield* statedParts(units, stated);
  yield* parameterSteps(units, stated.parameters);
  // An ordinary client sends no target without a leading slash.
  const first = units.indexOf("/") + 1;
  const [before, rest] = [units.slice(0, first), units.slice(first)];
  for (const range of chunks(rest.length)) yield joined([...before, ...without(rest, [range])]);
  for (const [index, unit] of rest.entries()) {
    if (typeof unit === "string" || !("encode" in unit)) continue;
    for (const encode of templateSteps(unit.encode, stated))
      yield joined([...before, ...replaced(rest, [index, index + 1], [{ ...unit, encode }])]);
  }
}

/** One segment of the path, or one part of the query, as stated. */
function* statedParts(units: Unit[], { path, fresh }: StatedParts): Generator<Template> {
  const own = partsOfTarget(units);
  const others = partsOfTarget(unitsOf(path ?? [], fresh));
  if (own.length !== others.length) return;
  for (const [index, part] of others.entries())
    if (JSON.stringify(part) !== JSON.stringify(own[index]))
      yield joined(replaced(own, [index, index + 1], [part]).flat());
}
