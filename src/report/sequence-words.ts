import { type ResourceSequence, resultWord, type SequenceStep } from "../model/index.ts";
import { counted } from "../text/index.ts";

/** What a list shows about the resource: `has it`, `does not have it`, with how many elements it has; empty if nothing. */
function listText({ list }: SequenceStep): string {
  if (list?.has === undefined || list.elements === undefined) return "";
  const what = list.has
    ? "has it"
    : list.isPart
      ? "does not have it on this page"
      : "does not have it";
  return ` ${what} (${counted(list.elements, "element")})`;
}

const CREDENTIALS = { none: " without credentials", wrong: " with wrong credentials" };

/** A step and its result: `read 200`, `list 200 has it (3 elements)`, `delete with wrong credentials 401`. */
const stepWords = (step: SequenceStep): string => {
  const how = step.credentials === undefined ? "" : CREDENTIALS[step.credentials];
  return `${step.does}${how} ${resultWord(step.result)}${listText(step)}`;
};

/** A sequence in one line: `create 201, read 200, delete 204, read 404`. */
export const sequenceWords = ({ steps, value }: ResourceSequence): string => {
  const unnamed = value === undefined && steps[0]?.result.outcome === "answered";
  return `${steps.map(stepWords).join(", ")}${unnamed ? "; no value for its path is in the response" : ""}`;
};

/** How the responses of a sequence differ from the document. */
export const sequenceBreaches = ({ steps }: ResourceSequence): string[] =>
  steps.flatMap(({ does, operation, breach }) =>
    breach === undefined
      ? []
      : `${does} (${operation}): ${breach.observed}, not ${breach.expected}`,
  );
