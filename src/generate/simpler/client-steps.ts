import type { RequestHeader } from "../steps.ts";
import type { Unit } from "./units.ts";
import { chunks, replaced, without, unitsSize, joined, unitsOf, templateSize } from "./units.ts";
import type { ClientRequest } from "../../model/index.ts";
import type { Template } from "../../template/index.ts";
import { parameterSteps, partsOfTarget, headerValueSteps } from "./parameter-steps.ts";
import type { StatedParts } from "./stated.ts";
import { templateSteps, bodySteps } from "./template-steps.ts";

const HEADER = 10;
const CHARACTER = 3;

/** A header as stated, and the first of its name. */
const isStated = (headers: RequestHeader[], index: number, stated: RequestHeader[]): boolean => {
  const [name, value] = headers[index] ?? ["", ""];
  return (
    stated.some(([other, text]) => other === name && text === value) &&
    headers.findIndex(([other]) => other.toLowerCase() === name.toLowerCase()) === index
  );
};

const sameName = ([one]: RequestHeader, [other]: RequestHeader): boolean =>
  one.toLowerCase() === other.toLowerCase();

const missing = (headers: RequestHeader[], all: RequestHeader[]): RequestHeader[] =>
  all.filter((stated) => !headers.some((header) => sameName(header, stated)));

/** The distance of headers from the stated ones; 0 if they are not given. */
function headersSize(headers: RequestHeader[] | undefined, stated: RequestHeader[]): number {
  if (headers === undefined) return 0;
  const sizes = headers.map((header, index) =>
    isStated(headers, index, stated)
      ? 1
      : HEADER + CHARACTER * (header[0].length + header[1].length),
  );
  return sizes.reduce((sum, size) => sum + size, 1 + HEADER * missing(headers, stated).length);
}

/** Headers that are one step simpler: as stated, others dropped, values as stated or shortened. */
function* headerSteps(
  headers: RequestHeader[] | undefined,
  all: RequestHeader[],
): Generator<RequestHeader[] | undefined> {
  if (headers === undefined) return;
  yield undefined;
  const odd = [...headers.keys()].filter((index) => !isStated(headers, index, all));
  for (const [from, to] of chunks(odd.length)) {
    const left = new Set(odd.slice(from, to));
    yield headers.filter((_, index) => !left.has(index));
  }
  for (const index of odd)
    for (const stated of all)
      if (sameName(headers[index] ?? ["", ""], stated))
        yield replaced(headers, [index, index + 1], [stated]);
  for (const header of missing(headers, all)) yield [...headers, header];
  for (const index of odd) yield* shorter(headers, index);
}

function* shorter(headers: RequestHeader[], index: number): Generator<RequestHeader[]> {
  const [name, value] = headers[index] ?? ["", ""];
  const characters = Array.from(value);
  for (const range of chunks(characters.length))
    yield replaced(headers, [index, index + 1], [[name, without(characters, [range]).join("")]]);
}

type Path = ClientRequest["path"];

/** The length of a request target of the ordinary client; 0 if it is the stated one. */
function targetSize(path: Path, stated: StatedParts): number {
  if (path === undefined || JSON.stringify(path) === JSON.stringify(stated.path)) return 0;
  if (typeof path === "string") return CHARACTER * path.length;
  return 1 + unitsSize(unitsOf(path, stated.fresh), stated.fresh);
}

function* targetSteps(path: Path, stated: StatedParts): Generator<string | Template> {
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

const DEVIATION = 20;

/** The distance of a request of the ordinary client from the stated one, and the size of its body. */
export function clientSize(
  { method, path, headers, body }: ClientRequest,
  stated: StatedParts,
): number {
  const methodSize = method === undefined ? 0 : DEVIATION;
  const pathSize = targetSize(path, stated);
  return (
    methodSize +
    (pathSize === 0 ? 0 : DEVIATION + pathSize) +
    headersSize(headers, stated.headers) +
    templateSize(body, stated.fresh)
  );
}

export function* clientSteps(
  request: ClientRequest,
  stated: StatedParts,
): Generator<ClientRequest> {
  const { method, path, headers, body, ...rest } = request;
  const make = (change: Partial<ClientRequest>): ClientRequest => {
    const all = { method, path, headers, body, ...change };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return { ...rest, body: all.body, ...Object.fromEntries(given) };
  };
  if (method !== undefined) yield make({ method: undefined });
  if (path !== undefined) yield make({ path: stated.path });
  for (const step of headerSteps(headers, stated.headers)) yield make({ headers: step });
  for (const step of headerValueSteps(headers, stated.parameters)) yield make({ headers: step });
  for (const step of bodySteps(body, stated)) yield make({ body: step });
  for (const step of targetSteps(path, stated)) yield make({ path: step });
}
