import type {
  Case,
  Example,
  Observation,
  OutcomeCounts,
  Remark,
  Response,
} from "../model/index.ts";
import { headerOf, rawText, refusalText, signatureOf, worstOf } from "../model/index.ts";
import { addValidResult, type AllValid } from "./misconfiguration-hint.ts";

/** Distinct values that are counted separately; beyond this only their sum is counted. */
const MOST_VALUES = 40;

/** How often each value occurred, up to a number of distinct values. */
export class ValueCounts {
  readonly counts = new Map<string, number>();
  total = 0;

  add(value: string): void {
    this.total += 1;
    const known = this.counts.get(value);
    if (known !== undefined || this.counts.size < MOST_VALUES)
      this.counts.set(value, (known ?? 0) + 1);
  }

  ranked(): [value: string, count: number][] {
    return [...this.counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
}

/** Common facts of responses of one kind: header names, media types, shapes of JSON bodies. */
export class ResponseFacts {
  readonly headerNames = new ValueCounts();
  readonly mediaTypes = new ValueCounts();
  readonly bodyShapes = new ValueCounts();
  readonly versions = new ValueCounts();
  count = 0;
  /** Facts of the last response. The senders use one object for responses with the same bytes (`send/tapped-response.ts`). */
  #last: Facts | undefined;

  add(response: Response): void {
    this.count += 1;
    if (this.#last?.response !== response) this.#last = factsOf(response);
    const { names, mediaType, shape } = this.#last;
    for (const name of names) this.headerNames.add(name);
    this.mediaTypes.add(mediaType);
    this.bodyShapes.add(shape);
    if (response.version !== undefined) this.versions.add(response.version);
  }
}

type Facts = { response: Response; names: ReadonlySet<string>; mediaType: string; shape: string };

function factsOf(response: Response): Facts {
  const names = response.headers.map(([name]) => rawText(name).toLowerCase());
  return {
    response,
    names: new Set(names),
    mediaType: rawText(response.headers[names.indexOf("content-type")]?.[1] ?? "none"),
    shape: bodyWords(response),
  };
}

export function addResponses(facts: (status: number) => ResponseFacts, seen: Observation): void {
  for (const result of seen.answers)
    if (result.outcome === "answered") facts(result.status).add(result.response);
}

/** The body in a few words: "JSON {date: string, id: number}", "empty", "text", ... */
export function bodyWords(response: Response): string {
  const kept = response.decoded ?? response.body;
  if (kept.bytes === 0) return "empty";
  if (kept.text === undefined) return "bytes";
  const text = rawText(kept.text);
  const whole = Buffer.byteLength(text) === kept.bytes;
  if (!whole) return /^\s*[[{]/.test(text) ? "long JSON or text" : "long text";
  try {
    return `JSON ${shapeOf(JSON.parse(text), 2)}`;
  } catch {
    return /^\s*<(!doctype|html)/i.test(text) ? "HTML" : "text";
  }
}

function shapeOf(value: unknown, depth: number): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${shapeOf(value[0], depth - 1)}]`;
  if (typeof value !== "object") return typeof value;
  if (depth === 0) return "{…}";
  const keys = Object.keys(value).sort();
  const shown = keys.slice(0, 12).map((key) => {
    const name = /^[\w$-]{1,40}$/.test(key) ? key : JSON.stringify(key.slice(0, 40));
    return `${name}: ${shapeOf((value as Record<string, unknown>)[key], depth - 1)}`;
  });
  return `{${[...shown, ...(keys.length > 12 ? [`… ${keys.length - 12} more`] : [])].join(", ")}}`;
}

const FAILURES_KEPT = 20;

/** The results of the valid requests of a run: the stated clause depends on them. */
export type ValidFold = {
  sent: number;
  outcomes: OutcomeCounts;
  /** Requests that got complete responses, `refused` included. */
  answered: number;
  refused: number;
  notJudged: number;
  /** Microseconds until each complete response, of the first ones. */
  timesUs: number[];
  failures: Example[];
  firstRefused: Example | undefined;
  firstNotJudged: Example | undefined;
  facts: ResponseFacts;
  same: AllValid | "differs" | undefined;
};

export const emptyValid = (): ValidFold => ({
  sent: 0,
  outcomes: {},
  answered: 0,
  refused: 0,
  notJudged: 0,
  timesUs: [],
  failures: [],
  firstRefused: undefined,
  firstNotJudged: undefined,
  facts: new ResponseFacts(),
  same: undefined,
});

const MOST_TIMES = 10_000;

/** Counts one sending of a valid request, by the worst of its responses. */
export function foldValid(valid: ValidFold, example: Example): void {
  const { observation } = example;
  valid.sent += 1;
  addResponses(() => valid.facts, observation);
  for (const result of observation.answers)
    if (valid.same !== "differs") valid.same = addValidResult(valid.same, result) ?? "differs";
  const found = worstOf(observation.answers);
  if (found === "incomplete") {
    if (valid.failures.length < FAILURES_KEPT) valid.failures.push(example);
  } else if (found === "not-judged") {
    valid.notJudged += 1;
    valid.firstNotJudged ??= example;
  } else {
    valid.answered += 1;
    if (valid.timesUs.length < MOST_TIMES)
      valid.timesUs.push(...observation.answers.map(({ totalUs }) => totalUs));
    if (found !== "refused") return;
    valid.refused += 1;
    valid.firstRefused ??= example;
  }
}

/** Reasons counted separately: the client has few, so this only bounds the memory. */
const MOST_REASONS = 40;

type Counted = { case: string; signature: string; count: number };

/** Responses that are unusual HTTP, whatever their status. */
export type ConductFold = {
  /** By reason: complete responses that the ordinary client refused. */
  refused: Map<string, Counted>;
  /** By number of bytes: data after the last expected response. */
  surplus: Map<number, Counted>;
};

const CLOSES = /(?:^|[\s,])close(?:[\s,]|$)/i;
const KEEPS = /(?:^|[\s,])keep-alive(?:[\s,]|$)/i;

/** A response in HTTP/1.0 ends its connection, too, unless it says otherwise (RFC 9112, 9.3). */
function endsConnection(response: Response): boolean {
  const connection = headerOf(response, "connection") ?? "";
  return CLOSES.test(connection) || (response.version === "1.0" && !KEEPS.test(connection));
}

/**
 * Whether only requests got no response that came after one that ends the connection: the server has said that it takes no more
 * requests on it (RFC 9112, 9.6).
 */
export function isAfterClose(
  { case: { request }, first }: { case: Case; first: ReadonlyMap<string, Observation> },
  signature: string,
): boolean {
  if (request.sender === "client") return false;
  const connections = request.steps.flatMap((step) => (step.do === "read" ? [step.on ?? 0] : []));
  if (new Set(connections).size > 1) return false;
  const answers = first.get(signature)?.answers ?? [];
  const closed = answers.findIndex(
    (each) => each.outcome === "answered" && endsConnection(each.response),
  );
  const [lost, ...more] = [...answers.entries()].filter(([, each]) => each.outcome !== "answered");
  return closed >= 0 && lost !== undefined && lost[0] > closed && more.length < answers.length;
}

export const emptyConduct = (): ConductFold => ({ refused: new Map(), surplus: new Map() });

export function foldConduct(fold: ConductFold, { case: sent, observation }: Example): void {
  const counted = () => ({ case: sent.id, signature: signatureOf(observation) });
  for (const result of observation.answers)
    if (result.outcome !== "answered" && result.whole !== undefined)
      countConduct(fold.refused, refusalText(result), counted());
  const { leftover } = observation;
  // A raw case may cause a second response: only bytes after a single request are surplus.
  const isSurplus = sent.request.sender === "client" || sent.valid === true;
  if (leftover !== undefined && isSurplus) countConduct(fold.surplus, leftover.bytes, counted());
}

function countConduct<Key>(
  counts: Map<Key, Counted>,
  key: Key,
  found: Omit<Counted, "count">,
): void {
  const known = counts.get(key);
  if (known !== undefined) known.count += 1;
  else if (counts.size < MOST_REASONS) counts.set(key, { ...found, count: 1 });
}

/** Disagreement of the two senders comes first: it decides whether clients can use the server. */
export const conductRemarks = ({ refused, surplus }: ConductFold): Remark[] => [
  ...[...refused].map(([reason, found]): Remark => ({
    kind: "refused-by-client",
    text: `${reason}; the bytes are a complete response`,
    ...found,
  })),
  ...[...surplus].map(([bytes, found]): Remark => ({
    kind: "surplus-bytes",
    text: `bytes after the response: ${bytes}`,
    ...found,
  })),
];

/** Generated cases kept for each signature of a property: the shortest ones. */
const EXAMPLES = 3;

export type PropertyFold = {
  id: string;
  runs: number;
  outcomes: Map<string, number>;
  valid: Map<string, number>;
  examples: Map<string, Example[]>;
};

export function foldProperty(
  properties: Map<string, PropertyFold>,
  example: Example,
  signature: string,
): void {
  const id = example.case.generated?.property ?? "";
  const maps = { outcomes: new Map(), valid: new Map(), examples: new Map() };
  const fresh = { id, runs: 0, ...maps };
  const property: PropertyFold = properties.get(id) ?? fresh;
  properties.set(id, property);
  property.runs += 1;
  property.outcomes.set(signature, (property.outcomes.get(signature) ?? 0) + 1);
  if (example.case.valid === true)
    property.valid.set(signature, (property.valid.get(signature) ?? 0) + 1);
  const kept = property.examples.get(signature);
  if (kept === undefined) property.examples.set(signature, [example]);
  else keepShortest(kept, example);
}

/** Keeps the shortest requests, in order of length, the earlier one first. */
function keepShortest(kept: Example[], example: Example): void {
  const size = requestSize(example.case);
  const longest = kept.at(-1);
  const isLongest = longest === undefined || requestSize(longest.case) <= size;
  if (isLongest && kept.length >= EXAMPLES) return;
  const place = isLongest ? kept.length : kept.findIndex((each) => requestSize(each.case) > size);
  kept.splice(place, 0, example);
  if (kept.length > EXAMPLES) kept.pop();
}

/** The rough length of a request: enough to distinguish short from long, and cheap. */
function requestSize({ request }: Case): number {
  if (request.sender === "wire") return request.steps.length * 100;
  return request.body.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 10), 0);
}

export function countOutcomes(signatures: Iterable<string>): OutcomeCounts {
  const counts: OutcomeCounts = {};
  for (const signature of signatures) counts[signature] = (counts[signature] ?? 0) + 1;
  return counts;
}
