import { lacksCredentials, responseCheck } from "../../analyse/index.ts";
import type { Interface, ResourceSequence, SequenceStep } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { operationName } from "./choose-operations.ts";
import { listedIn } from "./listed.ts";
import type { ResourceValues } from "./named-resources.ts";
import type { PathValues } from "./path-values.ts";
import type { Resource } from "./resources.ts";
import { responseIn, type StatedExchange, type StatedSender } from "./stated-sender.ts";

type Does = SequenceStep["does"];

const KINDS: Record<ResourceSequence["kind"], Does[]> = {
  life: ["read", "update", "read", "delete", "read", "delete"],
  list: ["list", "delete", "list"],
};

const operationFor = (resource: Resource, does: Does): DocumentOperation | undefined =>
  does === "create"
    ? resource.create.operation
    : does === "delete"
      ? resource.remove
      : resource[does];

/**
 * The sequences of a resource, as far as there are operations for their steps; each is sent to a new resource. One ends after its
 * first step if that names no resource. @throws Interrupted after the signal.
 */
export async function sendSequences(
  resource: Resource,
  values: PathValues,
  sender: StatedSender,
): Promise<ResourceSequence[]> {
  const sequences: ResourceSequence[] = [];
  for (const kind of ["life", "list"] as const) {
    const steps = KINDS[kind].filter((does) => operationFor(resource, does) !== undefined);
    const isWorthSending = kind === "life" ? steps.length > 0 : steps.includes("list");
    if (!isWorthSending) continue;
    const made = await values.make(resource.create, resource.parameter);
    if (made === undefined) continue;
    const { path } = resource;
    const value = made.values?.get(resource.parameter.key);
    const sequence: ResourceSequence = {
      resource: path,
      kind,
      ...(value !== undefined && { value: String(value) }),
      steps: [stepOf("create", resource.create.operation, made.exchange)],
    };
    sequences.push(sequence);
    if (made.values === undefined) continue;
    for (const does of steps)
      sequence.steps.push(...(await sendStep({ resource, does, of: made.values }, values, sender)));
  }
  return sequences;
}

async function sendStep(
  { resource, does, of }: { resource: Resource; does: Does; of: ResourceValues },
  values: PathValues,
  sender: StatedSender,
): Promise<SequenceStep[]> {
  const operation = operationFor(resource, does);
  const from = operation && (await values.withValues(operation, of));
  if (operation === undefined || from === undefined) return [];
  const exchange = await sender.send(does === "list" ? withoutFilters(from) : from);
  const step = stepOf(does, operation, exchange);
  const value = of.get(resource.parameter.key);
  if (does !== "list" || value === undefined) return [step];
  const list = listedIn(exchange, { value, parameter: resource.parameter }, from);
  return [{ ...step, list }];
}

/** An optional parameter of a query may filter a list, or shorten it: the new resource would not be in it. */
const withoutFilters = ({ parameters, ...from }: Interface): Interface => ({
  ...from,
  ...(parameters && {
    parameters: parameters.filter((each) => each.in !== "query" || each.required === true),
  }),
});

function stepOf(does: Does, operation: DocumentOperation, exchange: StatedExchange): SequenceStep {
  const { interface: from, result, method, path, curl } = exchange;
  const breach = breachOf(from, exchange);
  return {
    does,
    operation: operationName(operation),
    method,
    path,
    ...(curl !== undefined && { curl }),
    result,
    ...(breach !== undefined && { breach }),
  };
}

/** How the response to the stated request differs from the document; without the credentials it demands, its status may be any. */
function breachOf(from: Interface, exchange: StatedExchange): SequenceStep["breach"] {
  const response = responseIn(exchange);
  const checked = response && responseCheck(from)?.(response, !lacksCredentials(from));
  if (checked?.state !== "breach") return undefined;
  const { check, clause, expected, observed } = checked;
  return { check, clause, expected, observed };
}
