import { type Observation, type Response, headerOf, rawText } from "../../model/index.ts";
import { interfaceOf } from "../../contract/index.ts";
import { isOfOperation } from "../documented/response-check.ts";
import type { RunFold } from "../run-fold.ts";

/** A status that the target responded with: how often, with what, and which cases show it. */
type SeenStatus = {
  status: string;
  count: number;
  cases: string[];
  contentTypes: string[];
  /** Cases whose response has no body or no media type. */
  without: number;
  /** Absent where no body was JSON. */
  schema?: Record<string, unknown>;
};

const MOST_CASES = 5;
const MOST_BODIES = 300;

/** The statuses of a run's hand-chosen cases of the operation, with their responses, in order. */
export function seenStatuses({ cases, header }: RunFold): SeenStatus[] {
  const from = interfaceOf(header ?? {});
  const byStatus = new Map<string, ReturnType<typeof emptyStatus>>();
  const of = (status: string) => {
    const seen = byStatus.get(status) ?? emptyStatus(status);
    byStatus.set(status, seen);
    return seen;
  };
  for (const { case: sent, signatures, first } of cases.values()) {
    if (sent.valid !== true && !isOfOperation(sent, from)) continue;
    for (const signature of signatures) if (/^\d{3}$/.test(signature)) of(signature).count += 1;
    for (const [signature, observation] of first) {
      const response = lastResponse(observation);
      if (response === undefined || !/^\d{3}$/.test(signature)) continue;
      const seen = of(signature);
      if (seen.cases.length < MOST_CASES) seen.cases.push(sent.id);
      const type = responseHeader(response, "content-type");
      if (type !== undefined && !seen.contentTypes.includes(type)) seen.contentTypes.push(type);
      const value = bodyOf(response);
      if (type === undefined || response.body.bytes === 0) seen.without += 1;
      if (value !== undefined && seen.bodies.length < MOST_BODIES) seen.bodies.push(value.json);
    }
  }
  return [...byStatus.values()]
    .toSorted((one, other) => Number(one.status) - Number(other.status))
    .map(({ bodies, ...seen }) => ({
      ...seen,
      ...(bodies.length > 0 && { schema: schemaOfValues(bodies) }),
    }));
}

const emptyStatus = (status: string): SeenStatus & { bodies: unknown[] } => {
  return { status, count: 0, cases: [], contentTypes: [], without: 0, bodies: [] };
};

export function lastResponse({ answers }: Pick<Observation, "answers">): Response | undefined {
  const last = answers.at(-1);
  return last?.outcome === "answered" ? last.response : undefined;
}

export const responseHeader = (response: Response, name: string): string | undefined =>
  headerOf(response, name)?.toLowerCase().slice(0, 200);

/** The JSON value of a body that is recorded completely. */
export function bodyOf(response: Response): { json: unknown } | undefined {
  const { text, bytes } = response.decoded ?? response.body;
  if (text === undefined || bytes === 0 || Buffer.byteLength(rawText(text)) !== bytes)
    return undefined;
  try {
    return { json: JSON.parse(rawText(text)) };
  } catch {
    return undefined;
  }
}

type Keywords = Record<string, unknown>;

/** More keys than this are a map, not members with names. */
const MOST_KEYS = 60;
const DEEPEST = 8;

/** A JSON Schema of these values: types, members, and which members every object has. Never values. */
export function schemaOfValues(values: readonly unknown[], depth = 0): Keywords {
  const types = [...new Set(values.map(typeOf))].toSorted();
  if (types.length === 0 || depth > DEEPEST) return {};
  const objects = values.filter((value) => typeOf(value) === "object") as Record<string, unknown>[];
  const items = values.filter((value) => Array.isArray(value)).flat();
  return {
    type: types.length === 1 ? types[0] : withoutInteger(types),
    ...(objects.length > 0 && membersOf(objects, depth)),
    ...(items.length > 0 && { items: schemaOfValues(items, depth + 1) }),
  };
}

/** A number is an integer too. */
const withoutInteger = (types: readonly string[]): string[] =>
  types.includes("number") ? types.filter((type) => type !== "integer") : [...types];

function membersOf(objects: readonly Record<string, unknown>[], depth: number): Keywords {
  const keys = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  if (keys.length > MOST_KEYS) return {};
  const required = keys.filter((key) => objects.every((each) => Object.hasOwn(each, key)));
  return {
    properties: Object.fromEntries(
      keys.map((key) => [
        key,
        schemaOfValues(
          objects.filter((each) => Object.hasOwn(each, key)).map((each) => each[key]),
          depth + 1,
        ),
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
