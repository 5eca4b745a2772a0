import { oncePerSize } from "../remember.ts";
import type { BodiesFold, BodyFold } from "./body-shape.ts";
import { type GeneratedFold, emptyGenerated } from "./generated-fold.ts";
import {
  type Case,
  type Death,
  type Example,
  type Exploration,
  type Finding,
  type Growth,
  type Integrity,
  type Observation,
  type OutcomeCounts,
  type RunFooter,
  type RunHeader,
  type ServedStart,
  type Summary,
  type CalibrationRecord,
  type UniqueField,
  isExplored,
} from "../model/index.ts";
import { type AgentFold, type LoadFold, emptyAgents, emptyLoad } from "./load/load-fold.ts";
import type { ConductFold, PropertyFold, ValidFold } from "./observation-folds.ts";
import { ResponseFacts, emptyConduct, emptyValid } from "./observation-folds.ts";
import type { DocumentedFold } from "./documented/documented-fold.ts";
import { SentCounts } from "./sent-counts.ts";
import type { CachedFold } from "./surroundings-text.ts";
import { type LostFold, emptyLost } from "./transport-noise.ts";
import type { AnyNote } from "./note-text.ts";
import { UsageSeries } from "./usage-fold.ts";

/** The outcome of a case that was sent again to confirm a difference; `body` where bodies are kept. */
export type AgainFold = {
  how: NonNullable<Observation["again"]>;
  signature: string;
  body?: BodyFold | undefined;
};

/** A hand-chosen case with all its signatures, in order, and the first observation of each. */
export type CaseFold = {
  case: Case;
  signatures: string[];
  first: Map<string, Observation>;
  /** How many of its sendings were checks: before the first planned case, or whether the target still responds. */
  checked?: number;
  /** Places in `signatures` of time-outs due to witness itself. */
  slow?: number[];
  /** Sendings that confirm a difference from a baseline or between targets, in order. */
  again?: AgainFold[];
  /** How often such a sending showed nothing: the target had the value already, or witness was late. */
  fruitless?: number;
  /** Places in `signatures` of responses to a value that an earlier request had, and that has to be unique. */
  repeated?: number[];
  /** A first response that is compared with the document when a second one shows whether its value was a repeated one. */
  held?: Example;
};

/** A stated request that was accepted: its fresh number, and when it was sent. */
type AcceptedSending = { fresh: number; atMs: number };

/** The accumulated state of a run while its lines are read: bounded by the catalogue, not by the observations. */
export type RunFold = {
  header: RunHeader | undefined;
  footer: RunFooter | undefined;
  /** How the target was treated: what the calibration found, or a baseline has. */
  manner: CalibrationRecord["manner"];
  unique: readonly UniqueField[];
  /** The integrity according to the reader; undefined while a record is being written. */
  integrity: Integrity | undefined;
  resumed: number;
  notes: AnyNote[];
  cases: Map<string, CaseFold>;
  properties: Map<string, PropertyFold>;
  /** Stated requests that were accepted by the process of the target that runs now, and by earlier ones; not all of many. */
  accepted: { now: AcceptedSending[]; before: AcceptedSending[] };
  sent: SentCounts;
  /** Responses that a cache gave, according to their headers. */
  cached: CachedFold;
  generated: GeneratedFold | undefined;
  bodies: BodiesFold | undefined;
  /** Of a run without its explored cases: the run with them. */
  whole?: RunFold;
  /** A fold that shares its equal cases, so that they are in memory once. */
  beside: RunFold | undefined;
  valid: ValidFold;
  conduct: ConductFold;
  documented: DocumentedFold | undefined;
  /** Requests that are not valid: how often each signature came, and facts about the responses. */
  other: { outcomes: OutcomeCounts; ok: ResponseFacts; errors: ResponseFacts };
  rateLimited: number;
  unavailable: number;
  load: LoadFold;
  findings: Finding[];
  exploration: Exploration | undefined;
  starts: ServedStart[];
  deaths: Death[];
  growths: Growth[];
  usage: UsageSeries;
  agents: AgentFold;
  observations: number;
  /** Checks whether the target responds: before the first planned case, and between planned ones. */
  checks: number;
  controls: number;
  /** Sendings that are not recorded, or only beside a later one: in doubt, or lost. */
  dropped: number;
  /** Requests of each suite, and those that got no response at first: their earlier results, as observations. */
  lost: LostFold;
  /** Sendings that confirm differences from a baseline or between targets. */
  again: number;
  /** Those of them whose cases were sent again, with more fresh values. */
  replaced: number;
  lastGenerated: Case | undefined;
  /** Refusals by the body of a success count as successes. */
  byStatus: boolean;
};

/**
 * Options for comparisons. `keepGenerated` keeps generated cases, up to a limit. `keepBodies` keeps content types and
 * shapes of bodies, with those of earlier runs if it has them. `byStatus` ignores the marks of refusals by the body, and leaves
 * the status. `beside` is an earlier fold: what both have is in memory once.
 */
export type FoldOptions = {
  keepGenerated?: boolean;
  keepBodies?: boolean | BodiesFold;
  byStatus?: true;
  beside?: RunFold | undefined;
};

export const emptyFold = (options: FoldOptions = {}): RunFold => ({
  header: undefined,
  footer: undefined,
  manner: undefined,
  unique: [],
  integrity: undefined,
  resumed: 0,
  notes: [],
  cases: new Map(),
  properties: new Map(),
  accepted: { now: [], before: [] },
  sent: new SentCounts(),
  cached: { count: 0, all: 0 },
  generated: options.keepGenerated === true ? emptyGenerated(options.beside?.generated) : undefined,
  bodies: options.keepBodies === true ? new Map() : options.keepBodies || undefined,
  byStatus: options.byStatus === true,
  beside: options.beside,
  valid: emptyValid(),
  conduct: emptyConduct(),
  documented: undefined,
  other: { outcomes: {}, ok: new ResponseFacts(), errors: new ResponseFacts() },
  rateLimited: 0,
  unavailable: 0,
  load: emptyLoad(),
  findings: [],
  exploration: undefined,
  starts: [],
  deaths: [],
  growths: [],
  usage: new UsageSeries(),
  agents: emptyAgents(),
  observations: 0,
  checks: 0,
  controls: 0,
  dropped: 0,
  lost: emptyLost(),
  again: 0,
  replaced: 0,
  lastGenerated: undefined,
});

/** How the run ended: `cut-off` if its record has no last line. */
export const endOf = (run: RunFold): Summary["end"] => run.footer?.end ?? "cut-off";

/** The whole plan was carried out, and its record is not damaged. */
export const isRunComplete = ({ footer, integrity }: RunFold): boolean =>
  footer?.end === "done" && integrity?.state !== "damaged";

/** Computes something of a run once, as long as no further record is added: several parts of a summary ask for it. */
export const oncePerFold = <Made>(make: (run: RunFold) => Made): ((run: RunFold) => Made) =>
  oncePerSize(
    ({ observations, again, notes, cases, starts }) =>
      observations + again + notes.length + cases.size + starts.length,
    make,
  );

/** The run without cases recorded only as evidence for findings: findings report them. */
export const withoutExplored = (run: RunFold): RunFold => ({
  ...run,
  whole: run.whole ?? run,
  cases: new Map([...run.cases].filter(([id]) => !isExplored(id))),
});
