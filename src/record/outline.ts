import { ConnectionEnd, Outcome } from "../model/index.ts";

type Members = Record<string, unknown>;

const OUTCOMES: ReadonlySet<unknown> = new Set(Outcome.options);
const ENDS: ReadonlySet<unknown> = new Set(ConnectionEnd.options);

/**
 * Whether a value has the members that reports use, for records of which there may be millions: observations and generated
 * cases. A full check takes many times as long; records for which this is false are checked in full, to name the damage.
 */
export function hasOutline(value: unknown): boolean {
  if (!isMembers(value)) return false;
  if (value["type"] === "observation") return isObservation(value);
  return value["type"] === "case" && isGeneratedCase(value["case"]);
}

function isObservation({ seq, case: id, attempt, fresh, answers, end }: Members): boolean {
  return (
    Number.isSafeInteger(seq) &&
    isText(id) &&
    Number.isSafeInteger(attempt) &&
    Number.isSafeInteger(fresh) &&
    Array.isArray(answers) &&
    answers.length > 0 &&
    answers.every(isResult) &&
    ENDS.has(end)
  );
}

function isResult(value: unknown): boolean {
  if (!isMembers(value) || !OUTCOMES.has(value["outcome"])) return false;
  if (value["outcome"] !== "answered") return isText(value["phase"]) && isText(value["detail"]);
  const { status, response } = value;
  if (!Number.isSafeInteger(status) || !isMembers(response)) return false;
  const { headers, body } = response;
  return (
    Array.isArray(headers) &&
    headers.every(isTexts) &&
    isMembers(body) &&
    Number.isSafeInteger(body["bytes"]) &&
    isText(body["sha256"])
  );
}

function isGeneratedCase(value: unknown): boolean {
  if (!isMembers(value)) return false;
  const { id, reason, clauses, request, generated } = value;
  return (
    isText(id) &&
    isText(reason) &&
    isTexts(clauses) &&
    isMembers(request) &&
    isRequest(request) &&
    isMembers(generated) &&
    isText(generated["property"]) &&
    Number.isSafeInteger(generated["seed"]) &&
    isText(generated["path"])
  );
}

const isRequest = ({ sender, body, steps }: Members): boolean =>
  (sender === "client" && Array.isArray(body)) || (sender === "wire" && Array.isArray(steps));

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;
const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
