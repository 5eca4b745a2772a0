import type { CaseRequest, Interface, RawRequest, RawStep, ClientRequest } from "../model/index.ts";
import type { Range, Unit } from "./simpler/units.ts";
import { chunks, without, templateSize, unitsSize, joined } from "./simpler/units.ts";
import { unitsOf } from "./simpler/units.ts";
import type { StatedParts } from "./simpler/stated.ts";
import { statedOf, headerName, joinHead, LINE_END, sameLine, splitHead } from "./simpler/stated.ts";
import { parameterSteps, partsOfTarget, headerValueSteps } from "./simpler/stated.ts";
import { bodySteps, unitSteps, templateSteps } from "./simpler/template-steps.ts";
import type { Template } from "../template/index.ts";
import type { RequestHeader } from "./steps.ts";

/** The distance of a request from the simplest one, without a unit: every shrinking step reduces it. */
export function requestSize(request: CaseRequest, from: Interface): number {
  const stated = statedOf(from);
  return request.sender === "client" ? clientSize(request, stated) : rawSize(request, stated);
}

/** Requests one step simpler, the largest steps first, each with a smaller `requestSize`. If none is alike, 1-minimal. */
export function* simplerRequests(request: CaseRequest, from: Interface): Generator<CaseRequest> {
  const stated = statedOf(from);
  if (request.sender === "wire") yield* rawSteps(request, stated);
  else yield* smallerOnes(request, stated, clientSteps, clientSize);
}

/** Those of the steps from this one that are smaller, each once. */
function* smallerOnes<T>(
  from: T,
  stated: StatedParts,
  stepsFrom: (from: T, stated: StatedParts) => Iterable<T>,
  sizeOf: (each: T, stated: StatedParts) => number,
): Generator<T> {
  const seen = new Set<string>();
  const size = sizeOf(from, stated);
  for (const step of stepsFrom(from, stated)) {
    const text = JSON.stringify(step);
    if (seen.has(text) || sizeOf(step, stated) >= size) continue;
    seen.add(text);
    yield step;
  }
}

const STEP = 10;
/** The size of steps on raw connections: a little for each step, plus the bytes that it sends or the time that it waits. */
const rawSize = ({ steps }: RawRequest, stated: StatedParts): number =>
  steps.reduce((sum, step) => sum + stepSize(step, stated), 0);

function stepSize(step: RawStep, stated: StatedParts): number {
  if (step.do === "pause") return STEP + step.ms;
  if (step.do !== "send") return STEP;
  const pieces = step.pieces === undefined ? 0 : STEP;
  const pause = step.pauseMs === undefined ? 0 : 1 + step.pauseMs;
  return (
    STEP +
    headSize(step.head ?? [], stated) +
    templateSize(step.body ?? [], stated.fresh) +
    pieces +
    pause
  );
}

/** Requests on raw connections that are one step simpler; they still send something and read a response. */
function* rawSteps(request: RawRequest, stated: StatedParts): Generator<RawRequest> {
  const { steps } = request;
  const make = (changed: RawStep[]): RawRequest => ({ ...request, steps: changed });
  const seen = new Set<string>();
  for (const range of [...chunks(steps.length), ...pairs(steps.length)]) {
    const left = without(steps, [range]);
    if (!seen.has(range.join()) && isWhole(left)) yield make(left);
    seen.add(range.join());
  }
  for (const [index, step] of steps.entries())
    for (const simpler of smallerOnes(step, stated, stepSteps, stepSize))
      yield make(steps.with(index, simpler));
}

/** A message and its response are often adjacent. */
function* pairs(count: number): Generator<Range> {
  for (let from = 0; from + 2 <= count; from += 1) yield [from, from + 2];
}

const isWhole = (steps: RawStep[]): boolean =>
  steps.some((step) => step.do === "read") && steps.some((step) => step.do === "send");

function* stepSteps(step: RawStep, stated: StatedParts): Generator<RawStep> {
  if (step.do === "pause") yield { ...step, ms: Math.floor(step.ms / 2) };
  if (step.do !== "send") return;
  const { pieces, pauseMs, ...plain } = step;
  yield plain;
  if (pieces !== undefined && pauseMs !== undefined) yield { ...plain, pieces };
  if (pauseMs !== undefined)
    yield { ...plain, ...(pieces && { pieces }), pauseMs: Math.floor(pauseMs / 2) };
  for (const head of headSteps(step.head ?? [], stated)) yield { ...step, head };
  for (const body of bodySteps(step.body ?? [], stated)) yield { ...step, body };
}

const DEVIATION = 10;

/** The stated line that corresponds to this one, or to its place. */
function statedLine(line: Unit[], index: number, { lines }: StatedParts): Unit[] | undefined {
  if (index === 0) return lines[0];
  const name = headerName(line);
  return lines.slice(1).find((each) => headerName(each) === name);
}

function isStated(lines: Unit[][], index: number, stated: StatedParts): boolean {
  const line = lines[index] ?? [];
  const own = statedLine(line, index, stated);
  if (own === undefined || !sameLine(own, line)) return false;
  return index === 0 || lines.findIndex((other) => sameLine(other, line)) === index;
}

const missing = (lines: Unit[][], stated: StatedParts): Unit[][] => {
  const names = new Set(lines.slice(1).map(headerName));
  return stated.lines.slice(1).filter((line) => !names.has(headerName(line)));
};

/** The distance of a head from the stated one, and the size of the bytes after the head; 0 if there are none. */
function headSize(template: Template, stated: StatedParts): number {
  const { fresh } = stated;
  const { lines, empty, rest } = splitHead(template, fresh);
  if (lines.length === 0) return 0;
  const sizes = lines.map((line, index) =>
    isStated(lines, index, stated) ? 1 : DEVIATION + unitsSize(line, fresh),
  );
  const emptySize = sameLine(empty, LINE_END) ? 0 : DEVIATION + unitsSize(empty, fresh);
  const own = sizes.reduce((sum, size) => sum + size, emptySize + unitsSize(rest, fresh));
  return own + DEVIATION * missing(lines, stated).length;
}

function* headSteps(template: Template, stated: StatedParts): Generator<Template> {
  const head = splitHead(template, stated.fresh);
  const { lines, empty, rest } = head;
  if (lines.length === 0) return;
  yield joinHead({ lines: stated.lines, empty: LINE_END, rest });
  for (const step of lineSteps(lines, stated)) yield joinHead({ ...head, lines: step });
  if (empty.length > 0) {
    yield joinHead({ ...head, empty: LINE_END });
    for (const line of missing(lines, stated)) yield joinHead({ ...head, lines: [...lines, line] });
  }
  for (const step of bodySteps(joined(rest), stated))
    yield joinHead({ ...head, rest: unitsOf(step, stated.fresh) });
  for (const index of oddLines(lines, stated))
    for (const step of shorter(lines[index] ?? [], stated))
      yield joinHead({ ...head, lines: lines.with(index, step) });
}

const oddLines = (lines: Unit[][], stated: StatedParts): number[] =>
  [...lines.keys()].filter((index) => !isStated(lines, index, stated));

function* lineSteps(lines: Unit[][], stated: StatedParts): Generator<Unit[][]> {
  const odd = oddLines(lines, stated);
  const others = odd.filter((index) => index > 0);
  for (const [from, to] of chunks(others.length)) {
    const left = new Set(others.slice(from, to));
    yield lines.filter((_, index) => !left.has(index));
  }
  for (const index of odd) {
    const own = statedLine(lines[index] ?? [], index, stated);
    if (own !== undefined) yield lines.with(index, own);
  }
}

function* shorter(line: Unit[], stated: StatedParts): Generator<Unit[]> {
  const last = line.at(-1) === "\n" ? (line.at(-2) === "\r" ? 2 : 1) : 0;
  const end = line.slice(line.length - last);
  for (const step of unitSteps(line.slice(0, line.length - last), stated)) yield [...step, ...end];
}

const HEADER = 10;
const CHARACTER = 3;

/** A header as stated, and the first of its name. */
const isStatedHeader = (
  headers: RequestHeader[],
  index: number,
  stated: RequestHeader[],
): boolean => {
  const [name, value] = headers[index] ?? ["", ""];
  return (
    stated.some(([other, text]) => other === name && text === value) &&
    headers.findIndex(([other]) => other.toLowerCase() === name.toLowerCase()) === index
  );
};

const sameName = ([one]: RequestHeader, [other]: RequestHeader): boolean =>
  one.toLowerCase() === other.toLowerCase();

const missingHeaders = (headers: RequestHeader[], all: RequestHeader[]): RequestHeader[] =>
  all.filter((stated) => !headers.some((header) => sameName(header, stated)));

function headersSize(headers: RequestHeader[] | undefined, stated: RequestHeader[]): number {
  if (headers === undefined) return 0;
  const sizes = headers.map((header, index) =>
    isStatedHeader(headers, index, stated)
      ? 1
      : HEADER + CHARACTER * (header[0].length + header[1].length),
  );
  return sizes.reduce(
    (sum, size) => sum + size,
    1 + HEADER * missingHeaders(headers, stated).length,
  );
}

function* headerSteps(
  headers: RequestHeader[] | undefined,
  all: RequestHeader[],
): Generator<RequestHeader[] | undefined> {
  if (headers === undefined) return;
  yield undefined;
  const odd = [...headers.keys()].filter((index) => !isStatedHeader(headers, index, all));
  for (const [from, to] of chunks(odd.length)) {
    const left = new Set(odd.slice(from, to));
    yield headers.filter((_, index) => !left.has(index));
  }
  for (const index of odd)
    for (const stated of all)
      if (sameName(headers[index] ?? ["", ""], stated)) yield headers.with(index, stated);
  for (const header of missingHeaders(headers, all)) yield [...headers, header];
  for (const index of odd) yield* shorterHeaders(headers, index);
}

function* shorterHeaders(headers: RequestHeader[], index: number): Generator<RequestHeader[]> {
  const [name, value] = headers[index] ?? ["", ""];
  const characters = Array.from(value);
  for (const range of chunks(characters.length))
    yield headers.with(index, [name, without(characters, [range]).join("")]);
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
      yield joined([...before, ...rest.with(index, { ...unit, encode })]);
  }
}

function* statedParts(units: Unit[], { path, fresh }: StatedParts): Generator<Template> {
  const own = partsOfTarget(units);
  const others = partsOfTarget(unitsOf(path ?? [], fresh));
  if (own.length !== others.length) return;
  for (const [index, part] of others.entries())
    if (JSON.stringify(part) !== JSON.stringify(own[index]))
      yield joined(own.with(index, part).flat());
}

const CLIENT_DEVIATION = 20;

function clientSize({ method, path, headers, body }: ClientRequest, stated: StatedParts): number {
  const methodSize = method === undefined ? 0 : CLIENT_DEVIATION;
  const pathSize = targetSize(path, stated);
  return (
    methodSize +
    (pathSize === 0 ? 0 : CLIENT_DEVIATION + pathSize) +
    headersSize(headers, stated.headers) +
    templateSize(body, stated.fresh)
  );
}

function* clientSteps(request: ClientRequest, stated: StatedParts): Generator<ClientRequest> {
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
