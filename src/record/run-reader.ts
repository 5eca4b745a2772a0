import { WitnessError } from "../errors.ts";
import type { Integrity, RunEnd } from "../model/index.ts";
import { ConnectionEnd, Outcome, RUN_FORMAT, RunRecord } from "../model/index.ts";
import { type Damage, IntegrityCheck } from "./integrity-check.ts";
import { MAX_LINE_BYTES, readLines } from "./run-lines.ts";

/** Where a record is in its file: the bytes from `start` up to `end`, including the line feed if there is one. */
export type RecordPlace = { start: number; end: number; isEnded: boolean };

/** Receives a record. Returns `enough` to stop: the rest is only checked against the checksum. */
type TakeRecord = (record: RunRecord, place: RecordPlace) => unknown;

export type RecordRead = Integrity & {
  damage: Damage[];
  unreadable: number;
  bytes: number;
  end: RunEnd | undefined;
};

/** The only reader of records. An unreadable line is skipped and reported. @throws WitnessError if a newer version has written it. */
export async function readRun(path: string, take: TakeRecord, until?: number): Promise<RecordRead> {
  const check = new IntegrityCheck();
  let number = 0;
  let isEnough = false;
  let end: RunEnd | undefined;
  const { beforeFooter, bytes } = await readLines(
    path,
    (line) => {
      number += 1;
      if (line.bytes?.length === 0) return;
      const isWanted = !isEnough || line.bytes?.subarray(0, 16).includes('"footer"') === true;
      if (!isWanted) return check.passOver();
      const record = line.bytes === undefined ? TOO_LONG : parse(line.bytes, path);
      if (typeof record === "string") return check.takeUnreadable(number, record);
      check.take(record);
      if (record.type === "footer") ({ end } = record);
      if (!isEnough) isEnough = take(record, line) === "enough";
    },
    until,
  );
  const { damage, unreadable } = check;
  const verdict = check.verdict(beforeFooter);
  return { ...verdict, damage, unreadable, bytes, end };
}

const TOO_LONG = `longer than ${MAX_LINE_BYTES / 1024 ** 2} MiB`;

/** The record in a line, or why the line is not one. The text quotes nothing of the line: anybody may have written it. */
function parse(line: Buffer, path: string): RunRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(line.toString("utf8"));
  } catch {
    return "not JSON";
  }
  if (hasOutline(value)) return value as RunRecord;
  const parsed = RunRecord.safeParse(value);
  if (parsed.success) return withMark(parsed.data);
  refuseNewer(value, path);
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).map(String).filter((part) => /^[\w-]{1,40}$/.test(part));
  return `not a record: ${issue?.code ?? "unknown"}${where.length > 0 ? ` at ${where.join(".")}` : ""}`;
}

/** Cases that were not marked in the records of versions before 0.6. */
const SAME_IDENTITY = new Set(["repetition/same-id-twice", "repetition/same-id-other-date"]);

function withMark(record: RunRecord): RunRecord {
  if (record.type !== "case" || !SAME_IDENTITY.has(record.case.id)) return record;
  return { ...record, case: { ...record.case, sameIdentity: true } };
}

function refuseNewer(value: unknown, path: string): void {
  const { type, format } = (value ?? {}) as { type?: unknown; format?: unknown };
  if (type !== "header" || typeof format !== "number" || format <= RUN_FORMAT) return;
  throw new WitnessError(
    "record-format",
    `${path} was written by a newer witness (format ${format}; this version reads up to ${RUN_FORMAT})`,
    { hint: "use that version, or a later one" },
  );
}

type Members = Record<string, unknown>;

const OUTCOMES: ReadonlySet<unknown> = new Set(Outcome.options);
const ENDS: ReadonlySet<unknown> = new Set(ConnectionEnd.options);

/** Has what reports use: a full check takes many times as long, and there may be millions. Where false, all is checked. */
export function hasOutline(value: unknown): boolean {
  if (!isMembers(value)) return false;
  if (value["type"] === "observation") return isObservation(value);
  return value["type"] === "case" && isGeneratedCase(value["case"]);
}

const isObservation = ({ seq, case: id, attempt, fresh, answers, end }: Members): boolean =>
  Number.isSafeInteger(seq) &&
  isText(id) &&
  Number.isSafeInteger(attempt) &&
  Number.isSafeInteger(fresh) &&
  Array.isArray(answers) &&
  answers.length > 0 &&
  answers.every(isResult) &&
  ENDS.has(end);

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
