import { isVersionHeader, VERSION_HEADER } from "../../contract/index.ts";
import { lacksCredentials, responseCheck } from "../../analyse/index.ts";
import type { Interface, SequenceStep } from "../../model/index.ts";
import { headerOf, ResourceSequence } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { operationName } from "./choose-operations.ts";
import { type ResourceValue, type ResourceValues, valueOf } from "./value-in-response.ts";
import type { PathValues } from "./path-values.ts";
import { readable } from "./readable.ts";
import type { PathParameter, Resource } from "./producers.ts";
import type { StatedExchange, StatedSender } from "./stated-sender.ts";
import { namingOf, responseIn, successIn } from "./stated-sender.ts";

/** `action`: the operation of a step that acts. */
type Step = Pick<SequenceStep, "does" | "credentials" | "without"> & { action?: DocumentOperation };
type Does = Step["does"];
type Kind = ResourceSequence["kind"];

const KINDS: Record<Exclude<Kind, "action twice">, Step[]> = {
  life: (["read", "update", "read", "delete", "read", "delete"] as const).map((does) => ({ does })),
  list: (["list", "delete", "list"] as const).map((does) => ({ does })),
  "update after delete": [{ does: "delete" }, { does: "update" }],
  // The requests of the operation's own run are to a resource that the first of them has deleted.
  "delete by others": [
    { does: "delete", credentials: "none" },
    { does: "delete", credentials: "wrong" },
  ],
  "second user": [
    ...(["read", "update", "delete"] as const).map((does) => ({
      does,
      credentials: "second" as const,
    })),
    { does: "read" },
  ],
  // Each request of the operation's own run has the version that was read just before.
  "without version": (["update", "delete"] as const).map((does) => ({
    does,
    without: VERSION_HEADER,
  })),
};

/** The steps of each sequence of a kind: one, or for each action one. */
const sequencesOf = (kind: Kind, { actions }: Resource): Step[][] =>
  kind === "action twice"
    ? actions.map((action) => [
        { does: "act", action },
        { does: "act", action },
      ])
    : [KINDS[kind]];

/** Whether the steps that a resource has operations for show anything. */
const IS_WORTH_SENDING: Record<Kind, (steps: readonly Step[], resource: Resource) => boolean> = {
  life: ({ length }) => length > 0,
  list: (steps) => steps.some(({ does }) => does === "list"),
  "update after delete": ({ length }, { update }) => length === 2 && needsResource(update),
  "delete by others": ({ length }) => length > 0,
  "second user": (steps) => steps.some(({ credentials }) => credentials === "second"),
  "without version": ({ length }) => length > 0,
  "action twice": ({ length }) => length === 2,
};

/** Whether an update says that what it changes must exist: another PUT may create it. */
const needsResource = (update: DocumentOperation | undefined): boolean =>
  update !== undefined &&
  (update.method === "PATCH" ||
    (readable(update)?.responses ?? []).some(({ status }) => /^4(?:04|10|XX)$/i.test(status)));

const operationFor = (resource: Resource, { does, action }: Step): DocumentOperation | undefined =>
  does === "act"
    ? action
    : does === "create"
      ? resource.create.operation
      : does === "delete"
        ? resource.remove
        : resource[does];

/** Credentials change, or a header is left out, only where the document demands them: what is open to everybody is open to another user. */
const canSend = (
  { without, credentials }: Step,
  operation: DocumentOperation | undefined,
): boolean =>
  operation !== undefined &&
  (credentials === undefined || (readable(operation)?.schemes ?? []).length > 0) &&
  (without === undefined ||
    readable(operation)?.parameters?.some(
      (each) => each.in === "header" && each.required === true && isVersionHeader(each.name),
    ) === true);

/** Senders with the credentials of the user who makes each resource, and of another one if there are any. */
type Senders = { first: StatedSender; second: StatedSender | undefined };

/** Without operations in between, a second read shows nothing. */
const withoutRepeats = (steps: readonly Step[]): Step[] =>
  steps.filter(
    ({ does }, at) => does !== steps[at - 1]?.does || (does !== "read" && does !== "list"),
  );

/** Each sequence is sent to a new resource, as far as there are operations; some only if there is a `second` user. @throws Interrupted after the signal. */
export async function sendSequences(
  resource: Resource,
  values: PathValues,
  senders: Senders,
): Promise<ResourceSequence[]> {
  const sequences: ResourceSequence[] = [];
  for (const kind of ResourceSequence.shape.kind.options) {
    if (kind === "second user" && senders.second === undefined) continue;
    for (const all of sequencesOf(kind, resource)) {
      const steps = withoutRepeats(
        all.filter((step) => canSend(step, operationFor(resource, step))),
      );
      if (IS_WORTH_SENDING[kind](steps, resource))
        sequences.push(...(await sendSequence({ resource, kind, steps }, values, senders)));
    }
  }
  return sequences;
}

async function sendSequence(
  { resource, kind, steps }: { resource: Resource; kind: Kind; steps: readonly Step[] },
  values: PathValues,
  senders: Senders,
): Promise<ResourceSequence[]> {
  const made = await values.make(resource.create, resource.parameter);
  if (made === undefined) return [];
  const value = made.values?.get(resource.parameter.key);
  const sent = [stepOf("create", resource.create.operation, made.exchange)];
  if (made.values !== undefined)
    for (const step of steps)
      sent.push(...(await sendStep({ resource, step, of: made.values }, values, senders)));
  const named = value === undefined ? undefined : String(value);
  return [{ resource: resource.path, kind, value: named, steps: sent }];
}

async function sendStep(
  { resource, step: sent, of }: { resource: Resource; step: Step; of: ResourceValues },
  values: PathValues,
  { first, second }: Senders,
): Promise<SequenceStep[]> {
  const { does, credentials, without } = sent;
  const operation = operationFor(resource, sent);
  const from = operation && (await values.withValues(operation, of));
  if (operation === undefined || from === undefined) return [];
  const isValid = credentials === undefined && without === undefined;
  const isSecond = credentials === "second";
  const sender = isSecond ? second : first;
  if (sender === undefined) return [];
  const change = {
    ...(credentials !== undefined && !isSecond && { credentials }),
    ...(without !== undefined && { without }),
  };
  const exchange = await sender.send(does === "list" ? withoutFilters(from) : from, change);
  const shown = isSecond ? { credentials } : change;
  const step = { ...stepOf(does, operation, exchange, isValid), ...shown };
  const value = of.get(resource.parameter.key);
  if (does !== "list" || value === undefined) return [step];
  const list = listedIn(exchange, { value, parameter: resource.parameter }, from);
  return [{ ...step, list }];
}

/** An optional parameter of a query may filter a list, or shorten it: the new resource would not be in it. */
const withoutFilters = ({ parameters, ...from }: Interface): Interface => ({
  ...from,
  parameters: parameters?.filter((each) => each.in !== "query" || each.required === true),
});

function stepOf(
  does: Does,
  operation: DocumentOperation,
  exchange: StatedExchange,
  isValid = true,
): SequenceStep {
  const { result, method, path, curl } = exchange;
  return {
    does,
    operation: operationName(operation),
    method,
    path,
    curl,
    result,
    breach: breachOf(exchange, isValid),
  };
}

/** How the response to the stated request differs from the document; without the credentials it demands, its status may be any. */
export function breachOf(exchange: StatedExchange, isValid: boolean): SequenceStep["breach"] {
  const { interface: from } = exchange;
  const response = responseIn(exchange);
  const checked = response && responseCheck(from)?.(response, isValid && !lacksCredentials(from));
  if (checked?.state !== "breach") return undefined;
  const { check, clause, expected, observed } = checked;
  return { check, clause, expected, observed };
}

/** A list of so many elements may be a page of a longer one, whatever the document says. */
const isPageSize = (elements: number): boolean =>
  elements >= 10 && (elements === 15 || [10, 12, 16, 25].some((each) => elements % each === 0));
/** Names of parameters and members that say that a list comes in pages. */
const OF_PAGES =
  /^(?:limit|page|pages|per_?page|page_?(?:size|token|number)|size|offset|skip|cursor|next|after|has_?more|total(?:_?pages)?|count|start)$/i;

/** What a list shows about a resource, given the interface with all parameters; nothing if the response is not a list in JSON. */
function listedIn(
  exchange: StatedExchange,
  { value, parameter }: { value: ResourceValue; parameter: PathParameter },
  { parameters = [] }: Interface,
): NonNullable<SequenceStep["list"]> {
  const response = successIn(exchange);
  const json = namingOf(exchange)?.json;
  const elements = elementsOf(json);
  if (response === undefined || elements === undefined) return {};
  const has = elements.some((each) => {
    const own = typeof each === "object" ? valueOf(each, parameter) : each;
    return String(own) === String(value);
  });
  const isPart =
    isPageSize(elements.length) ||
    headerOf(response, "link") !== undefined ||
    parameters.some(({ name }) => OF_PAGES.test(name)) ||
    (!Array.isArray(json) && Object.keys(json as object).some((name) => OF_PAGES.test(name)));
  return { elements: elements.length, has, isPart: isPart || undefined };
}

function elementsOf(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (typeof json !== "object" || json === null) return undefined;
  const lists = Object.values(json).filter((each) => Array.isArray(each));
  return lists.length === 1 ? lists[0] : undefined;
}
