import { Interface } from "../model/interface.ts";
import { z } from "zod";
import type { Control } from "../jobs/open-run.ts";
import { Suite } from "../model/suite.ts";
import type { Verb } from "../options/option-row.ts";
import { withProfile } from "../options/resolve.ts";
import { apiShape } from "../options/schemas.ts";
import type { ApiOptionsOf, OptionsOf } from "../options/table.ts";
import type { RunEvents } from "../run/run-settings.ts";
import { WitnessError } from "../errors.ts";

/** How a program follows and stops what it has begun. */
export type FollowOptions = {
  /** Ends it early; what was recorded is kept. */
  signal?: AbortSignal | undefined;
  /** Functions that are called as it goes on. */
  events?: RunEvents | undefined;
};

/** What a program passes besides the options of the table. */
export type OwnOptions = FollowOptions & {
  /** Suites of your own, sent after the built-in ones. */
  suites?: Suite[] | undefined;
  /** What requests are made of; else the built-in interface. */
  interface?: Interface | undefined;
};

/** Options of a verb as a program passes them. */
export type VerbOptions<V extends Verb> = ApiOptionsOf<V> & OwnOptions;

/** What the options of a program without table rows look like. */
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

/** How it is followed and stopped: by nobody, where the options name nobody. */
export const controlOf = ({ signal, events }: FollowOptions): Control => ({
  signal: signal ?? new AbortController().signal,
  events: events ?? {},
});

/**
 * Options with their defaults.
 * @throws WitnessError `options` that names the ones that do not fit.
 */
export function readOptions<T extends z.ZodType>(
  schema: T,
  options: z.input<T>,
  of: string,
): z.output<T> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new WitnessError("options", `options of ${of}: ${z.prettifyError(parsed.error)}`);
}
