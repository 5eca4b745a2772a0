import type { Secret } from "../contract/index.ts";
import type { Baseline, SendLimits, UniqueField } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";

type Options = OptionsOf<"run"> & Omit<OptionsOf<"load">, keyof OptionsOf<"run">>;
/** What a run has in another form than the options. */
type Planned = "baseline" | "caps" | "explore" | "interface" | "load";
/** The options of a verb, resolved once, with what is known before its run: passed whole, and read where it is used. */
export type Settings = Partial<Omit<Options, Planned>> &
  Pick<Options, "timeoutMs" | "waitForMs" | "outputDir"> & {
    /** The baseline, or the file that has it. */
    baseline?: string | Baseline | undefined;
    /** How earlier runs for the same baseline treated the target. */
    manner?: SendLimits | undefined;
    unique?: readonly UniqueField[] | undefined;
    /** Values of security schemes that a login has given: they replace those of `auth`. */
    tokens?: ReadonlyMap<string, Secret> | undefined;
  };
