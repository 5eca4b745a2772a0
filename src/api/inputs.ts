import { setMaxListeners } from "node:events";
import { resolve } from "node:path";
import type { FinishedRun, Control } from "../jobs/index.ts";
import { ownFault } from "../machine-fault.ts";
import type { Comparison, GivenTarget, Summary } from "../model/index.ts";
import { Interface, Suite } from "../model/index.ts";
import type { RunOutcome, RunEvents } from "../observe/index.ts";
import { z } from "zod";
import type { ApiOptionsOf, OptionsOf, Verb } from "../options/index.ts";
import { apiShape, withProfile } from "../options/index.ts";
import { suggestion } from "../text/index.ts";
import { WitnessError } from "../errors.ts";

/**
 * A server: its base URL, `name=URL`, or both as an object, which may say how witness serves it. `http://`
 * may be missing, and `:3000` is short for `http://localhost:3000`; `{port}` in the URL of a served target is a free port.
 */
export type TargetInput = string | GivenTarget;

/** A target in written form: `name=URL` if it has a name. */
export const targetText = (target: TargetInput): string =>
  typeof target === "string" ? target : `${target.name}=${target.baseUrl}`;

/** @throws WitnessError `base-url`, `target-name`. */
export async function readTarget(target: TargetInput): Promise<GivenTarget> {
  const { parseTarget } = await import("./jobs.lazy.ts");
  return { ...parseTarget(targetText(target)), ...serveOf(target) };
}

/** Reads targets that must have different names. @throws WitnessError `base-url`, `target-name`. */
export async function readTargets(targets: readonly TargetInput[]): Promise<GivenTarget[]> {
  const { distinctTargets } = await import("./jobs.lazy.ts");
  return servedAs(distinctTargets(targets.map(targetText)), targets);
}

/** The targets of these inputs, with how witness serves them. */
export const servedAs = (
  targets: readonly GivenTarget[],
  inputs: readonly TargetInput[],
): GivenTarget[] =>
  targets.map((target, at) => ({ ...target, ...serveOf(inputs[at] ?? target.baseUrl) }));

const serveOf = (target: TargetInput): Pick<GivenTarget, "serve"> =>
  typeof target === "string" || target.serve === undefined ? {} : { serve: target.serve };

/** The result of a run. A target that misbehaves, or cannot be reached, is in the outcome: nothing is thrown. */
export type RunResult = {
  /** How it ended: `done`, or `unreachable`, `target-lost`, ... with the reason if one is known. */
  outcome: RunOutcome;
  /** The contents of `summary.json`. */
  summary: Summary;
  /** Absolute path of the run's folder: record, summary and report are in it. */
  folder: string;
  /** Absolute path of the report. */
  report: string;
};

/** Public result of a finished run. Throws if this machine or witness itself could not continue. */
export function runResult({ outcome, summary, folder, report }: FinishedRun): RunResult {
  if (outcome.failure !== undefined) throw ownFault(outcome.failure);
  return { outcome, summary, folder: resolve(folder), report: resolve(report) };
}

/** What `compare` resolves with: what was found, and where it is stored. */
export type CompareResult = {
  /** The contents of `comparison.json`. */
  comparison: Comparison;
  /** A run for each server, in order; empty if stored runs were compared. */
  runs: RunResult[];
  /** Absolute path of the comparison's folder. */
  folder: string;
  /** Absolute path of the report. */
  report: string;
};

/** How a program follows and stops a run. */
export type FollowOptions = {
  /** Ends the work early; everything recorded so far is kept. */
  signal?: AbortSignal | undefined;
  /** Functions that receive progress. */
  events?: RunEvents | undefined;
};

/** Options of the API that are not in the table. */
export type OwnOptions = FollowOptions & {
  /** Suites of your own, sent after the built-in ones. */
  suites?: Suite[] | undefined;
  /** The interface of the requests; by default the built-in one. */
  interface?: Interface | undefined;
};

/** Options of a verb as a program passes them. */
type VerbOptions<V extends Verb> = ApiOptionsOf<V> & OwnOptions;

/** The schemas of a program's options without table rows. */
export const FOLLOW_SHAPE = {
  signal: z
    .custom<AbortSignal>((value) => value instanceof AbortSignal, "must be an AbortSignal")
    .optional(),
  events: z
    .custom<RunEvents>(
      (value) => typeof value === "object" && value !== null,
      "must be an object of functions",
    )
    .optional(),
};

/** The interface that a program passes, made by `defineInterface`. */
export const INTERFACE = Interface.optional();

/** Suites that a program passes. */
export const SUITES = z.array(Suite).default([]);

/**
 * Reads the options of a verb, with their defaults.
 * @throws WitnessError `options` that names each option that is not accepted, by its name in the API.
 */
export function verbOptions<V extends Verb>(
  verb: V,
  given: VerbOptions<V>,
): { options: OptionsOf<V>; suites: Suite[]; from: Interface | undefined; control: Control } {
  const own = { suites: SUITES, interface: INTERFACE };
  const schema = z.strictObject({ ...apiShape(verb), ...FOLLOW_SHAPE, ...own });
  const {
    suites,
    interface: from,
    signal,
    events,
    ...options
  } = readOptions(schema, withProfile(verb, given), verb);
  return {
    options: options as unknown as OptionsOf<V>,
    suites,
    from,
    control: controlOf({ signal, events }),
  };
}

/**
 * Signal and events of a job: both are optional for a program. Each request in flight listens to the signal, and Node would warn
 * of a leak at the eleventh.
 */
export function controlOf({
  signal = new AbortController().signal,
  events = {},
}: FollowOptions): Control {
  setMaxListeners(0, signal);
  return { signal, events };
}

/** Options with their defaults. @throws WitnessError `options` that names the invalid ones. */
export function readOptions<T extends z.ZodType>(
  schema: T,
  options: z.input<T>,
  of: string,
): z.output<T> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const unknown = parsed.error.issues.flatMap((each) =>
    each.code === "unrecognized_keys" && each.path.length === 0 ? each.keys : [],
  );
  const [first] = unknown;
  throw new WitnessError("options", `options of ${of}: ${z.prettifyError(parsed.error)}`, {
    hint: first === undefined ? undefined : suggestion(first, known),
  });
}
