import { Interface, Suite } from "../model/index.ts";
import { z } from "zod";
import type { Control } from "../jobs/index.ts";
import type { ApiOptionsOf, OptionsOf, Verb } from "../options/index.ts";
import { apiShape, withProfile } from "../options/index.ts";
import type { RunEvents } from "../observe/index.ts";
import { suggestion } from "../text/index.ts";
import { WitnessError } from "../errors.ts";

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
export type VerbOptions<V extends Verb> = ApiOptionsOf<V> & OwnOptions;

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

/** Signal and events of a job: both are optional for a program. */
export const controlOf = ({ signal, events }: FollowOptions): Control => ({
  signal: signal ?? new AbortController().signal,
  events: events ?? {},
});

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
