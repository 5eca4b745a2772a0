import type { RawRequest, RawStep } from "../../model/index.ts";
import { chunks, replaced, without, type Range } from "./chunks.ts";
import { headSize, headSteps } from "./head-steps.ts";
import { smallerOnes, templateSize } from "./size.ts";
import type { StatedParts } from "./stated.ts";
import { bodySteps } from "./template-steps.ts";

const STEP = 10;
type Send = RawStep & { do: "send" };

/** The size of steps on raw connections: a little for each step, plus the bytes that it sends or the time that it waits. */
export const rawSize = ({ steps }: RawRequest, stated: StatedParts): number =>
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

/**
 * Requests on raw connections that are one step simpler; they still send something and read a
 * response.
 */
export function* rawSteps(request: RawRequest, stated: StatedParts): Generator<RawRequest> {
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
