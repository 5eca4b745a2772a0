import { z } from "zod";
import { Aspect, ExplorePart } from "../model/finding.ts";
import { readOptions } from "./read-options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { allSuites, controlOf, sendFlags } from "./send-flags.ts";
import { SelectionShape, SendShape, timeoutMs } from "./send-options.ts";
import { readTargets, type TargetInput } from "./target-input.ts";

const most = z.int().min(1).optional();
/** Upper ends of axes: bytes, counts, and for `idle` milliseconds. */
const Caps = z.strictObject({
  body: most,
  depth: most,
  keys: most,
  keyLength: most,
  headers: most,
  headerSize: most,
  url: most,
  digits: most,
  idle: most,
});

const Options = z.strictObject({
  ...SendShape,
  suite: SelectionShape.suite,
  suites: SelectionShape.suites,
  concurrency: SelectionShape.concurrency,
  /** How long to wait for an answer: 1000. */
  timeoutMs: timeoutMs(1000),
  /** What to look for: of one target `examples` and `boundaries`, of several `divergences`. */
  parts: z.array(ExplorePart).min(1).optional(),
  /** What counts as a difference: `["status"]`. */
  compare: z.array(Aspect).min(1).default(["status"]),
  /** Paths in JSON bodies that are not compared. */
  ignore: z.array(z.string()).default([]),
  /** Only boundaries along these axes. */
  axes: z.array(z.string()).default([]),
  /** Requests to draw from each property: 500. */
  runs: z.int().min(0).optional(),
  /** Requests to one target at most: 50,000. */
  maxRequests: z.int().min(1).optional(),
  /** Stop after so long: 60,000. */
  maxTimeMs: z.int().min(1).optional(),
  /** How far the axes go, where the defaults do not fit. */
  caps: Caps.default({}),
});
type Wanted = z.output<typeof Options>;
/** What `explore` can be told; all of it has the defaults of `witness explore`. */
export type ExploreOptions = z.input<typeof Options>;

/**
 * Finds smallest examples and exact boundaries of one target, or where several differ:
 * `witness explore`. Gives a run for each target, in their order; what was found is in `summary.exploration`.
 */
export async function explore(
  targets: TargetInput | readonly TargetInput[],
  options: ExploreOptions = {},
): Promise<RunResult[]> {
  const wanted = readOptions(Options, options, "explore");
  const { conductExploration } = await import("../cli/conduct-exploration.ts");
  const list = await readTargets([targets].flat());
  const suites = await allSuites(wanted);
  const flags = {
    ...sendFlags(wanted),
    suite: wanted.suite,
    concurrency: wanted.concurrency,
    timeout: wanted.timeoutMs,
    ...(wanted.suites.length > 0 && { suites: true as const }),
  };
  const sought = await soughtOf(list.length, wanted);
  const conducted = await conductExploration(list, suites, flags, sought, controlOf(wanted));
  return conducted.map(runResult);
}

async function soughtOf(targets: number, wanted: Wanted) {
  const { exploredParts } = await import("../cli/conduct-exploration.ts");
  const { defaultExploration, exploreOptions } = await import("../cli/explore-flags.ts");
  const { DEFAULT_CAPS: usual } = await import("../generate/axes/all-axes.ts");
  const amounts = defaultExploration();
  const { caps } = wanted;
  return exploreOptions(
    {
      compare: wanted.compare,
      ignore: wanted.ignore,
      axis: wanted.axes,
      maxRequests: wanted.maxRequests ?? amounts.maxRequests,
      maxTime: wanted.maxTimeMs ?? amounts.maxTimeMs,
      capBody: caps.body ?? usual.body,
      capDepth: caps.depth ?? usual.depth,
      capKeys: caps.keys ?? usual.keys,
      capKeyLength: caps.keyLength ?? usual.keyLength,
      capDigits: caps.digits ?? usual.digits,
      capHeaders: caps.headers ?? usual.headers,
      capHeaderSize: caps.headerSize ?? usual.headerSize,
      capUrl: caps.url ?? usual.url,
      capIdle: caps.idle ?? usual.idle,
    },
    exploredParts(targets, wanted.parts),
    wanted.runs ?? amounts.runsPerProperty,
  );
}
