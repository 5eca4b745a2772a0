import { WitnessError } from "../../errors.ts";
import type { GivenTarget, OperationFigures, StatesSummary } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted } from "../../text/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { explorePart, withNewResources } from "../explore.ts";
import type { PartRun } from "../conclude-run.ts";
import type { Control } from "../open-run.ts";
import { eachOperation, type FinishedTable } from "./each-operation.ts";
import type { TurnResult, WholeDocument } from "./operation-turns.ts";
import { operationName } from "./choose-operations.ts";
import { resourcesOf } from "./producers.ts";
import { countColumn, rowOfRun, shownOf, sumOf } from "./run-row.ts";

/** `witness explore` of a whole document; `--max-time` is for each operation. @throws WitnessError `openapi` */
export async function exploreDocument(
  targets: readonly GivenTarget[],
  document: WholeDocument,
  options: OptionsOf<"explore">,
  control: Control,
): Promise<FinishedTable> {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0)
    throw new WitnessError("openapi", "a whole document is explored at one target", {
      hint: "choose an operation with --operation, or use witness compare for several targets",
    });
  const withStates = options.states || options.parts?.includes("states") === true;
  const elsewhere = (operation: Pick<DocumentOperation, "method" | "path">) =>
    withStates ? machineElsewhere(operation, document.operations) : undefined;
  const verb = {
    verb: "explore" as const,
    targets: [target],
    columns: withStates ? [...COLUMNS, STATES_COLUMN] : COLUMNS,
    found: foundTexts,
    needsValues: false,
    leftOut: (operation: Pick<DocumentOperation, "method" | "path">) =>
      withoutStates(options) === undefined ? elsewhere(operation) : undefined,
    timeForEach: true as const,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, sending, manners, inside } = turn;
    const isElsewhere = elsewhere(catalogues[0].interface) !== undefined;
    const chosen = isElsewhere ? (withoutStates(options) ?? options) : options;
    const own = { ...chosen, ...sending, manner: manners[0] };
    // A machine begins with a resource that no request has made yet.
    const catalogue = own.states ? await withNewResources(catalogues[0]) : catalogues[0];
    const part = await explorePart(target, catalogue, own, turn.control, inside);
    return exploredRow(part);
  });
}

const COLUMNS = [
  countColumn("axes", "axes that were walked"),
  countColumn("limits", "places on them where the response changes"),
  countColumn("examples", "smallest requests that get another response than the stated one"),
];
const STATES_COLUMN = countColumn("states", "states of the resource that it makes");

const foundTexts = (rows: readonly OperationFigures[]): string[] => [
  `${counted(sumOf(rows, "limits"), "boundary", "boundaries")} and ${counted(sumOf(rows, "examples"), "smallest example")} in ${counted(rows.length, "operation")}`,
];

function exploredRow(part: PartRun): TurnResult {
  const { axes = [], examples = [], cutShort = [], states } = part.summary.exploration ?? {};
  const found = axes.filter(({ boundaries }) => boundaries.length > 0);
  const limits = found.reduce((sum, { boundaries }) => sum + boundaries.length, 0);
  const smallest = examples.reduce((sum, { entries }) => sum + entries.length, 0);
  const texts = [
    ...shownOf(machineTexts(states)),
    ...shownOf(found.map(({ title, sentence }) => `${title}: ${sentence}`)),
    ...cutShort,
  ];
  const learned = states?.states.length ?? 0;
  const figures = {
    axes: axes.length,
    limits,
    examples: smallest,
    ...(states && { states: learned }),
  };
  const isNothing = limits + smallest + learned === 0;
  return rowOfRun(part, figures, texts, isNothing ? "nothing" : "found");
}

type StatesOptions = Pick<OptionsOf<"explore">, "states" | "parts">;

const CHANGES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Why an operation has no state machine of its own; undefined if it has one. */
function machineElsewhere(
  { method, path }: Pick<DocumentOperation, "method" | "path">,
  all: readonly DocumentOperation[],
): string | undefined {
  const resource = resourcesOf(all).find((each) => each.path === path);
  if (resource !== undefined)
    return `the state machine of ${path} is that of ${operationName(resource.create.operation)}, with the requests to what it makes`;
  return CHANGES.has(method) ? undefined : "it changes nothing: it has no state machine";
}

/** What is explored of an operation that has no machine of its own; undefined if that is nothing. */
function withoutStates<Own extends StatesOptions>(options: Own): Own | undefined {
  const parts = options.parts?.filter((part) => part !== "states") ?? [];
  return parts.length === 0 ? undefined : { ...options, states: false, parts };
}

function machineTexts(found: StatesSummary | undefined): string[] {
  if (found === undefined) return [];
  const nameOf = (at: number): string => found.states[at]?.name ?? String(at);
  const steps = found.edges.map(({ from, to, steps: all }) => {
    const letters = all.map((step) => `${step.letters.join(", ")}: ${step.response}`);
    return `${nameOf(from)} to ${nameOf(to)} by ${letters.join("; ")}`;
  });
  const varies = found.varies === undefined ? [] : ["the same requests get different responses"];
  return [found.sentence, ...steps, ...varies];
}
