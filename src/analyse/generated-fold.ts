import { sortedKeys } from "./signature-by.ts";
import {
  type Case,
  type CaseRequest,
  type Observation,
  type ShownResponse,
  rawText,
  type KeptBytes,
  type RequestResult,
  type Response,
  type Untrusted,
} from "../model/index.ts";
import { printable } from "../generate/index.ts";
import { counted, shortList, textsOf } from "../text/index.ts";

/** How many characters of generated cases are kept for one run: tens of thousands of cases. */
const ROOM = 12_000_000;
/** The size of a case besides its texts, in characters. */
const OVERHEAD = 200;

/** A generated case and the response of the target, as needed for comparing runs. */
type GeneratedCase = {
  property: string;
  seed: number;
  valid: boolean;
  request: string;
  fresh: number;
  /** One for each sending, in order. */
  signatures: string[];
  /** Whether a response was to a value that has to be unique and that an earlier request had. */
  isRepeated: boolean;
  /** Whether another request may have had such a value at the same time. */
  mayCollide: boolean;
  response: ShownResponse;
  /** One for each sending that confirms a difference between targets, in order. */
  again?: string[];
};

/** Generated cases by id, while there is room; the others are counted. */
export type GeneratedFold = {
  cases: Map<string, GeneratedCase>;
  reasons: Map<string, string>;
  room: number;
  dropped: number;
  beside: GeneratedFold | undefined;
};

/** An empty fold. `beside` is an earlier fold: a request that is in both is kept in memory only once. */
export const emptyGenerated = (beside?: GeneratedFold): GeneratedFold => ({
  cases: new Map(),
  beside,
  reasons: new Map(),
  room: ROOM,
  dropped: 0,
});

type Read = Pick<GeneratedCase, "isRepeated" | "mayCollide"> & { signature: string };

export function keepGenerated(
  fold: GeneratedFold,
  { case: sent, observation }: { case: Case; observation: Observation },
  { signature, isRepeated, mayCollide }: Read,
): void {
  const known = fold.cases.get(sent.id);
  if (known !== undefined) {
    known.signatures.push(signature);
    known.isRepeated ||= isRepeated;
    return;
  }
  const { property = "", seed = 0 } = sent.generated ?? {};
  const own = requestKey(sent.request);
  const other = fold.beside?.cases.get(sent.id)?.request;
  const request = other === own ? other : own;
  const response = responseText(observation);
  const size = request.length + response.text.length + OVERHEAD;
  if (size > fold.room) {
    fold.dropped += 1;
    return;
  }
  fold.room -= size;
  if (!fold.reasons.has(property)) fold.reasons.set(property, sent.reason);
  fold.cases.set(sent.id, {
    property,
    seed,
    valid: sent.valid === true,
    request,
    fresh: observation.fresh,
    signatures: [signature],
    isRepeated,
    mayCollide,
    response,
  });
}

/** A request as text, identical for identical requests: JSON with sorted keys. */
export const requestKey = (request: CaseRequest): string => JSON.stringify(sortedKeys(request));

const SHOWN = 600;
const MOST_RESPONSES = 3;

/** Status line, headers and the beginning of the body of each response, or the outcome without one. */
export function responseText({ answers, leftover }: Observation): ShownResponse {
  const rest = (more: number): string => `… and ${counted(more, "more response")}`;
  const texts = textsOf(
    ...shortList(answers, MOST_RESPONSES, oneResult, rest),
    leftover && `after the last response:\n${keptText(leftover)}`,
  );
  const bytes = answers.reduce((sum, each) => sum + bodyBytes(each), leftover?.bytes ?? 0);
  return { text: cutText(texts.join("\n\n")), bytes, date: dateOf(answers[0]) };
}

function dateOf(result: RequestResult | undefined): string | undefined {
  const headers = result?.outcome === "answered" ? result.response.headers : [];
  const date = headers.find(([name]) => rawText(name).toLowerCase() === "date");
  return date && visible(date[1]);
}

const bodyBytes = (result: RequestResult): number =>
  (result.outcome === "answered" ? result.response.body : result.received)?.bytes ?? 0;

function oneResult(result: RequestResult): string {
  if (result.outcome === "answered") return received(result.response);
  const { outcome, phase, detail, received: kept } = result;
  const what = `${outcome} (${phase}): ${visible(detail)}`;
  return kept === undefined || kept.bytes === 0 ? what : `${what}\n${keptText(kept)}`;
}

function received({ version, status, reason, headers, body, decoded }: Response): string {
  const head = [
    `HTTP${version === undefined ? "" : `/${version}`} ${status} ${visible(reason)}`.trimEnd(),
    ...headers.map(([name, value]) => visible(`${name}: ${value}`)),
  ].join("\n");
  const shown = keptText(decoded ?? body);
  return shown === "" ? head : `${head}\n\n${shown}`;
}

function visible(text: Untrusted): string {
  const raw = rawText(text);
  return /^[\x20-\x7e]*$/.test(raw) ? raw : printable(Buffer.from(raw, "utf8"), SHOWN);
}

function keptText({ text, base64 }: KeptBytes): string {
  const raw = text === undefined ? undefined : rawText(text);
  if (raw !== undefined && /^[\x20-\x7e]*$/.test(raw)) return raw;
  const bytes = raw === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(raw);
  return printable(bytes, SHOWN);
}

function cutText(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${Array.from(text.slice(0, SHOWN)).slice(0, -1).join("")}…`;
}
