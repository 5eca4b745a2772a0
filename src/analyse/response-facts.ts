import { rawText, type Observation, type Response } from "../model/index.ts";

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

  /** Most frequent first. */
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
    shape: bodyShape(response),
  };
}

/** Facts of all responses in an observation. */
export function addResponses(facts: (status: number) => ResponseFacts, seen: Observation): void {
  for (const result of seen.answers)
    if (result.outcome === "answered") facts(result.status).add(result.response);
}

/** The body in a few words: "JSON {date: string, id: number}", "empty", "text", ... */
function bodyShape(response: Response): string {
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
