import type { CaseRequest, Interface, RawRequest, RawStep } from "../model/index.ts";
import { clientSize, clientSteps } from "./simpler/client-steps.ts";
import type { Range } from "./simpler/units.ts";
import { smallerOnes, chunks, replaced, without, templateSize } from "./simpler/units.ts";
import { statedOf, type StatedParts } from "./simpler/stated.ts";
import { headSize, headSteps } from "./simpler/head-steps.ts";
import { bodySteps } from "./simpler/template-steps.ts";

/** The distance of a request from the simplest one, without a unit: every shrinking step reduces it. */
export function requestSize(request: CaseRequest, from: Interface): number {
  const stated = statedOf(from);
  return request.sender === "client" ? clientSize(request, stated) : rawSize(request, stated);
}

/** Requests one step simpler, the largest steps first, each with a smaller `requestSize`. If none is alike, 1-minimal. */
export function* simplerRequests(request: CaseRequest, from: Interface): Generator<CaseRequest> {
  const stated = statedOf(from);
  if (request.sender === "wire") yield* rawSteps(request, stated);
  else
    yield* smallerOnes(clientSteps(request, stated), clientSize(request, stated), (each) =>
      clientSize(each, stated),
    );
}

const STEP = 10;
type Send = RawStep & { do: "send" };

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
    for (const simpler of smallerOnes(stepSteps(step, stated), stepSize(step, stated), (each) =>
      stepSize(each, stated),
    ))
      yield make(replaced(steps, [index, index + 1], [simpler]));
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
  yield* sentSteps(step, stated);
}

function* sentSteps(step: Send, stated: StatedParts): Generator<RawStep> {
  for (const head of headSteps(step.head ?? [], stated)) yield { ...step, head };
  for (const body of bodySteps(step.body ?? [], stated)) yield { ...step, body };
}
