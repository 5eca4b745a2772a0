import { WitnessError } from "../../errors.ts";
import type { DocumentTable, GivenTarget, LoadFigures, LoadPlan } from "../../model/index.ts";
import type { LoadSummary, OperationFigures } from "../../model/index.ts";
import { LoadMix } from "../../observe/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted, durationText, latencyText, whole } from "../../text/index.ts";
import { loadPart, planLoad } from "../load.ts";
import type { PartRun } from "../conclude-run.ts";
import type { Control } from "../open-run.ts";
import { chosenOperations, operationName, refuseOptions } from "./choose-operations.ts";
import { eachOperation, type FinishedTable } from "./each-operation.ts";
import type { TurnResult, WholeDocument } from "./operation-turns.ts";
import { countColumn, rowOfRun, shownOf } from "./run-row.ts";

/** `witness load` of a whole document, each operation by itself or all of a mix together. @throws as both. */
export const loadDocument = (...given: Parameters<typeof loadEach>): Promise<FinishedTable> => {
  refuseOptions({ "--sweep": given[2].sweep });
  return given[2].mix.length > 0 ? loadMixed(...given) : loadEach(...given);
};

const roundsText = ({ rounds, durationMs, warmupMs }: LoadPlan): string => {
  const warmText = warmupMs > 0 ? ` after ${durationText(warmupMs)} of warm-up` : "";
  return `${counted(rounds, "round")} of ${durationText(durationMs)}${warmText}`;
};

const LATENCY_COLUMNS = [
  { key: "p50", title: "p50", about: "half of the responses took at most this long", unit: "us" },
  { key: "p99", title: "p99", about: "99 of 100 responses took at most this long", unit: "us" },
] as const;

const unansweredOf = ({ unanswered }: LoadFigures): number =>
  Object.values(unanswered).reduce((total, count) => total + count, 0);

const doubtsOf = ({ checks }: LoadFigures): string[] =>
  checks.filter(({ held }) => !held).map(({ text }) => text);

/** Only the first request of the load would name something that exists. */
const deletesOne = ({ method, path }: { method: string; path: string }): string | undefined =>
  method === "DELETE" && path.includes("{")
    ? "all its requests would delete one resource"
    : undefined;

function loadRow(part: PartRun): TurnResult {
  const { pooled, expectedStatuses = [] } = part.summary.load ?? {};
  if (pooled === undefined) {
    const word = part.end === "interrupted" ? "interrupted" : "no load";
    return rowOfRun(part, {}, [part.reason ?? ""].filter(Boolean), word, true);
  }
  const others = Object.entries(pooled.statuses).filter(
    ([status]) => !expectedStatuses.includes(status),
  );
  const figures = {
    rate: pooled.perSecond,
    p50: pooled.latencyUs.p50,
    p99: pooled.latencyUs.p99,
    other: others.reduce((total, [, { count }]) => total + count, 0),
    none: unansweredOf(pooled),
  };
  const doubts = doubtsOf(pooled);
  const texts = [
    ...others.map(([status, { count }]) => `${status} for ${counted(count, "request")}`),
    ...shownOf(doubts),
  ];
  const isDoubtful = doubts.length > 0 || figures.other + figures.none > 0;
  const word = doubts.length > 0 ? "in doubt" : "measured";
  return rowOfRun(part, figures, texts, word, isDoubtful);
}

const LOAD_EXCLUSIONS = {
  needsValues: true,
  leftOut: deletesOne,
  noVersions: "each of its requests needs the ETag after the one before (If-Match)",
};

/** Each operation by itself, one after the other. @throws WitnessError `load-options`, `openapi` for --sweep, and as `eachOperation`. */
async function loadEach(
  target: GivenTarget,
  document: WholeDocument,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedTable> {
  const eachText = `each operation by itself: ${roundsText(planLoad(options))}`;
  const sharing: string[] = [];
  const verb = {
    verb: "load" as const,
    targets: [target],
    columns: [
      { key: "rate", title: "responses/s", about: "over all rounds", unit: "per-second" as const },
      ...LATENCY_COLUMNS,
      countColumn("other", "responses with another status than before the load"),
      countColumn("none", "requests without a response"),
    ],
    found: (rows: readonly OperationFigures[]) => [`${eachText}; ${rangeText(rows)}`, ...sharing],
    ...LOAD_EXCLUSIONS,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, sending, inside } = turn;
    const own = { ...options, ...sending };
    const part = await loadPart(target, catalogues[0], own, turn.control, inside);
    const { site } = part.summary.load ?? {};
    if (site?.local === true)
      sharing[0] = `the target shares ${counted(site.cores, "core")} with the generator`;
    return loadRow(part);
  });
}

function rangeText(rows: readonly OperationFigures[]): string {
  const known = rows
    .flatMap(({ name, figures: { rate } }) => (rate === undefined ? [] : [{ name, rate }]))
    .toSorted((a, b) => b.rate - a.rate);
  const [fastest, slowest] = [known[0], known.at(-1)];
  if (fastest === undefined || slowest === undefined) return "none was measured";
  const textOf = ({ name, rate }: typeof fastest): string =>
    `${whole(rate)} responses/s of ${name}`;
  return known.length === 1 ? textOf(fastest) : `from ${textOf(slowest)} to ${textOf(fastest)}`;
}

/** `--mix`: each connection sends the requests of all operations by their weights. @throws WitnessError `load-options`, and as `eachOperation`. */
async function loadMixed(
  target: GivenTarget,
  document: WholeDocument,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedTable> {
  const plan = planMix(options);
  const weights = mixWeights(chosenOperations(document.operations, options), options.mix);
  const weightOf = new Map(
    [...weights].map(([operation, weight]) => [operationName(operation), weight]),
  );
  const mix = new LoadMix(plan);
  let load: LoadSummary | undefined;
  const verb = {
    verb: "load" as const,
    targets: [target],
    columns: COLUMNS,
    found: () => foundTexts(load, roundsText(plan)),
    ...LOAD_EXCLUSIONS,
    takes: weights.has.bind(weights),
    together: async () => {
      load = await mix.send();
      return load && wholeRow(load);
    },
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { operation, catalogues, sending, inside } = turn;
    const weight = weightOf.get(operation) ?? 1;
    const own = { ...options, ...sending };
    const part = { share: { weight }, mix };
    const loaded = loadPart(target, catalogues[0], own, turn.control, inside, part);
    const joined = await Promise.race([mix.nextJoined(), loaded.then(() => undefined)]);
    return {
      interface: joined?.interface,
      result: async () => {
        const row = loadRow(await loaded);
        const pooled = row.runs[0]?.summary.load?.pooled;
        return pooled === undefined
          ? row
          : { ...row, figures: { ...row.figures, weight, ...countsOf(pooled) } };
      },
    };
  });
}

const LARGEST_WEIGHT = 1000;

/** `getItem=5`, or a glob; the last one that fits decides, and 1 is usual. @throws WitnessError `openapi` for a name, `load-options` for a weight. */
function mixWeights(
  all: readonly DocumentOperation[],
  mix: readonly string[],
): Map<DocumentOperation, number> {
  const weights = new Map<DocumentOperation, number>();
  for (const text of mix) {
    const [, operation = text, written = "1"] = /^(.*)=([^={}/]*)$/.exec(text) ?? [];
    const weight = Number(written);
    if (!/^\d+$/.test(written) || weight < 1 || weight > LARGEST_WEIGHT)
      throw new WitnessError(
        "load-options",
        `--mix: the weight of ${operation} must be an integer from 1 to ${LARGEST_WEIGHT}, got ${JSON.stringify(written)}`,
      );
    for (const each of chosenOperations(all, { operation })) weights.set(each, weight);
  }
  return weights;
}

function planMix(options: OptionsOf<"load">): LoadPlan {
  if (options.ratePerSecond === undefined) return planLoad(options);
  throw new WitnessError("load-options", "--mix cannot be combined with --rate", {
    hint: "leave --rate out: each connection of a mix sends its next request after the response",
  });
}

const CLASSES = ["2xx", "3xx", "4xx", "5xx"];

const COLUMNS: DocumentTable["columns"] = [
  countColumn("weight", "how often the operation is in the mix"),
  countColumn("responses", "over all rounds"),
  { key: "rate", title: "responses/s", about: "over all rounds", unit: "per-second" },
  ...CLASSES.map((name) => countColumn(name, `responses with a status of ${name}`)),
  countColumn("none", "requests without a response"),
  ...LATENCY_COLUMNS,
];

const countsOf = ({ answered, statuses }: LoadFigures): Record<string, number> => ({
  responses: answered,
  ...Object.fromEntries(
    CLASSES.map((name) => [
      name,
      Object.entries(statuses).reduce(
        (sum, [status, { count }]) => sum + (status[0] === name[0] ? count : 0),
        0,
      ),
    ]),
  ),
});

function wholeRow({ pooled, warnings }: LoadSummary): DocumentTable["whole"] {
  if (pooled === undefined)
    return { state: "alert", word: "no load", figures: {}, texts: shownOf(warnings) };
  const doubts = doubtsOf(pooled);
  const isDoubtful = doubts.length > 0;
  return {
    state: isDoubtful ? "doubt" : "fine",
    word: isDoubtful ? "in doubt" : "measured",
    figures: {
      ...countsOf(pooled),
      rate: pooled.perSecond,
      none: unansweredOf(pooled),
      p50: pooled.latencyUs.p50,
      p99: pooled.latencyUs.p99,
    },
    texts: shownOf(doubts),
  };
}

function foundTexts(load: LoadSummary | undefined, rounds: string): string[] {
  const { pooled, options, site } = load ?? {};
  if (pooled === undefined || options === undefined) return [`no load was measured: ${rounds}`];
  const { p50, p99 } = pooled.latencyUs;
  return [
    `all operations together: ${whole(pooled.perSecond)} responses/s, p50 ${latencyText(p50)}, p99 ${latencyText(p99)}`,
    `${counted(options.offered.connections, "connection")}, ${rounds}; each connection sends all operations`,
    ...(site?.local === true
      ? [`the target shares ${counted(site.cores, "core")} with the generator`]
      : []),
  ];
}
