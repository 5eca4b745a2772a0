import type { StatesSummary } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { operationName } from "./choose-operations.ts";
import { resourcesOf } from "./producers.ts";

type Options = Pick<OptionsOf<"explore">, "states" | "parts">;

const CHANGES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Why an operation has no state machine of its own; undefined if it has one. */
export function machineElsewhere(
  { method, path }: Pick<DocumentOperation, "method" | "path">,
  all: readonly DocumentOperation[],
): string | undefined {
  const resource = resourcesOf(all).find((each) => each.path === path);
  if (resource !== undefined)
    return `the state machine of ${path} is that of ${operationName(resource.create.operation)}, with the requests to what it makes`;
  return CHANGES.has(method) ? undefined : "it changes nothing: it has no state machine";
}

/** What is explored of an operation that has no machine of its own; undefined if that is nothing. */
export function withoutStates<Own extends Options>(options: Own): Own | undefined {
  const parts = options.parts?.filter((part) => part !== "states") ?? [];
  return parts.length === 0 ? undefined : { ...options, states: false, parts };
}

/** The machine of a resource: its states, and what leads from one to another. */
export function machineTexts(found: StatesSummary | undefined): string[] {
  if (found === undefined) return [];
  const nameOf = (at: number): string => found.states[at]?.name ?? String(at);
  const steps = found.edges.map(({ from, to, steps: all }) => {
    const letters = all.map((step) => `${step.letters.join(", ")}: ${step.response}`);
    return `${nameOf(from)} to ${nameOf(to)} by ${letters.join("; ")}`;
  });
  const varies = found.varies === undefined ? [] : ["the same requests get different responses"];
  return [found.sentence, ...steps, ...varies];
}
