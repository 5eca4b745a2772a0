import { interfaceOf } from "../../contract/index.ts";
import { rawText, type Observation, type Response } from "../../model/index.ts";
import { isOfOperation } from "../documented/of-operation.ts";
import type { RunFold } from "../run-fold.ts";
import { schemaOfValues } from "./response-schema.ts";

/** A status that the target responded with: how often, with what, and which cases show it. */
export type SeenStatus = {
  status: string;
  count: number;
  cases: string[];
  contentTypes: string[];
  /** Cases whose response has no body or no media type. */
  without: number;
  /** Absent where no body was JSON. */
  schema?: Record<string, unknown>;
  example?: unknown;
};

const MOST_CASES = 5;
const MOST_BODIES = 300;

/** The statuses of a run's hand-chosen cases of the operation, with their responses, in order. */
export function seenStatuses({ cases, header }: Pick<RunFold, "cases" | "header">): SeenStatus[] {
  const from = interfaceOf(header ?? {});
  const byStatus = new Map<string, SeenStatus & { bodies: unknown[] }>();
  for (const { case: sent, signatures, first } of cases.values()) {
    if (sent.valid !== true && !isOfOperation(sent, from)) continue;
    for (const signature of signatures)
      if (/^\d{3}$/.test(signature)) of(byStatus, signature).count += 1;
    for (const [signature, observation] of first) {
      const response = lastResponse(observation);
      if (response === undefined || !/^\d{3}$/.test(signature)) continue;
      const seen = of(byStatus, signature);
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
      ...(bodies.length > 0 && { schema: schemaOfValues(bodies), example: bodies[0] }),
    }));
}

function of(
  byStatus: Map<string, SeenStatus & { bodies: unknown[] }>,
  status: string,
): SeenStatus & { bodies: unknown[] } {
  const seen = byStatus.get(status) ?? {
    status,
    count: 0,
    cases: [],
    contentTypes: [],
    without: 0,
    bodies: [],
  };
  byStatus.set(status, seen);
  return seen;
}

/** The last response of an observation, if it is one. */
export function lastResponse({ answers }: Pick<Observation, "answers">): Response | undefined {
  const last = answers.at(-1);
  return last?.outcome === "answered" ? last.response : undefined;
}

/** The value of a header, in lower case. */
export function responseHeader({ headers }: Response, name: string): string | undefined {
  const found = headers.find(([own]) => rawText(own).toLowerCase() === name);
  return found === undefined ? undefined : rawText(found[1]).toLowerCase().slice(0, 200);
}

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
