import { InvalidArgumentError, Option, type Command } from "commander";
import { WitnessError } from "../errors.ts";
import { DEFAULT_CAPS, allAxes, type AxisCaps } from "../generate/axes/all-axes.ts";
import { Aspect, ExplorePart, type ExploreOptions } from "../model/finding.ts";
import { byteCount, duration, list, span, wholeNumber } from "./parse-options.ts";

/** What `--max-requests`, `--compare` and their like say. */
export type ExploreFlags = {
  parts?: ExplorePart[];
  compare?: Aspect[];
  ignore: string[];
  axis: string[];
  idle?: true;
  maxRequests: number;
  maxTime: number;
  capBody: number;
  capDepth: number;
  capKeys: number;
  capKeyLength: number;
  capDigits: number;
  capHeaders: number;
  capHeaderSize: number;
  capUrl: number;
  capIdle: number;
};

/** The most that a cap may be raised to: what can still be made and sent. */
const MOST_BYTES = 64 * 1024 ** 2;
const MOST = 10_000_000;

/** One of several words, several times: "status,close". */
const words =
  <T extends string>(known: readonly T[]) =>
  (text: string, before: T[] = []): T[] => {
    const wanted = text.split(",").map((word) => word.trim());
    const unknown = wanted.find((word) => !known.includes(word as T));
    if (unknown !== undefined)
      throw new InvalidArgumentError(`${JSON.stringify(unknown)} is none of ${known.join(", ")}.`);
    return [...before, ...(wanted as T[])];
  };

const MAX_REQUESTS = 50_000;
const MAX_TIME_MS = 60_000;
/** Requests to draw from each property. */
export const DRAWN = 500;

/** What `witness run --explore` looks for: what `witness explore` does with one target. */
export const defaultExploration = (): ExploreOptions => ({
  parts: ["examples", "boundaries"],
  compare: ["status"],
  ignore: [],
  runsPerProperty: DRAWN,
  maxRequests: MAX_REQUESTS,
  maxTimeMs: MAX_TIME_MS,
  caps: DEFAULT_CAPS,
});

/** What a run explores: everything with `--explore`, with `--axis` alone the boundaries along some. */
export function explorationOf(flags: { explore?: boolean; axis: string[] }): {
  explore?: ExploreOptions;
} {
  const named = knownAxes(flags.axis);
  if (flags.explore === true)
    return {
      explore: { ...defaultExploration(), ...(named.length > 0 && { axes: usualAnd(named) }) },
    };
  if (named.length === 0) return {};
  return { explore: { ...defaultExploration(), parts: ["boundaries"], axes: named } };
}

/** The axes that are walked without being named, and these. */
const usualAnd = (named: string[]): string[] => [
  ...new Set([
    ...allAxes()
      .filter(({ slow }) => slow !== true)
      .map(({ name }) => name),
    ...named,
  ]),
];

/** Throws where an axis is named that does not exist. */
function knownAxes(named: string[], caps: AxisCaps = DEFAULT_CAPS): string[] {
  const known = allAxes(caps).map(({ name }) => name);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined) return named;
  throw new WitnessError("axis", `there is no axis named ${JSON.stringify(unknown)}`, {
    hint: `there are ${known.join(", ")}`,
  });
}

/** Offers what exploring can be told. */
export function addExploreFlags(command: Command): Command {
  const compare = new Option("--compare <what>", "what counts as a difference (status)");
  const maxTime = new Option("--max-time <time>", "stop exploring after so long");
  command
    .addOption(compare.argParser(words(Aspect.options)))
    .option("--ignore <paths>", "paths in JSON bodies that are not compared: $.id,**.at", list, [])
    .addOption(axisOption())
    .option("--max-requests <n>", "requests to one target at most", wholeNumber(1), MAX_REQUESTS)
    .addOption(maxTime.argParser(span).default(MAX_TIME_MS, "60 s"));
  return addCaps(command);
}

/** How far the axes go. */
function addCaps(command: Command): Command {
  const size = (name: string, what: string, most: number, text: string): Option =>
    new Option(`--cap-${name} <size>`, `how far to go: ${what}`)
      .argParser((given) => atMost(byteCount(given), MOST_BYTES))
      .default(most, text);
  const count = (name: string, what: string, most: number): Option =>
    new Option(`--cap-${name} <n>`, `how far to go: ${what}`)
      .argParser(wholeNumber(1, MOST))
      .default(most);
  const idle = new Option("--cap-idle <time>", "how far to go: idle time of a connection")
    .argParser((text) => atMost(duration(text), DEFAULT_CAPS.idle))
    .default(DEFAULT_CAPS.idle, "30 s");
  return command
    .addOption(size("body", "bytes of a body", DEFAULT_CAPS.body, "16 MiB"))
    .addOption(count("depth", "depth of nesting", DEFAULT_CAPS.depth))
    .addOption(count("keys", "keys of an object", DEFAULT_CAPS.keys))
    .addOption(size("key-length", "bytes of a key", DEFAULT_CAPS.keyLength, "1 MiB"))
    .addOption(count("digits", "digits of id", DEFAULT_CAPS.digits))
    .addOption(count("headers", "headers of a request", DEFAULT_CAPS.headers))
    .addOption(size("header-size", "bytes of a header", DEFAULT_CAPS.headerSize, "1 MiB"))
    .addOption(size("url", "bytes of the request target", DEFAULT_CAPS.url, "1 MiB"))
    .addOption(idle);
}

function atMost(value: number, most: number): number {
  if (value < 1 || value > most) throw new InvalidArgumentError(`it has to be from 1 to ${most}.`);
  return value;
}

/** What these flags ask for. Throws where an axis is named that does not exist. */
export function exploreOptions(
  flags: ExploreFlags,
  parts: ExplorePart[],
  runsPerProperty: number,
): ExploreOptions {
  const caps = capsOf(flags);
  return {
    parts,
    compare: flags.compare ?? ["status"],
    ignore: flags.ignore,
    runsPerProperty,
    maxRequests: flags.maxRequests,
    maxTimeMs: flags.maxTime,
    caps,
    ...(flags.axis.length > 0 && { axes: knownAxes(flags.axis, caps) }),
  };
}

const capsOf = (flags: ExploreFlags): AxisCaps => ({
  body: flags.capBody,
  depth: flags.capDepth,
  keys: flags.capKeys,
  keyLength: flags.capKeyLength,
  digits: flags.capDigits,
  headers: flags.capHeaders,
  headerSize: flags.capHeaderSize,
  url: flags.capUrl,
  idle: flags.capIdle,
});

/** `--axis`: along which axes boundaries are looked for. */
export const axisOption = (): Option =>
  new Option("--axis <names>", "look for boundaries along these axes only (idle only if named)")
    .argParser(list)
    .default([], "all but idle");

/** `--parts`: what to look for. */
export const partsOption = (): Option =>
  new Option(
    "--parts <names>",
    "what to look for: examples, boundaries, divergences (for one target the first two, for several the last)",
  ).argParser(words(ExplorePart.options));
